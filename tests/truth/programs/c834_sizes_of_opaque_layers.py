"""What a layer says of its sizes is a number, whatever else is not known of it."""

import torch
from torch import nn


def pad_and_apply(x, layer):
    size = layer.kernel_size[0]
    half = size // 2
    padded = nn.functional.pad(x, (half, half - (size % 2 == 0)), mode="constant")
    return layer(padded) / layer.in_channels


def train(net, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        loss = pad_and_apply(net(x), net.layers[0]).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


exec("""
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv1d(2, 2, 3)])

    def forward(self, x):
        return self.layers[0](x).tanh()

train(Net(), [torch.randn(1, 2, 8) for _ in range(2)])
""")
