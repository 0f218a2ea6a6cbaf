"""A distribution of what was computed without gradients is asked for probabilities; another one is made of a network's output."""

import torch
from torch import nn
from torch.distributions import Categorical, Normal

torch.manual_seed(0)
old, policy = nn.Linear(3, 4), nn.Sequential(nn.Linear(3, 4), nn.Tanh())
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
x = torch.randn(5, 3)

with torch.no_grad():
    mean = old(x)
drawn = mean + 0.1
likely = Normal(loc=mean, scale=mean.exp()).log_prob(drawn)
spread = Categorical(logits=mean).entropy().unsqueeze(1)

for _ in range(3):
    optimizer.zero_grad()
    ratio = torch.exp(policy(x) - likely)
    loss = (ratio * spread).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

prior = Normal(torch.zeros(4), torch.ones(4))
for _ in range(2):
    optimizer.zero_grad()
    z = policy(x)
    prior.log_prob(z).mean().backward(retain_graph=True)
    z.sum().backward()
    optimizer.step()

head = nn.Linear(3, 4)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
made = Categorical(logits=head(x))
for _ in range(2):
    optimizer.zero_grad()
    made.entropy().mean().backward(retain_graph=True)
