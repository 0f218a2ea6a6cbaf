from base import Algorithm


class Two(Algorithm):
    def __init__(self, first, second):
        self.first, self.second = first, second
        self.opt1, self.opt2 = self.make(first), self.make(second)

    def update(self, batch):
        h = self.first(batch)
        self.opt1.step(h.square().mean(), retain_graph=True)  # expect: RTG201
        self.opt2.step(self.second(h.detach()).mean())
        return 1
