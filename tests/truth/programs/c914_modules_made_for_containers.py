"""What functions make for the containers of a network are modules: they keep no graph for the next pass."""

import torch
from torch import nn

exec("""
def build_norm(config, size):
    return config["name"], nn.LayerNorm(size)

def build_activation(config):
    return nn.Tanh()
""")


class Network(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(3, 4),
            build_norm(config, 4)[1],  # noqa: F821
            build_activation(config),  # noqa: F821
            nn.Linear(4, 1),
        )

    def forward(self, x):
        return self.body(x)


net = Network({"name": "layer"})
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for batch in torch.utils.data.DataLoader(torch.rand(8, 2, 3), batch_size=None):
    optimizer.zero_grad()
    loss = net(batch).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
