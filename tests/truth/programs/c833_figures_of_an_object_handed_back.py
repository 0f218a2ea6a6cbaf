"""What an object that is handed back has added up under `logging` are figures; other losses that it keeps may be sent backward."""

import torch
from torch import nn


class Trainer:
    def __init__(self, net):
        self.net, self.logging, self.kept = net, {}, {}
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def learn(self, batches):
        self.logging["running_loss"] = 0.0
        for x in batches:
            self.optimizer.zero_grad()
            loss = self.net(x).square().mean()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
            self.logging["running_loss"] += loss

    def report(self, writer):
        writer.log({"loss": self.logging["running_loss"]})

    def keep(self, x):
        self.kept["loss"] = self.net(x).square().mean()
        self.kept["loss"].backward(retain_graph=True)

    def get(self):
        return self.kept["loss"]


def train(net, batches):
    trainer = Trainer(net)
    trainer.learn(batches)
    return trainer


def train_and_keep(net, batches):
    trainer = Trainer(net)
    trainer.keep(batches[0])
    return trainer


exec("""
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
batches = [torch.randn(4, 2) for _ in range(2)]
train(net, batches)
train_and_keep(net, batches).get().backward()
""")
