from torch import nn


class Flat(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, x):
        return self.layer(x)
