"""A parameter loop freezes the critic while the actor is trained through it; without it the gradients are wasted."""
from agent import Agent

agent = Agent()
for _ in range(2):
    agent.update_frozen()
    agent.update_wasteful()
