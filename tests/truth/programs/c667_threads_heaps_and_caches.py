"""What threads, processes, stacks, heaps and caches do with a graph."""

import functools
import heapq
import random
import threading
from contextlib import ExitStack, nullcontext

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)


class Named(threading.Thread):
    pass


@functools.lru_cache
def square(number):
    return number * number


@functools.cache
def encode(number):
    return net(x) * number


thread = threading.Thread()
thread.start()
thread.join()
kept = net(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

found = []
tasks = tuple([net(x), found][:2])
threading.Thread(target=lambda one, box: box.append(one), args=tasks).run()
tasks[0].sum().backward(retain_graph=True)
found[0].mean().backward()

parts = [(0.5, net(x)), (0.2, net(x))]
heapq.heapify(parts)
parts[0][1].sum().backward(retain_graph=True)
parts[0][1].mean().backward()

losses = [net(x).sum(), net(x).sum()]
random.shuffle(losses)
losses[0].backward(retain_graph=True)
losses[0].backward()
losses[1].backward(retain_graph=True)  # expect: RTG201

rows = [(number, net(x)) for number in range(3)]
heapq.heapify(rows)
for number in range(3, 5):
    smallest = heapq.heappushpop(rows, (number, net(x)))
    smallest[1].sum().backward(retain_graph=True)
    smallest[1].mean().backward()

kept = net(x) * square(2)
kept.sum().backward(retain_graph=True)
(kept * square(2)).mean().backward()

kept = encode(3)
kept.sum().backward(retain_graph=True)
encode(3).mean().backward()
encode.cache_clear()
encode(3).sum().backward(retain_graph=True)
encode(3).mean().backward()

with ExitStack() as stack:
    stack.enter_context(nullcontext())
    stack.enter_context(torch.no_grad())
    stack.enter_context(torch.enable_grad())
    kept = net(x)
    kept.sum().backward(retain_graph=True)
    kept.mean().backward()
    stack.close()
    kept = net(x)
    kept.sum().backward(retain_graph=True)
    kept.mean().backward()
