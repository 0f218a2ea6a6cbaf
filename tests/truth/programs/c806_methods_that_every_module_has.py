"""Methods of modules by their names: what is set is there, what a hook before the forward computes anew is not."""

import torch
from torch import nn

net, head = nn.Linear(2, 3), nn.Linear(3, 1)
opt = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)


class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = None


holder = Holder()
out = net(torch.ones(4, 2)).exp()
holder.__setattr__("kept", out)
out.mean().backward(retain_graph=True)
holder.kept.sum().backward()

out = net.forward(torch.ones(4, 2)).exp()
out.mean().backward(retain_graph=True)
head.forward(out).sum().backward()

holder.add_module("part", nn.Linear(3, 1))
out = net(torch.ones(4, 2)).exp()
out.mean().backward(retain_graph=True)
holder.get_submodule("part")(out).sum().backward()

holder.register_buffer("mask", net(torch.ones(4, 2)).exp())
holder.mask.mean().backward(retain_graph=True)
holder.mask.sum().backward()
out = net(torch.ones(4, 2)).exp()
out.mean().backward(retain_graph=True)  # expect: RTG201

layers = nn.ModuleList([head])
layers.append(net)
out = layers[1](torch.ones(4, 2)).exp()
out.mean().backward(retain_graph=True)
layers[0](out).sum().backward()
layers.extend([nn.Linear(3, 1)])
out = layers[1](torch.ones(4, 2)).exp()
out.mean().backward(retain_graph=True)
layers[2](out).sum().backward()
opt.step()
