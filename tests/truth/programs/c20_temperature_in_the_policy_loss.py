"""The actor's loss cannot help running through the critic, but its gradients in the temperature are thrown away."""

import torch
from torch import nn

actor, critic = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
log_alpha = torch.zeros(1, requires_grad=True)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
alpha_optimizer = torch.optim.SGD([log_alpha], lr=0.1)
for _ in range(3):
    x = torch.rand(8, 2)
    critic_optimizer.zero_grad()
    (critic(x) - 1).square().mean().backward()
    critic_optimizer.step()
    entropy = actor(x).square().sum(1)
    alpha = log_alpha.exp()
    policy_loss = (alpha * entropy - critic(actor(x)).squeeze(1)).mean()
    actor_optimizer.zero_grad()
    policy_loss.backward()  # expect: RTG301
    actor_optimizer.step()
    alpha_loss = -(log_alpha * (entropy + 1).detach()).mean()
    alpha_optimizer.zero_grad()
    alpha_loss.backward()
    alpha_optimizer.step()
