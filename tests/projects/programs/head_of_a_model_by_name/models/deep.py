from torch import nn

__all__ = ["Deep", "deep"]


class Deep(nn.Module):
    def __init__(self, body, size):
        super().__init__()
        self.body = body
        self.head = nn.Linear(4, size)

    def forward(self, x):
        x = self.body(x).tanh()
        if self.head:
            x = self.head(x)
        return x


def deep(size=3):
    return Deep(nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4)), size)
