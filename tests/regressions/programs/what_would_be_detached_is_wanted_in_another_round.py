import torch
from torch import nn

actor, critic = nn.Linear(4, 4), nn.Linear(4, 4)
opt_actor = torch.optim.SGD(actor.parameters(), lr=0.1)
opt_critic = torch.optim.SGD(critic.parameters(), lr=0.1)
for i in range(2):
    opt_actor.zero_grad()
    x = torch.randn(2, 4)
    out = actor(x) if i == 0 else critic(x)
    loss = out.norm()
    (loss + critic(x).sum()).backward()
    out.sum().backward()
    opt_critic.step()
