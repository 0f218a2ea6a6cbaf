"""A dictionary that takes in the entries of an opaque object holds its graphs, and so does what is listed of one in reverse."""

import torch

exec("""
class Model:
    weight = torch.ones(2, requires_grad=True)

    def loss(self):
        kept = self.weight.exp().sum()
        self.parts = [kept]
        self.named = {"a": kept}
        return kept.square()
""")

model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
{"b": 1, **model.named}["a"].backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
dict(model.named, b=1)["a"].backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
list(reversed(model.parts))[0].backward()
