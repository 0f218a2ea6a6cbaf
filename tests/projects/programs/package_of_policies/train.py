import torch
from torch import nn

from policies import Greedy

actor, critic = nn.Linear(2, 2), nn.Linear(2, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
policy = Greedy(actor, critic, actor_optimizer, critic_optimizer)
for _ in range(3):
    policy.learn(torch.rand(4, 2))
