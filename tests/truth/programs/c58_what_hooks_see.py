"""What a hook is given hangs on the graph of the forward: sent backward, it needs that graph retained."""

import torch
from torch import nn

exec("""
class Unseen(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.blocks = torch.nn.Linear(2, 8), torch.nn.ModuleList([torch.nn.Tanh()])
        self.last = torch.nn.Linear(8, 1)

    def forward(self, x):
        return self.last(self.blocks[0](self.first(x)))
""")


class Tap:
    def __init__(self, layer):
        self.out = None
        layer.register_forward_hook(self.save)

    def save(self, module, inputs, output):
        self.out = output


class Called:
    def __call__(self, module, inputs, output):
        self.out = output


def make_hook(name):
    def hook(module, inputs, output):
        kept[name] = output

    return hook


def make_model():
    return nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))


def loss_of(model):
    return model(torch.randn(6, 2)).square().mean()


def show(model):
    model(torch.randn(6, 2))


def noted(model):
    kept.clear()
    model[1].register_forward_hook(make_hook("noted"))
    show(model)
    return kept["noted"]


kept = {}
net = make_model()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
tap, called, inputs = Tap(net[1]), Called(), []
net[1].register_forward_hook(make_hook("made"))
net[1].register_forward_hook(lambda module, given, output: kept.update(updated=output))
net[1].register_forward_hook(lambda module, given, output: kept.__setitem__("set", output))
net[1].register_forward_hook(called)
net[2].register_forward_pre_hook(lambda module, given: inputs.append(given[0]))
for step in range(3):
    optimizer.zero_grad()
    loss_of(net).backward(retain_graph=True)
    kept["made"].square().mean().backward(retain_graph=True)
    kept["updated"].square().mean().backward(retain_graph=True)
    kept["set"].square().mean().backward(retain_graph=True)
    called.out.square().mean().backward(retain_graph=True)
    inputs.pop().square().mean().backward(retain_graph=True)
    tap.out.square().mean().backward()
    optimizer.step()
    loss_of(net).backward(retain_graph=True)  # expect: RTG201

cut = make_model()
cut[1].register_forward_hook(lambda module, given, output: output.detach())
outer = cut[0](torch.randn(6, 2))
cut[2](cut[1](outer)).square().mean().backward()
outer.square().mean().backward()

for name, part in (named := make_model()).named_modules():
    if isinstance(part, nn.Tanh):
        part.register_forward_hook(make_hook(name))
loss_of(named).backward(retain_graph=True)
kept["1"].square().mean().backward()

unseen = Unseen()  # noqa: F821
unseen.first.register_forward_hook(make_hook("first"))
unseen.blocks[0].register_forward_hook(make_hook("block"))
for step in range(3):
    loss_of(unseen).backward(retain_graph=True)
    kept["first"].square().mean().backward()
    loss_of(unseen).backward(retain_graph=True)
    kept["block"].square().mean().backward()
    loss_of(unseen).backward(retain_graph=True)  # expect: RTG201

found = Unseen()  # noqa: F821
getattr(found, "".join(["la", "st"])).register_forward_pre_hook(lambda module, given: kept.update(given=given[0]))
dict(found.named_modules())["blocks.0"].register_forward_hook(make_hook("named"))
for step in range(3):
    loss_of(found).backward(retain_graph=True)
    kept["given"].square().mean().backward()
    loss_of(found).backward(retain_graph=True)
    kept["named"].square().mean().backward()

left = make_model()
handle = left[1].register_forward_hook(make_hook("left"))
first = loss_of(left)
handle.remove()
loss_of(left).backward(retain_graph=True)  # expect: RTG201
first.backward(retain_graph=True)
kept["left"].square().mean().backward()

shown = make_model()
value = noted(shown)
value.mean().backward(retain_graph=True)
kept["noted"].mean().backward()

torch.nn.modules.module.register_module_forward_hook(make_hook("every"))
loss_of(make_model()).backward(retain_graph=True)
kept["every"].square().mean().backward()
