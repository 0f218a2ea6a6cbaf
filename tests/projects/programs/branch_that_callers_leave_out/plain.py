import torch
from engine import train_one_epoch, train_twice
from losses import Criterion

net, critic = torch.nn.Linear(3, 3), torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
batches = [(torch.rand(2, 3), torch.rand(2, 3)) for _ in range(3)]
train_one_epoch(net, critic, Criterion(), batches, optimizer, critic_optimizer)
train_twice(net, Criterion(), batches, optimizer)
