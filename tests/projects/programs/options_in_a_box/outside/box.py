from types import SimpleNamespace


class Box(SimpleNamespace):
    def __init__(self, entries):
        super().__init__(**entries)

    def to_json(self, indent):
        return " " * indent + str(vars(self))
