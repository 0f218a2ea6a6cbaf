# %% prelude
import torch
from scipy.optimize import minimize
from torch import nn

net = nn.Linear(3, 1)
x = torch.randn(5, 3)

# %% what was computed before is freed by the first call of the function
feature = net(x).tanh()


def objective(point, scale):
    at = torch.tensor(point, requires_grad=True)
    loss = (feature * at.sum() * scale).square().mean()
    loss.backward()  # expect: RTG102
    return loss.item(), at.grad.tolist()


minimize(objective, [1.0, 1.0], (2.0,), jac=True)

# %% each call computes all anew
class Problem:
    def __init__(self, target):
        self.target = target

    def value(self, point):
        return self.loss(point)[0].item()

    def gradient(self, point):
        loss, at = self.loss(point)
        loss.backward(retain_graph=True)  # expect: RTG201
        return at.grad.tolist()

    def loss(self, point):
        at = torch.tensor(point, requires_grad=True)
        return (net(x) * at.sum() - self.target).square().mean(), at

    def solve(self):
        return minimize(self.value, [1.0, 1.0], jac=self.gradient)["x"]


Problem(torch.ones(5, 1)).solve()
