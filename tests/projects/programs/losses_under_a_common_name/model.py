from torch import nn


class Model:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Tanh())

    def step(self, batch):
        loss = self.net(batch).square().mean()
        loss.backward(retain_graph=True)
        return loss
