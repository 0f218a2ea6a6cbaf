"""super() along two bases: the outermost method sends back again what the innermost has freed."""
from agents import Agent

agent = Agent()
agent.update()
