"""What classes make: by `__new__`, after their constructor, as tuples and as options."""

import dataclasses
import types
from dataclasses import dataclass, field
from typing import NamedTuple

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)


class Loss:
    def __new__(cls, value):
        if isinstance(value, torch.Tensor):
            return value.square().mean()
        return super().__new__(cls)

    def __init__(self, value):
        self.value = value


class Keeper:
    def __new__(cls, kept):
        return super().__new__(cls)

    def __init__(self, kept):
        self.kept = kept


@dataclass
class Outputs:
    hidden: torch.Tensor
    scale: float = 2.0
    parts: list = field(default_factory=list)

    def __post_init__(self):
        self.loss = self.hidden.sum() * self.scale
        self.parts.append(self.loss)


class Pair(NamedTuple):
    first: torch.Tensor
    second: torch.Tensor


kept = Loss(net(x))
kept.backward(retain_graph=True)
kept.backward()

keeper = Keeper(net(x))
keeper.kept.sum().backward(retain_graph=True)  # expect: RTG201

made = Outputs(net(x))
made.loss.backward(retain_graph=True)
made.parts[0].backward()

made = Outputs(net(x))
other = dataclasses.replace(made, hidden=net(x))
other.loss.backward(retain_graph=True)
other.hidden.mean().backward()
changes = {"hidden": net(x)}
other = dataclasses.replace(made, **changes)
changes["hidden"].sum().backward(retain_graph=True)
other.hidden.mean().backward()

told = dataclasses.asdict(dataclasses.replace(Outputs(torch.ones(2)), parts=[]))
kept = net(x) * told["scale"]
kept.sum().backward(retain_graph=True)
kept.mean().backward()

pair = Pair(net(x), net(x))
pair.first.sum().backward(retain_graph=True)
pair._replace(second=x).first.mean().backward()
pair = Pair(net(x), net(x))
pair.second.sum().backward(retain_graph=True)
pair._asdict()["second"].mean().backward()

Holder = type("Holder", (object,), {"kept": net(x), "read": lambda self: self.kept})
Holder.kept.sum().backward(retain_graph=True)
Holder().read().mean().backward()
name = types.SimpleNamespace(name="Other").name
kept = net(x)
Other = type(name, (Holder,), dict(kept=kept))
kept.sum().backward(retain_graph=True)
Other().read().mean().backward()
