from torch import nn

from base import Trainer


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Sequential(nn.Linear(2, 2), nn.Tanh()), nn.Linear(2, 1)

    def forward(self, x):
        features = self.body(x)
        return self.head(features), features


class ConcreteTrainer(Trainer):
    def make_critic(self):
        return Critic()
