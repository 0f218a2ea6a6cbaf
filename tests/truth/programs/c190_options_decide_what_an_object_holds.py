"""An option decides in the constructor what an object holds, and in each step what becomes of it. A client's call that does
nothing leaves both kinds of object as they were: they are not one afterwards."""

import torch
from torch import nn


class Temperature:
    def __init__(self, options):
        self.policy = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.1)
        self.tuned = options["tuned"]
        if self.tuned:
            self.log_alpha = torch.zeros(1, requires_grad=True)
            self.alpha = self.log_alpha.exp()
        else:
            self.alpha = options["alpha"]

    def learn(self, state):
        loss = (self.alpha * self.policy(state).pow(2)).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if self.tuned:
            with torch.no_grad():
                self.log_alpha -= 0.1 * self.log_alpha.grad
            self.log_alpha.grad = None
            self.alpha = self.log_alpha.exp()

    def run(self, states):
        if len(states) > 2:
            for state in states:
                self.learn(state)


for tuned in (True, False):
    agent = eval("Temperature")({"tuned": tuned, "alpha": 0.2})
    for count in (1, 4, 4):
        agent.run([torch.randn(2, 4) for _ in range(count)])
