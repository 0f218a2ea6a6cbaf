"""The models cannot be seen; a policy's own sample() keeps its graph, which a distribution's does not."""

from unittest.mock import Mock

import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))

    def sample(self, state):
        mean = self.trunk(state)
        return mean + torch.randn_like(mean), -mean.square().sum(1, keepdim=True), mean

    def distribution(self, state):
        return torch.distributions.Normal(self.trunk(state), 1.0)


critic = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1))
actor = Mock(return_value=Policy())()
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
for _ in range(3):
    state = torch.randn(4, 3)
    action, log_prob, _ = actor.sample(state)
    loss = (log_prob - critic(torch.cat([state, action], 1))).mean()
    actor_optimizer.zero_grad()
    loss.backward()
    actor_optimizer.step()

other = Mock(return_value=Policy())()
other_optimizer = torch.optim.SGD(other.parameters(), lr=0.1)
for _ in range(3):
    state = torch.randn(4, 3)
    loss = -critic(torch.cat([state, other.sample(state)[0]], 1)).mean()
    other_optimizer.zero_grad()
    loss.backward()
    other_optimizer.step()

drawn = Mock(return_value=Policy())()
drawn_optimizer = torch.optim.SGD(drawn.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for _ in range(3):
    state = torch.randn(4, 3)
    loss = critic(torch.cat([state, drawn.distribution(state).sample()], 1)).mean()
    critic_optimizer.zero_grad()
    loss.backward()
    critic_optimizer.step()
    log_prob = drawn.distribution(state).log_prob(torch.randn(4, 2)).sum(1)
    drawn_optimizer.zero_grad()
    log_prob.mean().backward()
    drawn_optimizer.step()
