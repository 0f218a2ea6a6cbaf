"""What a call spreads of an opaque object are its items, in parameters and in what takes the rest of them."""

import torch

exec("""
class Model:
    weight = torch.ones(2, requires_grad=True)

    def loss(self):
        kept = self.weight.exp().sum()
        self.parts = [kept, kept * 2]
        return kept.square()
""")


def send_first(first, *rest):
    first.backward()


def send_rest(first, *rest):
    rest[0].backward()


def send_both(first, second):
    (first + 1).sum().backward()
    second.exp().sum().backward()


model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
send_first(*model.parts)
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
send_rest(*model.parts)
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
send_rest(1, *model.parts)
weights = torch.ones(2, 3, requires_grad=True)
send_both(*weights.unbind())
