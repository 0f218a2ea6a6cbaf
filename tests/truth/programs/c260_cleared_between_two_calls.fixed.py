"""Each optimiser is cleared just before its own loss goes backward, and both step at the end: what the second loss leaves in
the net on its way adds to the first one's gradients."""

import torch
from torch import nn

torch.manual_seed(0)


def adversaries() -> nn.Module:
    painter, judge = nn.Linear(2, 4), nn.Linear(4, 1)
    opt_p, opt_j = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (painter, judge))
    for _ in range(2):
        picture = painter(torch.randn(5, 2))
        judge_loss = judge(picture.detach()).exp().mean() - judge(torch.randn(5, 4)).mean()
        opt_j.zero_grad()
        judge_loss.backward()
        painter_loss = -judge(picture).exp().mean()
        opt_p.zero_grad()
        painter_loss.backward(inputs=list(painter.parameters()))
        opt_j.step()
        opt_p.step()
    return nn.ModuleList([painter, judge])


class Learner:
    def __init__(self) -> None:
        self.actor, self.critic = nn.Linear(3, 2), nn.Linear(5, 1)
        self.opt_a = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.opt_c = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def value(self, state: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.critic(torch.cat([state, action], 1)))

    def learn(self, state: torch.Tensor, action: torch.Tensor) -> None:
        self.critic.zero_grad()
        (self.value(state, action) - 1).square().mean().backward()
        self.actor.zero_grad()
        actor_loss = -self.value(state, self.actor(state)).mean()
        actor_loss.backward(inputs=list(self.actor.parameters()))
        self.opt_a.step()
        self.opt_c.step()


first = adversaries()
learner = Learner()
for _ in range(2):
    learner.learn(torch.randn(4, 3), torch.randn(4, 2))
second = nn.ModuleList([learner.actor, learner.critic])
