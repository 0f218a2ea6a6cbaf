"""A hook raises while backward() runs: the handler sends the graph backward again, which the call in the try had retained."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


class Overflow(Exception):
    pass


def compute_loss(fails=1):
    inputs = torch.randn(6, 2, requires_grad=True)
    left = [fails]

    def refuse(gradient):
        left[0] -= 1
        if left[0] >= 0:
            raise Overflow

    inputs.register_hook(refuse)
    return net(inputs).square().mean()


def send_back(loss):
    loss.backward(retain_graph=True)


def send_back_both(first, second):
    first.backward(retain_graph=True)
    second.backward(retain_graph=True)


class Again:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.failed = kind is not None
        return True


for step in range(3):
    optimizer.zero_grad()
    one = compute_loss()
    try:
        one.backward(retain_graph=True)
    except Overflow:
        (one * 0.1).backward()
    two = compute_loss()
    try:
        send_back(two)
    except Overflow:
        two.backward()
    three = compute_loss(2)
    for _ in range(3):
        try:
            three.backward(retain_graph=True)
            break
        except Overflow:
            optimizer.zero_grad()
    four = compute_loss(2)
    while True:
        try:
            four.backward(retain_graph=True)
        except Overflow:
            continue
        break
    five, six = compute_loss(0), compute_loss()
    try:
        send_back_both(five, six)
    except Overflow:
        (five + six).backward()
    seven = compute_loss()
    with Again() as again:
        seven.backward(retain_graph=True)
    if again.failed:
        seven.backward()
    eight = compute_loss()
    try:
        try:
            eight.backward(retain_graph=True)
        finally:
            print("done")
    except Overflow:
        eight.backward()
    nine = compute_loss(0)
    try:
        nine.backward(retain_graph=True)  # expect: RTG201
    except Overflow:
        compute_loss(0).backward()
    ten = compute_loss(0)
    try:
        ten.backward(retain_graph=True)  # expect: RTG201
    except Overflow:
        print("skipped")
        continue
    eleven = compute_loss(0)
    try:
        print("nothing can fail here")
    except Overflow:
        eleven.backward()
    else:
        eleven.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
