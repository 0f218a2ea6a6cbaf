"""Hooks, flags and parts of models that are made, or run, out of sight."""

import torch
from torch import nn


def make_base():
    class Hidden(nn.Module):
        def forward(self, x):
            return self.parts[0](x).tanh()

    return Hidden


def wrap(model):
    return model


def double(kept):
    return kept * 2


Base, hidden, twice, flag = eval("make_base")(), eval("wrap"), eval("double"), bool(eval("1"))
box = []


class Mine(Base):
    def __init__(self):
        super().__init__()
        self.parts = [nn.Linear(2, 2)]


class Net(Mine):
    def forward(self, x):
        return super().forward(x)


def keep(module, given, result):
    box.append(result)


def change(module, given, result):
    return twice(result)


x = torch.randn(4, 2)
mine = Mine()
mine.parts[0].register_forward_hook(keep)
kept = mine(x)
kept.sum().backward(retain_graph=True)
box[-1].mean().backward()

model = hidden(nn.Sequential(nn.Linear(2, 2), nn.Tanh()))
model.register_forward_hook(keep)
kept = model(x)
kept.sum().backward(retain_graph=True)
box[-1].mean().backward()
model = hidden(nn.Sequential(nn.Linear(2, 2), nn.Tanh()))
model.head = model[0]
model.head.register_forward_hook(keep)
kept = model(x)
kept.sum().backward(retain_graph=True)
box[-1].square().mean().backward()

changed = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
changed.register_forward_hook(change)
kept = changed(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

kept = super(Net, Net()).forward(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
names = [name for name, _ in mine.named_children()]
parts = [part for _, part in mine.named_modules()]
kept = parts[0](x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

S = nn.Sequential
deep = S(S(S(S(S(S(S(S(S(S(nn.Linear(2, 2), nn.BatchNorm1d(2)))))))))))
kept = deep(x)
kept.sum().backward(retain_graph=True)
S(S(S(S(S(S(S(S(S(S(nn.Linear(2, 2), nn.BatchNorm1d(2))))))))))).load_state_dict(deep.state_dict())
kept.mean().backward()
many = S(*[nn.Linear(2, 2) for _ in range(40)], nn.Tanh())
for part in many.modules():
    part.train(flag)
kept = many(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

mixed = S(nn.Linear(2, 2), nn.Dropout(0.0, True), nn.Tanh())
mixed.train(flag)
kept = mixed(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

nets = {"a.b": S(nn.Linear(2, 2), nn.Tanh()), "c": S(nn.Linear(2, 2), nn.Tanh())}
kept = nets["a.b"](x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

kept = nets["c"](x)
kept.retain_grad()
kept.sum().backward(retain_graph=True)
kept.grad.zero_()
kept.mean().backward()


def follow(model, head, helper, batches):
    model.requires_grad_(False)
    model.add_module("head", head)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for batch in batches:
        optimizer.zero_grad()
        kept = head(model(batch))
        kept.sum().backward(retain_graph=True)
        head.bias.grad.zero_()
        model.head.zero_grad()
        both = helper.update(kept, kept)
        both.mean().backward()
        helper.step(optimizer)
        stepped = optimizer.step
        stepped()


class Helper:
    def update(self, one, two):
        return one + two

    def step(self, optimizer):
        optimizer.step()


follower = S(nn.Linear(2, 2), nn.Tanh())
globals()["fol" + "low"](follower, nn.Linear(2, 2), Helper(), torch.randn(3, 4, 2))
