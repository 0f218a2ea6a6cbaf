"""Log-probabilities are kept on the agent until the end of an episode; clearing them is forgotten in one agent."""
from agents import Clearing, Forgetting

for agent in (Clearing(), Forgetting()):
    for _ in range(2):
        agent.run_episode(3)
