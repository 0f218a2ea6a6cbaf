"""What lies deep in a nest that an object out of sight keeps is still of that object."""

import torch

exec("""
class Model:
    weight = torch.ones(2, requires_grad=True)

    def loss(self):
        self.kept = self.weight.exp().sum()
        self.nest = self.kept
        for _ in range(40):
            self.nest = [self.nest]
        return self.kept.square()
""")
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
part = model.nest[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]
part = part[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]
part.backward()
