"""A table from which an option takes a class: what each of them computes is followed."""

import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def act(self, x, memory):
        memory.seen.append(x)
        memory.chances.append(self.layer(x).log_softmax(1))
        return memory.chances[-1].argmax(1)

    def evaluate(self, memory):
        return self.layer(torch.stack(memory.seen)).log_softmax(2)


class Critical(Actor):
    def evaluate(self, memory):
        return self.layer(torch.stack(memory.seen)).sigmoid()


class Memory:
    def __init__(self):
        self.seen, self.chances = [], []


class Trainer:
    actors = {"plain": Actor, "critical": Critical}

    def __init__(self, options):
        self.kind = self.actors[options.actor]
        self.policy, self.old_policy = self.kind(), self.kind()
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.1)

    def act(self, x, memory):
        return self.old_policy.act(x, memory)

    def update(self, memory):
        known = torch.stack(memory.chances).detach()
        for _ in range(2):
            ratios = (self.policy.evaluate(memory) - known).exp()
            self.optimizer.zero_grad()
            ratios.mean().backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()


options = eval("type('Options', (), {'actor': 'critical'})")
env = eval("type('World', (), {'step': lambda self, action: torch.randn(2, 4)})()")
trainer, memory, state = Trainer(options), Memory(), torch.randn(2, 4)
for _ in range(3):
    for _ in range(2):
        action = trainer.act(state, memory)
        state = env.step(action)
    trainer.update(memory)
    memory.seen.clear()
    memory.chances.clear()
