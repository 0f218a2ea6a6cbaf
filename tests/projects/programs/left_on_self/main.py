"""The state that the last call left on the object is of an older iteration."""
from model import Agent

agent = Agent()
for _ in range(3):
    agent.learn()
