# %% prelude
import functools
import operator
import random
import threading
import weakref
from collections import deque

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
net = nn.Linear(3, 1)
x = torch.randn(4, 3)
some = torch.initial_seed() % 2

# %% a reentrant checkpoint of several results is one node
w = torch.randn(3, requires_grad=True)
a, b = checkpoint(lambda v: (v.exp(), v.sin()), w, use_reentrant=True)
a.sum().backward()
b.sum().backward()  # expect: RTG101

# %% a function that marks what it writes
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, value):
        ctx.mark_dirty(value)
        return value.mul_(2)

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


loss = Double.apply(net(x)).square().mean()
loss.backward(retain_graph=True)
loss.backward()

# %% a function without weights of its own makes no graph of data
class Squared(torch.autograd.Function):
    @staticmethod
    def forward(ctx, value):
        ctx.save_for_backward(value)
        return value * value

    @staticmethod
    def backward(ctx, gradient):
        (value,) = ctx.saved_tensors
        return 2 * value * gradient


loss = (net(x) * Squared.apply(x).sum()).mean()
loss.backward()
loss = Squared.apply(net(x)).mean()
loss.backward()
loss.backward()  # expect: RTG101

# %% a thread leaves a graph in the list that it is given
losses = []
thread = threading.Thread(target=lambda kept: kept.append(net(x).square().mean()), args=(losses,))
thread.start()
thread.join()
losses[0].backward(retain_graph=True)
losses[0].backward()

# %% a thread leaves a graph in the dictionary that it is given by name
def work(name, kept):
    kept[name] = net(x).square().mean()


losses = {}
thread = threading.Thread(target=work, kwargs={"name": "loss", "kept": losses})
thread.start()
thread.join()
losses["loss"].backward(retain_graph=True)
losses["loss"].backward()

# %% a weak proxy is the model
near = weakref.proxy(net)
loss = near(x).square().mean()
loss.backward()
loss.backward()  # expect: RTG101

# %% getters of items and attributes give what is there
class Result:
    def __init__(self, loss):
        self.loss = loss


one, other = Result(net(x).square().mean()), {"loss": net(x).exp().mean()}
operator.attrgetter("loss")(one).backward(retain_graph=True)
one.loss.backward()
operator.itemgetter("loss")(other).backward()
other["loss"].backward()  # expect: RTG101

# %% a method knows its object, and its function
class Holder:
    def __init__(self):
        self.loss = net(x).square().mean()

    def send(self):
        self.loss.backward(retain_graph=True)


holder = Holder()
send = holder.send
send.__func__(send.__self__)
send.__self__.loss.backward()

# %% a partial knows its function and its arguments
loss = net(x).square().mean()
send = functools.partial(torch.autograd.backward, loss)
send.func(send.args[0], retain_graph=True)
send.__call__()

# %% graphs in sets that are united
a, b, c = net(x).sum(), net(x).exp().sum(), net(x).square().sum()
for loss in {a, b}.union({c}).difference({a}):
    loss.backward(retain_graph=True)
for loss in {b, a}.symmetric_difference({a}) | {c}:
    loss.backward()
a.backward()

# %% graphs in sets that meet
a, b = net(x).square().sum(), net(x).exp().sum()
for loss in {a, b} & {a}:
    loss.backward()
for loss in {a, b}.intersection({a}):
    loss.backward()  # expect: RTG101

# %% graphs in sets of which one or none is left
a, b = net(x).square().sum(), net(x).exp().sum()
for loss in {a, b} - {a}:
    loss.backward()
for loss in {a, b}.intersection({a}):
    loss.backward()
for loss in {a}.difference((a, b)):
    loss.backward()

# %% put at a place that is not known
losses = [net(x).square().mean()]
losses.insert(some, net(x).exp().mean())
losses[0].backward(retain_graph=True)
losses[1].backward(retain_graph=True)
for loss in losses:
    loss.backward()

# %% turned by a number that is not known
losses = deque([net(x).square().mean(), net(x).exp().mean()])
losses[0].backward(retain_graph=True)
losses.rotate(some)
for loss in losses:
    loss.backward()

