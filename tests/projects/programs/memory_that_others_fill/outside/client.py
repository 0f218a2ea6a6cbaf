import torch
from agent import Agent

agent = Agent()
for _ in range(4):
    agent.memory.push((torch.randn(2), torch.randn(())))
    agent.learn()
