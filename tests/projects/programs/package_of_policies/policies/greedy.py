from policies import Policy


class Greedy(Policy):
    def learn(self, x):
        action = self.act(x)
        self.actor_optimizer.zero_grad()
        (-self.critic(action)).mean().backward()
        self.actor_optimizer.step()

        value = self.critic(self.act(x))
        self.critic_optimizer.zero_grad()
        # instead: (self.critic(self.act(x).detach()) - 1).square().mean().backward()
        (value - 1).square().mean().backward()  # expect: RTG301
        self.critic_optimizer.step()