# %% a queue of a length that is not known
losses = deque(maxlen=some + 1)
losses.append(net(x).square().mean())
losses.append(net(x).exp().mean())
losses[-1].backward(retain_graph=True)
losses.pop().backward()

# %% texts that are put together name what is in a table
table = {"loss_a": net(x).square().mean(), "b": net(x).exp().mean()}
table["%s_%s" % ("loss", "a")].backward(retain_graph=True)
table["{}_{}".format("loss", "a")].backward()
table["A,B".lower().split(",")[1]].backward(retain_graph=True)
table["{0}{1}".format("", "b")].backward(retain_graph=True)
table["xb".replace("x", "")].backward()

# %% what is asked of texts decides which way is gone
loss = net(x).square().mean()
if "adam_w".startswith(("sgd", "adam")):
    loss.backward(retain_graph=True)
if "adam".endswith("x") or "7".isdigit():
    loss.backward()

# %% numbers that are made of texts
loss = net(x).square().mean()
loss.backward(retain_graph=bool(int("1")))
if int("2") > float("1.5") and str(3) == "3" and not bool():
    loss.backward()

# %% all or any of some flags
loss = net(x).square().mean()
if all([True, True]) and not any([False, None]):
    loss.backward(retain_graph=True)
if any(flag for flag in (False, True)):
    loss.backward()

# %% a parent that is named with its child
class Base:
    def send(self, loss):
        loss.backward(retain_graph=True)


class Child(Base):
    def send(self, loss):
        super(Child, self).send(loss)
        loss.backward()


Child().send(net(x).square().mean())

# %% classes that are made by a call
Made = type("Made", (nn.Module,), {"forward": lambda self, v: net(v).square().mean()})
loss = Made()(x)
loss.backward()
loss.backward()  # expect: RTG101

# %% what a value is decides which way is gone
loss = net(x).square().mean()
checks = (isinstance(loss, torch.Tensor), isinstance(net, nn.Module), isinstance([loss], (list, tuple)), type(net) is nn.Linear)
if all(checks) and not isinstance(loss, nn.Parameter) and not isinstance(net, nn.Conv2d):
    loss.backward(retain_graph=True)
if isinstance(net.weight, nn.Parameter) and isinstance({}, dict) and issubclass(nn.Linear, nn.Module):
    loss.backward()

# %% networks that are made one way or the other
class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts, self.by_name = [nn.Linear(3, 3)], {"head": nn.Linear(3, 1)}
        self.act = nn.Tanh()

    def forward(self, value):
        return self.by_name["head"](self.act(self.parts[0](value)))


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts, self.by_name = [nn.Linear(3, 3), nn.Linear(3, 3)], {"head": nn.Linear(3, 1), "more": nn.ReLU()}
        self.act = nn.ReLU()

    def forward(self, value):
        for part in self.parts:
            value = self.act(part(value))
        return self.by_name["head"](value)


def make(kind):
    if kind == "plain":
        return Plain()
    return Deep()


model = make(["plain", "deep"][some])
loss = model(x).square().mean()
loss.backward(retain_graph=True)
loss.backward()

# %% lists of layers that differ with an option
def build(wide):
    layers = [nn.Linear(3, 8), nn.ReLU()] if wide else [nn.Linear(3, 8, bias=False), nn.Tanh()]
    if wide:
        layers.append(nn.Dropout(0.1))
    return nn.Sequential(*layers, nn.Linear(8, 1))


model = build(some)
loss = model(x).square().mean()
loss.backward()
model(x).mean().backward()

# %% hooks of modules are handed keywords, and may change what goes in and what comes out
def before(module, given, keywords):
    return (given[0] * 2,), {**keywords}


def after(module, given, result):
    return result.square()


net.register_forward_pre_hook(before, with_kwargs=True)
handle = net.register_forward_hook(after)
loss = net(x).mean()
loss.backward(retain_graph=True)
loss.backward()
handle.remove()
net(x).mean().backward()

