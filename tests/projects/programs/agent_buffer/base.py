import torch
from torch import nn
from torch.distributions import Categorical


class Agent:
    def __init__(self):
        self.policy = nn.Sequential(nn.Linear(3, 2), nn.Softmax(dim=-1))
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.0)
        self.log_probs = []

    def act(self, state):
        distribution = Categorical(self.policy(state))
        action = distribution.sample()
        self.log_probs.append(distribution.log_prob(action))
        return action.item()

    def finish(self):
        loss = torch.stack(self.log_probs).sum()
        self.optimizer.zero_grad()
        loss.backward()  # expect: RTG102
        self.optimizer.step()

    def run_episode(self, length):
        for _ in range(length):
            self.act(torch.randn(3))
        self.finish()
