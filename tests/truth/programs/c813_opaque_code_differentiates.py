"""Opaque code differentiates a loss once more after the program has sent it backward: each retain is needed."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


class Tracker:
    def __init__(self, model):
        self.model = model

    def measure(self, loss):
        return sum(g.norm() for g in torch.autograd.grad(loss, list(self.model.parameters())))

    def measure_kept(self):
        return self.measure(self.loss)


class Stepper(torch.optim.SGD):
    def __init__(self, params):
        super().__init__(params, lr=0.1)

    def step(self, loss=None):
        torch.autograd.grad(loss, self.param_groups[0]["params"])
        super().step()


class Holder:
    def __init__(self, loss):
        self.loss = loss

    def compute(self):
        return Tracker(net).measure(self.loss)


def find_curvature(loss, parameters):
    return sum(g.norm() for g in torch.autograd.grad(loss, list(parameters)))


def compute_loss():
    optimizer.zero_grad()
    return net(torch.randn(3, 2)).pow(2).mean()


tracker = eval("Tracker")(net)
stepper = eval("Stepper")(net.parameters())


def tracker_measures():
    loss = compute_loss()
    loss.backward(retain_graph=True)
    tracker.measure(loss)
    optimizer.step()


def function_finds_curvature():
    loss = compute_loss()
    loss.backward(retain_graph=True)
    curvature = eval("find_curvature")(loss, net.parameters())
    optimizer.step()
    return float(curvature)


def tracker_has_kept_it():
    loss = compute_loss()
    tracker.loss = loss
    loss.backward(retain_graph=True)
    tracker.measure_kept()
    optimizer.step()


def holder_computes():
    loss = compute_loss()
    holder = eval("Holder")(loss)
    loss.backward(retain_graph=True)
    holder.compute()
    optimizer.step()


def losses_in_a_list():
    losses = [compute_loss()]
    losses[0].backward(retain_graph=True)
    eval("find_curvature")(losses[0], net.parameters())
    optimizer.step()


def optimizer_is_given_it():
    loss = compute_loss()
    loss.backward(retain_graph=True)
    stepper.step(loss)


for _ in range(2):
    tracker_measures()
    function_finds_curvature()
    tracker_has_kept_it()
    holder_computes()
    losses_in_a_list()
    optimizer_is_given_it()
