"""A loss that is picked by its name, or handed through a container that cannot be seen, is still the loss."""

import queue

import torch
from torch import nn


class Holder:
    def __init__(self, loss):
        self.loss = loss


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
waiting = queue.Queue()


def compute_loss():
    return net(torch.randn(6, 2)).square().mean()


def send_back_alone():
    alone = compute_loss()
    alone.backward(retain_graph=True)  # expect: RTG201


for step in range(4):
    optimizer.zero_grad()
    first = compute_loss()
    waiting.put(first)
    first.backward(retain_graph=True)
    waiting.get().backward()
    second = compute_loss()
    second.backward(retain_graph=True)
    vars(Holder(second))["loss"].backward()
    third = compute_loss()
    third.backward(retain_graph=True)
    globals()["third"].backward()
    fourth = compute_loss()
    fourth.backward(retain_graph=True)
    eval("fourth").backward()
    fifth, lists = compute_loss(), {}
    fifth.backward(retain_graph=True)
    lists.setdefault("losses", []).append(fifth)
    lists["losses"][0].backward()
    sixth, holder = compute_loss(), Holder(None)
    sixth.backward(retain_graph=True)
    holder.__dict__["loss"] = sixth
    holder.loss.backward()
    seventh, named = compute_loss(), {"loss": None}
    named.update(loss=seventh)
    seventh.backward(retain_graph=True)
    named.pop("loss").backward()
    send_back_alone()
    optimizer.step()
