"""What was computed before the loop only weighs what each iteration computes anew: cut off; or it alone leads to a part."""

import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.policy, self.value = nn.Linear(4, 2), nn.Linear(4, 1)

    def act(self, state):
        log_probability = self.policy(state).log_softmax(-1)[0]
        return log_probability, self.value(state)


def two_values(agent, optimizer, states):
    memory = [agent.act(state) for state in states]
    old, values = torch.stack([m[0] for m in memory]), torch.cat([m[1] for m in memory])
    for _ in range(3):
        new = agent.policy(states).log_softmax(-1)[:, 0]
        loss = ((new - old).exp() * (1 - values)).mean() + agent.value(states).square().mean()
        optimizer.zero_grad()
        loss.backward()  # expect: RTG102
        optimizer.step()


def all_cut_off(agent, optimizer, states):
    old = agent.policy(states).log_softmax(-1)[:, 0].detach()
    for _ in range(3):
        new = agent.policy(states).log_softmax(-1)[:, 0]
        loss = ((new - old).exp() * (1 - agent.value(states).detach().squeeze(1))).mean()
        loss = loss + agent.value(states).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


for train in (two_values, all_cut_off):
    agent = Agent()
    train(agent, torch.optim.SGD(agent.parameters(), lr=0.1), torch.randn(5, 4))
