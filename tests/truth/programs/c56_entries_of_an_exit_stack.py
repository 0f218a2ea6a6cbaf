"""What is entered on an ExitStack holds to the end of its `with`; what is called back runs there."""

import contextlib
from contextlib import ExitStack, contextmanager

import torch
from torch import nn


class Penalty:
    def __enter__(self):
        return self

    def __exit__(self, *told):
        self.prediction.abs().mean().backward()


@contextmanager
def optimise(optimizer):
    optimizer.zero_grad()
    yield
    optimizer.step()


@contextmanager
def penalise(prediction):
    yield prediction
    prediction.abs().mean().backward()


def send_back(loss):
    loss.backward()


def step_once(images):
    with ExitStack() as stack:
        stack.enter_context(optimise(optimizer))
        prediction = net(images)
        loss = prediction.abs().mean()
        stack.callback(send_back, loss)
        loss = None
        prediction.square().mean().backward(retain_graph=True)
        return loss


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
images = torch.randn(6, 2)
for step in range(4):
    prediction = net(images)
    with contextlib.ExitStack() as stack:
        stack.enter_context(optimise(optimizer))
        prediction.square().mean().backward()
    with contextlib.ExitStack() as stack:
        penalty = stack.enter_context(Penalty())
        penalty.prediction = net(images)
        penalty.prediction.square().mean().backward(retain_graph=True)
    prediction = net(images)
    with contextlib.ExitStack() as stack:
        same = stack.enter_context(penalise(prediction))
        same.square().mean().backward(retain_graph=True)
        if step > 1:
            continue
        same.sum().backward(retain_graph=True)
    prediction = net(images)
    with ExitStack() as stack:
        stack.callback(prediction.abs().mean().backward)
        prediction.square().mean().backward(retain_graph=True)
    prediction = net(images)
    with ExitStack() as stack:
        stack.callback(prediction.square().mean().backward)
        net(images).square().mean().backward(retain_graph=True)  # expect: RTG201
    prediction = net(images)
    with ExitStack() as stack:
        if step < 3:
            stack.enter_context(penalise(prediction))
        if step > 1:
            stack.callback(prediction.abs().mean().backward, retain_graph=True)
        prediction.square().mean().backward(retain_graph=True)
    prediction = net(images)
    with ExitStack() as stack:
        stack.callback(lambda kept: kept.abs().mean().backward(), prediction)
        kept = stack.pop_all()
        prediction.square().mean().backward(retain_graph=True)
    kept.close()
    step_once(images)
