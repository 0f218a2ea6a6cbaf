"""What the environment says of the episode's end is asked twice, by what learns and by the loop, and is the same both times."""

import pydoc

import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
advance = pydoc.locate("builtins.next")


class Agent:
    def __init__(self, policy, episodes):
        self.policy = policy
        self.episodes = episodes
        self.optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)

    def reset(self):
        self.script = self.episodes()
        self.state, self.reward, self.done, _ = advance(self.script)
        self.done = False
        self.saved = []

    def step(self):
        while not self.done:
            choices = Categorical(logits=self.policy(torch.tensor(self.state)))
            action = choices.sample()
            self.saved.append(choices.log_prob(action))
            self.state, self.reward, self.done, _ = advance(self.script)
            if self.time_to_learn():
                self.learn()

    def time_to_learn(self):
        return self.done

    def learn(self):
        self.optimizer.zero_grad()
        loss = -(torch.stack(self.saved) * self.reward).sum()
        loss.backward()
        self.optimizer.step()

    def run(self, count):
        for _ in range(count):
            self.reset()
            self.step()


def episodes():
    return iter([([0.1, 0.2], 0.0, False, {}), ([0.3, 0.1], 1.0, False, {}), ([0.2, 0.2], 1.0, True, {})])


Agent(nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2)), episodes).run(3)
