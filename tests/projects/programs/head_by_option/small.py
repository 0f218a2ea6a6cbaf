from torch import nn


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = nn.Linear(4, 1)

    def forward(self, x):
        x = x.tanh()
        return self.last(x)
