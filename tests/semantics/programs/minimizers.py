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

# %% a function that only evaluates is run beside one that runs the engine
def objective(point):
    return feature.sum().item()


def gradient(point):
    at = torch.tensor(point, requires_grad=True)
    (feature * at.sum()).square().mean().backward()  # expect: RTG102
    return at.grad.tolist()


minimize(objective, [1.0, 1.0], jac=gradient)

# %% what follows is no iteration of it
def objective(point):
    loss = net(x).square().mean()
    loss.backward()
    return loss.item()


state = net(x).tanh()
for _ in range(2):
    minimize(objective, [1.0, 1.0])
    (state * net(x)).mean().backward()  # expect: RTG102

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

# %% a flag that the point decides may pick out the last call
def objective(point):
    feature.sum().backward(retain_graph=bool(point[0] > 0))
    return float(point[0] ** 2)


minimize(objective, [1.0, 1.0])
