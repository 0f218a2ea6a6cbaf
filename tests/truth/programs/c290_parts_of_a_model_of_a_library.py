"""A function of a library that makes models returns no tensor: the layers that are taken out of its model build a graph in each
call. (The library is set up here, where it is not seen.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchvision.models")
exec(
    """
from torch import nn

def resnet18():
    return resnet34()

def resnet34():
    model = nn.Sequential()
    model.conv1, model.layer1, model.fc = nn.Linear(4, 6), nn.Sequential(nn.Linear(6, 5), nn.Tanh()), nn.Linear(5, 2)
    return model
""",
    LIBRARY.__dict__,
)
sys.modules["torchvision"], sys.modules["torchvision.models"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].models = LIBRARY

from torchvision import models  # noqa: E402


class Classifier(nn.Module):
    def __init__(self, inner: nn.Module) -> None:
        super().__init__()
        self.features = nn.Sequential(inner.conv1, inner.layer1)
        self.head = nn.Linear(inner.fc.in_features, 3)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.features(x)
        return features, self.head(features)


MAKERS = {"small": models.resnet18, "large": models.resnet34}
name = "small" if len(sys.argv) < 2 else sys.argv[1]
net, critic = Classifier(MAKERS[name]()), nn.Linear(5, 1)
optimizer = torch.optim.SGD([*net.parameters(), *critic.parameters()], lr=0.1)
for _ in range(3):
    features, out = net(torch.randn(2, 4))
    loss = out.square().mean() + critic(features).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

net = Classifier(models.resnet18())
features, out = net(torch.randn(2, 4))
out.sum().backward(retain_graph=True)
critic(features).sum().backward()
