"""Gradients that are kept, handed on or computed with are not thrown away, whatever clears them afterwards; those that are
only asked for and cleared are."""

import copy

import torch
from torch import nn
from torch.nn.utils import parameters_to_vector

torch.manual_seed(0)
kept: list[torch.Tensor] = []


class Pair:
    def __init__(self) -> None:
        self.encoder, self.head = nn.Linear(4, 6), nn.Linear(6, 1)
        parameters = [*self.encoder.parameters(), *self.head.parameters()]
        self.optimizer = torch.optim.SGD(parameters, lr=0.1)

    def loss(self) -> torch.Tensor:
        return self.head(self.encoder(torch.randn(6, 4))).pow(2).mean()


def add_data() -> None:
    pair, total = Pair(), torch.zeros(6, 4)
    for _ in range(2):
        pair.optimizer.zero_grad()
        pair.loss().backward()
        total += pair.encoder.weight.grad.data
        pair.encoder.zero_grad()
        pair.optimizer.step()
    kept.append(total)


def measure_data() -> None:
    pair = Pair()
    for _ in range(2):
        pair.optimizer.zero_grad()
        pair.loss().backward()
        kept.extend(p.grad.data.norm() for p in pair.encoder.parameters())
        pair.encoder.zero_grad()
        pair.optimizer.step()


def put_back() -> None:
    pair = Pair()
    for _ in range(2):
        pair.optimizer.zero_grad()
        pair.loss().backward()
        gradient = pair.encoder.weight.grad
        pair.encoder.zero_grad()
        pair.encoder.weight.grad = gradient
        pair.optimizer.step()


def store_by_name() -> None:
    pair = Pair()
    for _ in range(2):
        pair.optimizer.zero_grad()
        pair.loss().backward()
        gradients = {name: p.grad for name, p in pair.encoder.named_parameters()}
        pair.encoder.zero_grad()
        for name, p in pair.encoder.named_parameters():
            p.grad = gradients[name]
        pair.optimizer.step()


def collect(module: nn.Module) -> list[torch.Tensor]:
    return [p.grad for p in module.parameters()]


def collect_elsewhere() -> None:
    pair = Pair()
    for _ in range(2):
        pair.optimizer.zero_grad()
        pair.loss().backward()
        gradients = collect(pair.encoder)
        pair.encoder.zero_grad()
        kept.extend(gradients)
        pair.optimizer.step()


def hand_on() -> None:
    pair = Pair()
    for _ in range(2):
        pair.optimizer.zero_grad()
        pair.loss().backward()
        kept.append(parameters_to_vector([p.grad for p in pair.encoder.parameters()]))
        kept.append(copy.deepcopy(pair.encoder.weight.grad))
        pair.encoder.zero_grad()
        pair.optimizer.step()


add_data()
measure_data()
put_back()
store_by_name()
collect_elsewhere()
hand_on()

pair = Pair()
for _ in range(2):
    pair.optimizer.zero_grad()
    loss = pair.head(pair.encoder(torch.randn(6, 4)).detach()).pow(2).mean()
    loss.backward()
    for p in pair.encoder.parameters():
        if p.grad is not None:
            p.grad.data.zero_()
    pair.optimizer.step()
