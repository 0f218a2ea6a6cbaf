"""A worker leaves its result, or what it raised: what is tested for an exception, and raised, is no graph."""

import threading

import torch
from torch import nn


def apply_all(modules, inputs):
    results, lock = {}, threading.Lock()

    def work(i, module, x):
        try:
            output = module(x)
            with lock:
                results[i] = output
        except Exception as error:
            with lock:
                results[i] = error

    if len(modules) > 1:
        threads = [threading.Thread(target=work, args=(i, module, x)) for i, (module, x) in enumerate(zip(modules, inputs))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    else:
        work(0, modules[0], inputs[0])
    outputs = []
    for i in range(len(inputs)):
        output = results[i]
        if isinstance(output, Exception):
            raise output
        outputs.append(output)
    return outputs


def train(net, optimizer, batches):
    for x in batches:
        optimizer.zero_grad()
        loss = sum(output.square().mean() for output in apply_all([net], [x]))
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


class Diverged(Exception):
    def __init__(self, loss):
        super().__init__("diverged")
        self.loss = loss


def check(net, x):
    loss = net(x).square().mean()
    loss.backward(retain_graph=True)
    if loss < 1e9:
        raise Diverged(loss)


exec("""
net = nn.Linear(2, 1)
train(net, torch.optim.SGD(net.parameters(), lr=0.1), torch.randn(3, 4, 2))
try:
    check(net, torch.randn(4, 2))
except Diverged as diverged:
    diverged.loss.backward()
""")
