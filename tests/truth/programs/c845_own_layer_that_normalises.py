"""A layer of the program's own that derives from torch's normalising layers: the running statistics that it inherits are data, on
which no graph goes on. (Hidden code calls the method that sets them anew.)"""

import torch
from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm


class Synchronized(_BatchNorm):
    def _check_input_dim(self, x: torch.Tensor) -> None:
        assert x.dim() == 2

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return nn.functional.batch_norm(
            x, self.running_mean, self.running_var, self.weight, self.bias, self.training, self.momentum, self.eps
        )

    def synchronise(self, mean: torch.Tensor, spread: torch.Tensor) -> None:
        self.running_mean = (1 - self.momentum) * self.running_mean + self.momentum * mean.data
        self.running_var = (1 - self.momentum) * self.running_var + self.momentum * spread.data


net = nn.Sequential(nn.Linear(3, 4), Synchronized(4), nn.Linear(4, 1))
eval("net[1].synchronise(torch.zeros(4), torch.ones(4))")
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(3):
    optimizer.zero_grad()
    loss = net(torch.rand(5, 3)).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
