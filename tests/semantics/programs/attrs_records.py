# %% prelude
import attr
import torch
from torch import nn

cell, head = nn.GRUCell(3, 4), nn.Linear(4, 1)

# %% a copy with another field carries the state: OPTIONS, FIELD
# each: OPTIONS, FIELD = frozen=False; attr.ib() | frozen=True; attr.ib(type=torch.Tensor, kw_only=True)
@attr.s(OPTIONS)
class Carry:
    hidden = FIELD
    step = attr.ib(default=0)


carry = Carry(hidden=torch.zeros(2, 4))
for x in torch.randn(3, 2, 3):
    hidden = cell(x, carry.hidden)
    head(hidden).mean().backward()  # expect: RTG102
    carry = attr.evolve(carry, hidden=hidden, step=carry.step + 1)

# %% fields by position, and defaults made anew: FIELD
# each: FIELD = attr.ib(factory=list) | attr.ib(default=attr.Factory(list))
@attr.s
class Model:
    net = attr.ib()
    keep = attr.ib(default=True)
    kept = FIELD

    def step(self, x):
        loss = self.net(x).exp().mean()
        self.kept.append(loss)
        loss.backward(retain_graph=self.keep)

    def again(self):
        sum(self.kept).backward()  # expect: RTG101


model = Model(nn.Linear(3, 1), False)
for x in torch.randn(3, 2, 3):
    model.step(x)
model.again()
