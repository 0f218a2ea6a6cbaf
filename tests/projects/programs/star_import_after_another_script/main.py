"""All names come of a package: among them torch, without which nobody knows what no_grad() is."""
from tools import *
from step import update

net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Tanh(), torch.nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def learn(states):
    with torch.no_grad():
        before = net(states)
    for _ in range(3):
        states, before = states[order(4)].clone(), before[order(4)].clone()
        update(net, optimizer, states, before)


learn(noise(4, 2))
