import functools

import torch


def training(method):
    @functools.wraps(method)
    def run(self, *args, **kwargs):
        self.train_mode(True)
        try:
            return method(self, *args, **kwargs)
        finally:
            self.train_mode(False)

    return run


class OptimizerMixin:
    def make_optimizers(self, *groups):
        self.optimizers = [torch.optim.SGD([p for n in group for p in n.parameters()], lr=0.1) for group in groups]

    def zero_grad(self):
        [optimizer.zero_grad() for optimizer in self.optimizers]

    def step(self):
        for optimizer in self.optimizers:
            optimizer.step()

    def train_mode(self, flag):
        for net in self.nets.values():
            net.train(flag)
