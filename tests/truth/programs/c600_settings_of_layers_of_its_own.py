import math
import torch
from torch import nn


class Token(nn.Embedding):
    def __init__(self, count, size):
        super().__init__(count, size)


class Model(nn.Module):
    def __init__(self, count, size):
        super().__init__()
        self.token = Token(count, size)
        scale = (torch.arange(0, 4).float() * -(math.log(10.0) / self.token.embedding_dim)).exp()
        self.register_buffer("places", torch.sin(scale))

    def forward(self, x):
        return self.token(x) + self.places


model = Model(10, 4)
opt = torch.optim.SGD(model.parameters(), 0.1)
for _ in range(3):
    loss = model(torch.randint(10, (2,))).square().sum()
    opt.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    opt.step()
