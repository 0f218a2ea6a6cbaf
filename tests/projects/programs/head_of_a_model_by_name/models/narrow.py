from torch import nn

__all__ = ["Narrow", "narrow"]


class Narrow(nn.Module):
    def __init__(self, body, size):
        super().__init__()
        self.body = body
        self.head = nn.Linear(4, size)

    def forward(self, x):
        x = self.body(x)
        if self.head:
            x = self.head(x)
        return x


def narrow(size=3):
    return Narrow(nn.Linear(4, 4), size)
