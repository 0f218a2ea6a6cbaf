import numpy as np
from training import Agent

agent = Agent()
for step in range(6):
    agent.memory.add(np.ones(3), step, np.array([0.5]), np.zeros(3))
for _ in range(3):
    agent.train()
