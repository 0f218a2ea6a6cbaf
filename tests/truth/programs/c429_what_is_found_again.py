"""Ways to find a graph again that was kept before: each retain is needed by what is found."""

import threading
from concurrent.futures import ThreadPoolExecutor

import torch
from torch import nn


class Memory:
    only = None

    def __new__(cls):
        if cls.only is None:
            cls.only = super().__new__(cls)
        return cls.only


class Pair:
    __match_args__ = ("loss",)

    def __init__(self, loss):
        self.loss = loss


def walk(depth):
    return prediction if depth == 0 else walk(depth - 1)


def leave():
    box["kept"] = prediction * 2


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
box = {}
for images in torch.randn(4, 6, 2):
    optimizer.zero_grad()
    prediction = net(images)
    Memory().kept = prediction
    prediction.square().mean().backward(retain_graph=True)
    Memory().kept.sum().backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    walk(6).sum().backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    match Pair(prediction.sum()):
        case Pair(loss):
            loss.backward()
    prediction = net(images)
    thread = threading.Thread(target=leave)
    thread.start()
    thread.join()
    prediction.square().mean().backward(retain_graph=True)
    box["kept"].sum().backward()
    prediction = net(images)
    with ThreadPoolExecutor() as pool:
        future = pool.submit(lambda: prediction * 2)
        prediction.square().mean().backward(retain_graph=True)
        future.result().sum().backward()
    prediction = net(images)
    kept = frozenset([prediction])
    prediction.square().mean().backward(retain_graph=True)
    for part in kept:
        part.sum().backward()
    prediction = net(images)
    again = iter(lambda: prediction, None)
    prediction.square().mean().backward(retain_graph=True)
    next(again).sum().backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    next(iter([]), prediction).sum().backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    getattr(net, "kept", prediction).sum().backward()
    next(iter([net(images)])).mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
