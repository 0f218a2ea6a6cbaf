import torch
from torch import nn

critic, actor = nn.Linear(4, 4), nn.Linear(4, 4)
opt_critic = torch.optim.SGD(critic.parameters(), lr=0.1)
opt_actor = torch.optim.SGD(actor.parameters(), lr=0.1)
for x in [torch.randn(2, 4), torch.randn(2, 4)]:
    fake = actor(x)
    loss = fake.norm() + fake.mean()
    slopes = torch.autograd.grad(loss, fake, retain_graph=True)
    both = critic(fake).norm() + fake.sum()
    opt_critic.zero_grad()
    both.backward()
    opt_critic.step()
    opt_actor.zero_grad()
