class Registry:
    def __init__(self):
        self.known = {}

    def register(self, name):
        def add(cls):
            self.known[name] = cls
            return cls

        return add

    def get(self, name):
        found = self.known.get(name)
        if found is None:
            raise KeyError(f"no model has the name {name}")
        return found


MODELS = Registry()
