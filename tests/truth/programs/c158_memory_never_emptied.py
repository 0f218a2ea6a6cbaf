"""An agent keeps what it did, with its graph, in tuples in a list that nobody empties; a list that is emptied is none of it."""

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(4, 2)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.emptied, self.memory = [], []

    def act(self, state):
        log_probability = self.net(state).log_softmax(0)[0]
        self.emptied.append((log_probability, 0.5))
        self.memory.append((self.net(state).log_softmax(0)[1], 1.0))

    def learn(self, memory):
        loss = 0
        for log_probability, reward in memory:
            loss = loss - log_probability * reward
        self.optimizer.zero_grad()
        loss.backward()  # expect: RTG102
        self.optimizer.step()


agent = Agent()
for episode in range(3):
    for _ in range(4):
        agent.act(torch.randn(4))
    agent.learn(agent.emptied)
    agent.emptied.clear()
    agent.learn(agent.memory)
