"""An object's `__enter__` runs before the body of its `with`, its `__exit__` on every way out of it."""

import torch
from torch import nn


class Penalty:
    def __init__(self, prediction=None):
        self.prediction = prediction

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.prediction.abs().mean().backward()


class Forgiving(Penalty):
    def __exit__(self, *told):
        super().__exit__(*told)
        return True


class Collected:
    def __enter__(self):
        self.losses = []
        return self.losses

    def __exit__(self, *told):
        sum(self.losses).backward(retain_graph=True)  # expect: RTG201


class Optimised:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def __enter__(self):
        self.optimizer.zero_grad()

    def __exit__(self, *told):
        self.optimizer.step()
        return False


class Frozen:
    def __init__(self, module):
        self.module = module

    def __enter__(self):
        self.module.requires_grad_(False)
        return self.module

    def __exit__(self, *told):
        self.module.requires_grad_(True)


class WithoutGraph:
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *told):
        torch.set_grad_enabled(self.before)


def early(images):
    prediction = net(images)
    with Penalty(prediction):
        prediction.square().mean().backward(retain_graph=True)
        return images


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
encoder = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
images = torch.randn(6, 2)
optimised, penalty = Optimised(optimizer), Penalty()
for step in range(4):
    prediction = net(images)
    with Optimised(optimizer):
        prediction.square().mean().backward()
    with optimised:
        prediction = net(images)
        with Penalty(prediction):
            prediction.square().mean().backward(retain_graph=True)
    with optimised, penalty as inside:
        inside.prediction = net(images)
        inside.prediction.square().mean().backward(retain_graph=True)
    early(images)
    prediction = net(images)
    with Forgiving(prediction):
        prediction.square().mean().backward(retain_graph=True)
        raise ValueError(step)
    prediction = net(images)
    try:
        with Penalty(prediction):
            prediction.square().mean().backward(retain_graph=True)
            raise ValueError(step)
    except ValueError:
        pass
    with Collected() as losses:
        losses.append(net(images).square().mean())
        losses.append(net(images).abs().mean())
    prediction = net(images)
    with Penalty(prediction):
        net(images).square().mean().backward(retain_graph=True)  # expect: RTG201
    with Optimised(optimizer):
        with Frozen(encoder) as fixed:
            loss = net(fixed(images)).square().mean()
        loss.backward()
    with WithoutGraph():
        features = encoder(images)
    for power in (1, 2):
        net(features).pow(power).mean().backward()
    for power in (1, 2):
        prediction = net(images)
        with Penalty(prediction):
            prediction.square().mean().backward(retain_graph=True)
            if power == 1:
                continue
            break
