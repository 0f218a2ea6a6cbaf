from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def regulariser(self):
        return sum(parameter.pow(2).sum() for parameter in self.parameters())

    def forward(self, x):
        return self.layer(x).sigmoid()
