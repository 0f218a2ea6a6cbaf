"""An off-policy agent in the manner of soft actor-critic: a stochastic actor and a critic."""

import torch
from torch import nn
from torch.distributions import Normal


class Agent:
    def __init__(self, states=3, actions=2, alpha=0.2):
        self.actor = nn.Sequential(nn.Linear(states, 32), nn.ReLU(), nn.Linear(32, actions))
        self.critic = nn.Sequential(nn.Linear(states + actions, 32), nn.ReLU(), nn.Linear(32, 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3)
        self.alpha = alpha

    def act(self, state):
        distribution = Normal(self.actor(state), 0.5)
        action = distribution.rsample()
        return action, distribution.log_prob(action).sum(-1, keepdim=True)

    def update(self, state, action, target):
        critic_loss = nn.functional.mse_loss(self.critic(torch.cat([state, action], -1)), target)
        new_action, log_prob = self.act(state)
        value = self.critic(torch.cat([state, new_action], -1))
        actor_loss = (self.alpha * log_prob - value).mean()

        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        return critic_loss.item(), actor_loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    agent = Agent()
    for step in range(10):
        batch = torch.randn(16, 3), torch.randn(16, 2), torch.randn(16, 1)
        print(step, *agent.update(*batch))
