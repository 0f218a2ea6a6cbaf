"""The actor's loss holds the critic's graph, whose weights a step has changed: a detach() mends that and the wasted gradients."""

import torch
from torch import nn

torch.manual_seed(0)
actor, critic = nn.Linear(4, 3), nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
opt_actor = torch.optim.SGD(actor.parameters(), lr=0.1)
opt_critic = torch.optim.SGD(critic.parameters(), lr=0.1)
for _ in range(3):
    states, rewards, actions = torch.randn(5, 4), torch.randn(5), torch.randint(3, (5,))
    advantage = rewards - critic(states).squeeze(-1)
    loss = -(torch.log_softmax(actor(states), 1)[torch.arange(5), actions] * advantage.detach()).mean()
    opt_critic.zero_grad()
    advantage.square().mean().backward()
    opt_critic.step()
    opt_actor.zero_grad()
    loss.backward()
    opt_actor.step()
