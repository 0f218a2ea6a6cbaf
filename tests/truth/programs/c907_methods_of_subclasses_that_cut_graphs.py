"""What a class leaves to subclasses may cut graphs off: nothing is known to err where it does not say so itself."""

import torch
from torch import nn


class Base:
    def __init__(self, rate):
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=rate)

    def train_heads(self, inputs):
        features = self.net(inputs)
        first = self.head(features)
        second = self.head(self.prepare(features))
        first.backward()
        second.backward()
        self.optimizer.step()

    def train_states(self, batches):
        state = self.start()
        for batch in batches:
            output, state = self.advance(batch, state)
            output.mean().backward()
            self.optimizer.step()

    def train_all(self, inputs):
        features = self.net(inputs)
        for loss in self.losses(features):
            loss.backward()
        self.optimizer.step()

    def start(self):
        pass

    def prepare(self, features):
        pass

    def head(self, features):
        raise NotImplementedError

    def advance(self, batch, state):
        raise NotImplementedError

    def losses(self, features):
        raise NotImplementedError


exec("""
class Careful(Base):
    def prepare(self, features):
        return self.net(torch.rand(2, 3))
    def head(self, features):
        return features.square().mean()
    def start(self):
        return torch.zeros(2, 1)
    def advance(self, batch, state):
        output = self.net(batch) + state
        return output, output.detach()
    def losses(self, features):
        return [features.square().mean()]

careful = Careful(0.1)
careful.train_heads(torch.rand(2, 3))
careful.train_states([torch.rand(2, 3), torch.rand(2, 3)])
careful.train_all(torch.rand(2, 3))
""")
