"""What is computed of an object's attributes hangs on nothing that another object has built; and a builtin function's result
on what it was given."""

import torch

exec("""
class Model:
    weight = torch.ones(2, requires_grad=True)
    factor = 2

    def loss(self):
        self.kept = self.weight.exp().sum()
        return self.kept.square()


class Target:
    scale = torch.ones(2, requires_grad=True)
    margin = torch.ones(())

    @property
    def penalty(self):
        return self.scale.exp().sum()
""")
model, target = Model(), Target()  # noqa: F821
for _ in torch.ones(3):
    model.loss().backward(retain_graph=True)  # expect: RTG201
    (2 * target.penalty + 1).backward()
for _ in torch.ones(3):
    loss = model.loss() * target.margin
    loss.backward(retain_graph=True)  # expect: RTG201

weight = torch.ones(2, requires_grad=True)
loss = weight.exp().sum()
loss.backward(retain_graph=True)
abs(loss).backward(retain_graph=True)
pow(loss, 2).backward()
