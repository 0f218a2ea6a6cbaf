import torch


class Stepper:
    def __init__(self, optimizer):
        self._optimizer = optimizer

    def step(self, loss, retain_graph=None):
        self._optimizer.zero_grad()
        loss.backward(retain_graph=retain_graph)
        self._optimizer.step()


class Algorithm:
    def make(self, module):
        return Stepper(torch.optim.SGD(module.parameters(), lr=0.1))