# %% a hook on the parts of a network keeps what they give
kept = []
model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
for part in model.children():
    part.register_forward_hook(lambda module, given, result: kept.append(result))
loss = model(x).square().mean()
loss.backward()
kept[0].sum().backward()  # expect: RTG101

# %% rows of a table of graphs
rows = [[net(x).square().mean(), net(x).exp().mean()], [net(x).sum().square(), net(x).mean().exp()]]
row = rows[some]
row[0].backward(retain_graph=True)
row[0].backward()
for loss in rows[1 - some]:
    loss.backward()

# %% an object with attributes of computed names
class Bag:
    pass


bag = Bag()
for number, name in enumerate(torch.__version__.split(".")[:2]):
    setattr(bag, f"loss_{name}", net(x).square().mean() * (number + 1))
for name in torch.__version__.split(".")[:2]:
    getattr(bag, f"loss_{name}").backward(retain_graph=True)
    getattr(bag, f"loss_{name}").backward()

# %% data that helpers choose
def choose(value, flag):
    if flag:
        return value.mean().item(), 1
    return 0.0, 2


weight, power = choose(x, some)
loss = (net(x) * weight).pow(power).mean()
loss.backward()
loss = (net(x) * choose(x, True)[0]).square().mean()
loss.backward()
loss.backward()  # expect: RTG101

# %% flags of which one is not known
loss = net(x).square().mean()
if any([some == 0, False]):
    loss.backward()
loss.backward()  # expect: RTG101

# %% flags none of which is known
loss = net(x).square().mean()
if not all([some == 0, some < 9, True]):
    loss = net(x).exp().mean()
loss.backward()
loss.backward()  # expect: RTG101

# %% some of the losses, drawn at random
losses = [net(x).square().mean(), net(x).exp().mean()]
drawn = random.sample(losses, 2)
if len(drawn) == 2:
    losses[0].backward()
losses[0].backward()  # expect: RTG101

# %% an attribute by a name that is not known may be any of the tensors
class Losses:
    def __init__(self):
        self.one, self.two = net(x).square().mean(), net(x).exp().mean()


made = Losses()
made.one.backward(retain_graph=True)
made.two.backward(retain_graph=True)
getattr(made, ["one", "two"][some]).backward()

# %% gradients with respect to parameters that are not counted
parameters = [parameter for parameter in net.parameters() if parameter.dim() > some]
loss = net(x).square().mean()
gradients = torch.autograd.grad(loss, parameters, create_graph=True)
penalty = sum(gradient.square().sum() for gradient in gradients)
(loss + penalty).backward()
loss = net(x).square().mean()
(gradient,) = torch.autograd.grad(loss, parameters[:1], create_graph=True)
gradient.square().sum().backward()
loss.backward()  # expect: RTG101

# %% parameters given in place of those of the parts
model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
fast = {name: parameter * 1 for name, parameter in model.named_parameters()}
torch.func.functional_call(model, fast, (x,)).square().mean().backward()
model(x).square().mean().backward()
torch.func.functional_call(model, fast, (x,)).square().mean().backward()  # expect: RTG101

# %% a minimiser that calls what computes the loss goes on
optimizer = torch.optim.LBFGS(net.parameters(), max_iter=2)
hidden = net(x).exp()


def closure():
    optimizer.zero_grad()
    now = net(x).square().mean()
    now.backward()
    return now


loss = optimizer.step(closure)
again = net(x).square().mean()
again.backward()
again.backward()  # expect: RTG101

# %% there are as many gradients as inputs
loss = net(x).square().mean()
gradients = torch.autograd.grad(loss, [net.weight, net.bias], create_graph=True)
if len(gradients) != 2:
    loss.backward()
loss.backward()

# %% a step of the model's own parameters leaves those that were given alone
model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
fast = {name: parameter * 1 for name, parameter in model.named_parameters()}
loss = torch.func.functional_call(model, fast, (x,)).square().mean()
loss.backward(retain_graph=True)
optimizer.step()
loss.backward()
