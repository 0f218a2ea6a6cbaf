"""Of two values computed before the loop one is cut off; the other only weighs what each iteration computes anew."""

import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.policy, self.value = nn.Linear(4, 2), nn.Linear(4, 1)


def one_of_them_cut_off(agent, optimizer, states):
    old = agent.policy(states).log_softmax(-1)[:, 0]
    with torch.no_grad():
        values = agent.value(states).squeeze(1)
    for _ in range(3):
        new = agent.policy(states).log_softmax(-1)[:, 0]
        loss = ((new - old).exp() * (1 - values)).mean() + agent.value(states).square().mean()
        optimizer.zero_grad()
        loss.backward()  # expect: RTG102
        optimizer.step()


agent = Agent()
one_of_them_cut_off(agent, torch.optim.SGD(agent.parameters(), lr=0.1), torch.randn(5, 4))
