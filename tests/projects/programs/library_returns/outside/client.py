from types import SimpleNamespace

from torch import nn
import torch

from pkg import Recorder, append_loss, set_attribute, step_and_keep, step_and_return

net, kept, listed, holder = nn.Linear(3, 1), {}, [], SimpleNamespace()
step_and_return(net, torch.ones(2, 3))["loss"].backward()
step_and_keep(net, torch.ones(2, 3), kept)
kept["loss"].backward()
append_loss(net, torch.ones(2, 3), listed)
listed[0].backward()
set_attribute(net, torch.ones(2, 3), holder)
holder.loss.backward()
Recorder()(net, torch.ones(2, 3))[1].backward()
