REGISTRY = {}


def register(name):
    def add(cls):
        REGISTRY[name] = cls
        return cls

    return add
