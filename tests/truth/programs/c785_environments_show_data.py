"""What an environment shows after an action without a graph is data; a differentiable simulator is given one."""

import torch
from torch import nn


def train(envs, policy, optimizer, steps):
    rewards = torch.zeros(steps, 3, 1)
    states = envs.reset()
    for step in range(steps):
        with torch.no_grad():
            actions = policy(states)
        states, reward, done = envs.step(actions)
        rewards[step].copy_(reward)
        loss = (policy(states) * reward).mean() - rewards.mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def plan(env, policy, optimizer, steps):
    states = env.reset()
    total = 0.0
    optimizer.zero_grad()
    for step in range(steps):
        states, reward, done = env.step(policy(states))
        total = total - reward.mean()
        total.backward(retain_graph=True)
    optimizer.step()


class Simulator:
    def reset(self):
        self.states = torch.zeros(3, 1)
        return self.states

    def step(self, actions):
        self.states = self.states + actions.tanh()
        return self.states, self.states.square(), False


net = nn.Linear(1, 1)
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
eval("train")(eval("Simulator")(), net, sgd, 3)
eval("plan")(eval("Simulator")(), net, sgd, 3)
