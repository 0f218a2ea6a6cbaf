# %% prelude
import torch
from torch import nn

x = torch.ones(2, 4)
head, kept = nn.Linear(4, 4), []


class Rows(nn.Module):
    def __init__(self, *parts):
        super().__init__()
        self.parts = nn.ModuleList(parts)
        self.names = [*parts]

    def forward(self, x):
        return self.parts[-1](x)


def keep(module, inputs, output):
    kept.append(output)


# %% a hook of a part that an opaque module calls
# each: PART = head | nn.Sequential(head) | Rows(head) | Rows(nn.Sequential(nn.Tanh(), head)) | Rows(nn.Tanh(), head)
net = nn.Sequential(*eval("[nn.Linear(4, 4)]"), PART)
head.register_forward_hook(keep)
net(x).exp().sum().backward(retain_graph=True)
kept[-1].exp().sum().backward()

# %% a hook of what is no part
other = nn.Linear(4, 4)
net = nn.Sequential(*eval("[nn.Linear(4, 4)]"), Rows(head))
other.register_forward_hook(keep)
kept.append(other.bias + 1)
net(x).exp().sum().backward(retain_graph=True)  # expect: RTG201
kept[-1].sum().backward()

# %% a hook that is removed, and one that returns what takes the place of the output
handle = head.register_forward_hook(keep)
handle.remove()
head.register_forward_hook(lambda module, inputs, output: output.detach())
kept.append(head.bias + 1)
(head(x) * nn.Parameter(torch.ones(4))).sum().backward(retain_graph=True)  # expect: RTG201
head.bias.sum().backward()
assert len(kept) == 1

# %% hooks before and after, with the keywords
def double(module, inputs, options):
    return (inputs[0] * 2,), options


def note(module, inputs, options, output):
    kept.append(output)


head.register_forward_pre_hook(double, with_kwargs=True)
head.register_forward_hook(note, with_kwargs=True)
head(x).exp().sum().backward()
kept[-1].exp().sum().backward()  # expect: RTG101

# %% a hook that raises ends the call
def refuse(module, inputs):
    raise ValueError("refused")


head.register_forward_pre_hook(refuse)
loss = (head.bias * 2).exp().sum()
try:
    head(x).sum().backward()
except ValueError:
    loss.backward()
loss.backward()  # expect: RTG101

# %% hooks of every module
nn.modules.module.register_module_forward_hook(keep)
head(x).exp().sum().backward()
kept[-1].exp().sum().backward()  # silent: RTG101
# reason: it is not known of which module that is
