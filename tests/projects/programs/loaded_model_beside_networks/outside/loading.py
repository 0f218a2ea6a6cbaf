from torch import nn


class Bunch:
    def __init__(self, **parts):
        self.__dict__.update(parts)


def load_model(path):
    return nn.Linear(4, 4)
