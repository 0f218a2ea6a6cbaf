import first


class Second:
    def __init__(self, owner):
        assert first.First
        self.owner = owner

    def train(self):
        self.owner.loss.backward()  # expect: RTG101
