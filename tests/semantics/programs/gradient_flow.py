# %% prelude
import copy
import io
import pickle

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd import Variable

x = torch.rand(2, 3)
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)

# %% an optimiser clears only its own parameters
other = nn.Linear(3, 1)
(net(x).sum() + other(x).sum()).backward()
opt.zero_grad()
assert net[0].weight.grad is None and other.weight.grad is not None

# %% what cuts a graph: CUT
# each: CUT = Variable(t) | t.detach() | t.data | torch.tensor(t) | t.new_tensor(t) | nn.Parameter(t) | Variable(t, requires_grad=True) | torch.from_numpy(t.detach().numpy()) | copy.deepcopy(t.detach()) | torch.tensor(t.tolist())
t = net(x)
t.pow(2).sum().backward()
h = CUT
(h * nn.Parameter(torch.ones(1))).sum().backward()

# %% a step after a cut has nothing to do: CUT
# each: CUT = Variable(t) | t.detach() | t.data | torch.tensor(t)
head = nn.Linear(1, 1)
t = net(x)
h = CUT
opt.zero_grad()
head(h).sum().backward()
opt.step()  # expect: RTG303
# %% [fixed]
head = nn.Linear(1, 1)
t = net(x)
h = t
opt.zero_grad()
head(h).sum().backward()
opt.step()

# %% what only looks like a cut: KEEP
# each: KEEP = torch.as_tensor(t) | torch.asarray(t) | torch.Tensor(t) | t.to("cpu") | t.cpu() | t.float() | t.contiguous() | t.type_as(t) | t.requires_grad_(True) | t.view(2) | t[:] | t.expand(2, 1) | nn.Identity()(t) | nn.Dropout(0.5).eval()(t) | F.dropout(t, training=False)
t = net(x)
t.sum().backward()
h = KEEP
h.sum().backward()  # expect: RTG101

# %% a tensor made of losses: MAKE
# each: MAKE = torch.tensor([a, b]) | torch.Tensor([a, b])
a, b = net(x).sum(), net(x).mean()
(a + b).backward()
total = MAKE
total.sum().requires_grad_().backward()

# %% a stack of losses keeps their graphs: MAKE
# each: MAKE = torch.stack([a, b]) | torch.stack([a, b]).sum() | sum([a, b])
a, b = net(x).sum(), net(x).mean()
MAKE.sum().backward()
a.backward()  # expect: RTG101

# %% detach shares the version
t = torch.rand(3, requires_grad=True).exp()
loss = t.sum()
t.detach().add_(1)
loss.backward()  # expect: RTG103

# %% data shares no version
t = torch.rand(3, requires_grad=True).exp()
loss = t.sum()
t.data.add_(1)
loss.backward()

# %% Variable shares the version
t = torch.rand(3, requires_grad=True).exp()
loss = t.sum()
Variable(t).add_(1)
loss.backward()  # expect: RTG103

# %% requires_grad_(False) of what has a history
t = net(x)
t.requires_grad_(False)  # raises: you can only change requires_grad flags of leaf variables

# %% deepcopy of what has a history
t = net(x)
copy.deepcopy(t)  # raises: Only Tensors created explicitly by the user

# %% a copied or pickled leaf: COPY
# each: COPY = copy.deepcopy(w) | pickle.loads(pickle.dumps(w))
w = torch.rand(3, requires_grad=True)
y = (w * w).sum()
y.backward()
z = COPY
(z * z).sum().backward()

# %% a copied network has parameters of its own
twin = copy.deepcopy(net)
loss = twin(x).sum()
net(x).sum().backward()
opt.step()
loss.backward()

# %% a shallow copy has the same parameters
twin = copy.copy(net)
loss = twin(x).sum()
net(x).sum().backward()
opt.step()
loss.backward()  # expect: RTG103

# %% autograd.grad leaves the gradients alone
w = list(net.parameters())
torch.autograd.grad(net(x).sum(), w)
assert all(p.grad is None for p in w)

# %% backward(inputs=) leaves other gradients alone
net(x).sum().backward(inputs=[net[1].weight])
assert net[0].weight.grad is None and net[1].weight.grad is not None

# %% eval mode keeps gradients
net.eval()
loss = net(x).sum()
loss.backward()
loss.backward()  # expect: RTG101

# %% a Parameter made under no_grad requires grad
with torch.no_grad():
    w = nn.Parameter(torch.rand(3))
loss = (w * w).sum()
loss.backward()
loss.backward()  # expect: RTG101

# %% total = 0; total += loss makes a new tensor
total = 0
loss = net(x).sum()
total += loss
total.backward()
loss.backward()  # expect: RTG101

# %% loss += x changes the same object
loss = net(x).sum()
alias = loss
loss += net(x).pow(2).sum()
loss.backward()
alias.backward()  # expect: RTG101

# %% zeros += loss
total = torch.zeros(())
total += net(x).sum()
total.backward()

# %% zeros(requires_grad=True) += loss
total = torch.zeros((), requires_grad=True)
total += net(x).sum()  # raises: a leaf Variable that requires grad is being used in an in-place operation

