"""What a context manager's generator does behind its yield is done after the body, on every way out of it."""

from contextlib import contextmanager

import torch
from torch import nn


@contextmanager
def optimise(optimizer):
    optimizer.zero_grad()
    yield
    optimizer.step()


@contextmanager
def penalise(prediction):
    yield
    prediction.abs().mean().backward()


@contextmanager
def penalise_always(prediction):
    try:
        yield prediction
    finally:
        prediction.abs().mean().backward()


@contextmanager
def forgive(prediction):
    try:
        yield
    except ValueError:
        prediction.abs().mean().backward()
    else:
        prediction.sum().backward()


@contextmanager
def send_back_what_is_put():
    box = {}
    yield box
    box["loss"].backward()


@contextmanager
def frozen(module):
    module.requires_grad_(False)
    try:
        yield module
    finally:
        module.requires_grad_(True)


@contextmanager
def without_graph(wanted):
    if not wanted:
        yield
        return
    with torch.no_grad():
        yield


@contextmanager
@torch.no_grad()
def averaged(module):
    yield module
    for parameter in module.parameters():
        parameter.mul_(0.9)


class Trainer:
    def __init__(self, network):
        self.network = network
        self.prediction = None

    @contextmanager
    def penalised(self):
        yield self
        self.prediction.abs().mean().backward()

    @classmethod
    @contextmanager
    def penalised_by_class(cls, prediction):
        yield
        prediction.abs().mean().backward()

    def early(self, images):
        self.prediction = self.network(images)
        with self.penalised():
            self.prediction.square().mean().backward(retain_graph=True)
            return 1


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
encoder = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
trainer = Trainer(net)
images = torch.randn(6, 2)
for step in range(4):
    prediction = net(images)
    with optimise(optimizer):
        prediction.square().mean().backward()
    with optimise(optimizer):
        prediction = net(images)
        with penalise(prediction):
            prediction.square().mean().backward(retain_graph=True)
    prediction = net(images)
    with optimise(optimizer), penalise(prediction):
        prediction.square().mean().backward(retain_graph=True)
    prediction = net(images)
    with penalise_always(prediction) as same:
        same.square().mean().backward(retain_graph=True)
    trainer.early(images)
    trainer.prediction = net(images)
    with trainer.penalised() as inside:
        inside.prediction.square().mean().backward(retain_graph=True)
    prediction = net(images)
    manager = Trainer.penalised_by_class(prediction)
    with manager:
        prediction.square().mean().backward(retain_graph=True)
    prediction = net(images)
    with forgive(prediction):
        prediction.square().mean().backward(retain_graph=True)
        if step > 1:
            raise ValueError(step)
    with send_back_what_is_put() as box:
        prediction = net(images)
        box["loss"] = prediction.square().mean()
        prediction.abs().mean().backward(retain_graph=True)
    prediction = net(images)
    with penalise(prediction):
        net(images).square().mean().backward(retain_graph=True)  # expect: RTG201
    with optimise(optimizer):
        with frozen(encoder):
            loss = net(encoder(images)).square().mean()
        loss.backward()
    with without_graph(step > 1):
        features = encoder(images)
    with without_graph(True):
        features = encoder(images)
    for power in (1, 2):
        net(features).pow(power).mean().backward()
    with averaged(encoder):
        prediction = net(images)
        prediction.square().mean().backward(retain_graph=True)
        prediction.abs().mean().backward()
    prediction = net(images)
    prediction.sum().backward(retain_graph=True)
    try:
        with penalise_always(prediction):
            prediction.square().mean().backward(retain_graph=True)
            raise KeyError
    except KeyError:
        pass
    prediction = net(images)
    for power in (1, 2):
        with penalise(prediction):
            prediction.square().mean().backward(retain_graph=True)
            break
    prediction = net(images)
    with optimise(optimizer), penalise(prediction):
        prediction.square().mean().backward(retain_graph=True)
        continue
