from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 1))

    def loss(self, batch):
        x, y = batch
        predicted = self.body(x)
        return ((predicted - y) ** 2).mean(), predicted
