"""The children of a library's model stand in a network that is frozen as a whole, and nothing else leads to them: what the network
makes of data has no graph. (The library is set up here, where it is opaque.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchvision.models")
exec(
    """
from torch import nn

def resnet18():
    return nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 5), nn.Tanh())
""",
    LIBRARY.__dict__,
)
sys.modules["torchvision"], sys.modules["torchvision.models"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].models = LIBRARY

from torchvision import models  # noqa: E402

resnet = models.resnet18()
for name, layer in resnet.named_children():
    print(name)


class Features(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Sequential(*list(resnet.children())[0:2])
        self.second = nn.Sequential(*list(resnet.children())[2:])

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        first = self.first(x)
        return first, self.second(first)


resnet = Features()
for parameter in resnet.parameters():
    parameter.requires_grad = False
content = torch.randn(1, 4)
targets = resnet(content)
picture = content.clone().requires_grad_(True)
optimizer = torch.optim.LBFGS([picture])
for _ in range(3):

    def closure():
        optimizer.zero_grad()
        found = resnet(picture)
        loss = sum(nn.MSELoss()(found[i], targets[i]) for i in range(len(targets)))
        loss.backward(retain_graph=True)  # expect: RTG201
        return loss

    optimizer.step(closure)
