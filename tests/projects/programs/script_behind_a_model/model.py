from steps import send_back
from torch import nn


class Model:
    def __init__(self):
        self.layers = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))

    def learn(self, x):
        return send_back(self.layers, x)
