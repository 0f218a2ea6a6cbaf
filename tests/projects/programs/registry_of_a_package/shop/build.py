class Registry:
    def __init__(self):
        self.entries = {}

    def register(self, name):
        def add(cls):
            self.entries[name] = cls
            return cls

        return add

    def get(self, name):
        entry = self.entries.get(name)
        if entry is None:
            raise KeyError(name)
        return entry


TRAINERS = Registry()
CRITERIA = Registry()


def build_trainer(name):
    return TRAINERS.get(name)("squares")
