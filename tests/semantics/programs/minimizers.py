# %% prelude
import torch
from scipy.optimize import minimize
from torch import nn

net = nn.Linear(3, 1)
x = torch.randn(5, 3)
feature = net(x).tanh()

# %% what was computed before is freed by the first call of the function
def objective(point, scale):
    at = torch.tensor(point, requires_grad=True)
    loss = (feature * at.sum() * scale).square().mean()
    loss.backward()  # expect: RTG102
    return loss.item(), at.grad.tolist()


minimize(objective, [1.0, 1.0], (2.0,), jac=True)

# %% what it is given besides may have a graph: GIVEN
# each: GIVEN = (feature,) | feature | args=(feature,) | args=feature
def objective(point, given):
    at = torch.tensor(point, requires_grad=True)
    loss = (given * at.sum()).square().mean()
    loss.backward()  # expect: RTG102
    return loss.item(), at.grad.tolist()


minimize(objective, [1.0, 1.0], GIVEN, jac=True)

# %% a function that only evaluates is not run
calls = []


def objective(point):
    calls.append(feature.sum())
    return calls[-1].item()


minimize(objective, [1.0, 1.0])
calls[-1].backward()
feature.sum().backward()  # expect: RTG101

# %% each call is an iteration, and none of those that follow
def objective(point):
    loss = net(x).square().mean()
    loss.backward()
    return loss.item()


def again(point):
    loss = (feature * point[0]).mean()
    loss.backward(retain_graph=point[0] > 0)
    return loss.item()


for _ in range(2):
    minimize(objective, [1.0, 1.0])
    loss = net(x).exp().sum()
    loss.backward(retain_graph=True)
    loss.backward()
minimize(again, [1.0, 1.0])

# %% what comes of it is data
def objective(point):
    loss = net(x).square().mean()
    loss.backward()
    return loss.item()


found = minimize(objective, [1.0, 1.0])
h = feature + found["x"][0]
h.exp().sum().backward(retain_graph=True)
feature.sum().backward(retain_graph=True)  # expect: RTG201
(nn.Parameter(torch.ones(1)) + found["x"][0]).sum().backward()

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
