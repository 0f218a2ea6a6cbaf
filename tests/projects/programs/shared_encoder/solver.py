from torch import nn

from mixins import OptimizerMixin, training


class Solver(OptimizerMixin):
    def __init__(self):
        self.nets = {"body": nn.Sequential(nn.Linear(3, 4), nn.Tanh()), "a": nn.Linear(4, 1), "b": nn.Linear(4, 1)}
        self.make_optimizers([self.nets["body"], self.nets["a"]], [self.nets["b"]])

    @training
    def train_on(self, batch):
        code = self.nets["body"](batch)
        losses = {name: self.nets[name](code).mean() for name in ("a", "b")}
        self.zero_grad()
        losses["a"].backward(retain_graph=True)
        losses["b"].backward()
        self.step()
