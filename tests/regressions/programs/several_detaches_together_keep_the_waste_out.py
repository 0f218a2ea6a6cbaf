import torch
from torch import nn

actor, critic = nn.Linear(4, 4), nn.Linear(4, 4)
opt_actor = torch.optim.SGD(actor.parameters(), lr=0.1)
opt_critic = torch.optim.SGD(critic.parameters(), lr=0.1)
for x in [torch.randn(2, 4), torch.randn(2, 4)]:
    fake = actor(x)
    loss = critic(fake).norm() + fake.pow(2).mean()
    opt_critic.zero_grad()
    loss.backward()
    opt_critic.step()
    opt_actor.zero_grad()
