import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.to_q = nn.Linear(size, size)
        self.to_kv = nn.Linear(size, 2 * size)
        self.heads = 2

    def forward(self, x):
        qkv = (self.to_q(x), *self.to_kv(x).chunk(2, dim=-1))
        q, k, v = map(lambda t: t.unflatten(-1, (self.heads, -1)).transpose(1, 2), qkv)
        return (q @ k.transpose(-1, -2)).softmax(-1) @ v


net = Attention(4)
optimizer = torch.optim.SGD(net.parameters(), 0.1)
for _ in range(3):
    loss = net(torch.randn(2, 3, 4)).square().sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
