import torch
from helpers import draw, find_device
from torch import nn

from .helpers import make_block


class Trainer:
    def __init__(self, rate):
        self.device = find_device()
        self.generator = make_block(3).to(self.device)
        self.critic = nn.Sequential(make_block(3), nn.Linear(3, 1)).to(self.device)
        self.optimizer = torch.optim.Adam([*self.generator.parameters(), *self.critic.parameters()], lr=rate)

    def train(self, batches):
        for _ in batches:
            loss = self.critic(self.generator(draw(2, self.device))).mean()
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
