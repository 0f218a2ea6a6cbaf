class Box:
    """Holds what it is given, and builds no graph."""

    def __init__(self, held):
        self.held = held

    def clone(self):
        return self.held["x"].detach()


def stack(held):
    return held[0] + held[1]
