from torch import nn

from registry import MODELS


@MODELS.register("small")
class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 1)

    def forward(self, x):
        return self.layer(x).exp()
