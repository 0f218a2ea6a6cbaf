import torch

from agent import Agent

agent = Agent()
for _ in range(3):
    agent.learn(torch.rand(4, 2))