# %% numbers have no history: CUT
# each: CUT = float(loss) | loss.item()
total = 0.0
for _ in range(3):
    loss = net(x).sum()
    loss.backward()
    total += CUT

# %% a number has no backward
loss = net(x).sum()
loss.item().backward()  # raises: 'float' object has no attribute 'backward'

# %% a helper that switches requires_grad off and on
def set_requires_grad(module, flag):
    for p in module.parameters():
        p.requires_grad = flag


set_requires_grad(net, False)
loss = net(x).sum()
set_requires_grad(net, True)
loss.requires_grad_().backward()
opt.step()  # expect: RTG303
# %% [fixed]
def set_requires_grad(module, flag):
    for p in module.parameters():
        p.requires_grad = flag


set_requires_grad(net, False)
set_requires_grad(net, True)
loss = net(x).sum()
loss.requires_grad_().backward()
opt.step()

# %% states in a list detached in place: LOOP
# each: LOOP = [s.detach_() for s in states] | list(map(torch.Tensor.detach_, states))
cell = nn.LSTMCell(3, 3)
states = [torch.zeros(2, 3), torch.zeros(2, 3)]
for _ in range(3):
    states = list(cell(x, states))
    states[0].sum().backward()
    LOOP

# %% states in a list detached in place in a loop
cell = nn.LSTMCell(3, 3)
states = [torch.zeros(2, 3), torch.zeros(2, 3)]
for _ in range(3):
    states = list(cell(x, states))
    states[0].sum().backward()
    for s in states:
        s.detach_()

# %% only one of two states detached
cell = nn.LSTMCell(3, 3)
states = [torch.zeros(2, 3), torch.zeros(2, 3)]
for _ in range(3):
    states = list(cell(x, states))
    states[0].sum().backward()  # expect: RTG102
    states[0] = states[0].detach()

# %% an added group is stepped too
extra = nn.Linear(1, 1)
opt.add_param_group({"params": extra.parameters()})
loss = extra(net(x)).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% several groups
extra = nn.Linear(1, 1)
opt = torch.optim.Adam([{"params": net.parameters()}, {"params": extra.parameters(), "lr": 0.1}])
loss = extra(net(x)).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% a class of optimisers of the program's own
class Plain(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.add_(p.grad, alpha=-group["lr"])


opt = Plain(net.parameters(), 0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: RTG103

# %% a class of optimisers of the program's own that writes data
class Plain(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data.add_(p.grad, alpha=-group["lr"])


opt = Plain(net.parameters(), 0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# %% two steps with a perturbation between (sharpness-aware)
class Sharp(torch.optim.Optimizer):
    def __init__(self, params, base, **options):
        super().__init__(params, options)
        self.base = base(self.param_groups, **options)

    @torch.no_grad()
    def first_step(self):
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["old"] = p.data.clone()
                p.add_(p.grad)
        self.zero_grad()

    @torch.no_grad()
    def second_step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.data = self.state[p]["old"]
        self.base.step()
        self.zero_grad()


opt = Sharp(net.parameters(), torch.optim.SGD, lr=0.1)
for _ in range(2):
    net(x).sum().backward()
    opt.first_step()
    net(x).sum().backward()
    opt.second_step()

# %% a perturbation between the forward and its second backward
class Sharp(torch.optim.Optimizer):
    def __init__(self, params, **options):
        super().__init__(params, options)

    @torch.no_grad()
    def first_step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.add_(p.grad)
        self.zero_grad()


opt = Sharp(net.parameters(), lr=0.1)
loss = net(x).sum()
loss.backward(retain_graph=True)
opt.first_step()
loss.backward()  # expect: RTG103

# %% a closure handed to step
def closure():
    opt.zero_grad()
    loss = net(x).pow(2).sum()
    loss.backward()
    return loss


for _ in range(3):
    opt.step(closure)

# %% a scheduler touches no graph
scheduler = torch.optim.lr_scheduler.StepLR(opt, 1)
loss = net(x).sum()
loss.backward(retain_graph=True)
scheduler.step()
loss.backward()
opt.step()

# %% a detach that would leave another call nothing to differentiate
# reason: where the gradients enter, the other call would have no graph, which torch refuses
other = nn.Linear(3, 1)
other_opt = torch.optim.SGD(other.parameters(), lr=0.1)


def join(wanted):
    return (wanted + net(x)).norm()


for _ in range(2):
    join(torch.ones(2, 1)).backward()
    both = join(other(x))
    other_opt.zero_grad()
    both.backward()  # silent: RTG301
    other_opt.step()
    opt.zero_grad()
# %% [fixed]
other = nn.Linear(3, 1)
other_opt = torch.optim.SGD(other.parameters(), lr=0.1)


def join(wanted, unwanted):
    return (wanted + unwanted).norm()


for _ in range(2):
    join(torch.ones(2, 1), net(x)).backward()
    both = join(other(x), net(x).detach())
    other_opt.zero_grad()
    both.backward()
    other_opt.step()
    opt.zero_grad()
