"""Each net makes an optimiser of itself; that of the target net never steps, and so owns nothing. One that steps later does."""

import torch
from torch import nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.value = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.parameters(), lr=0.1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.value(x))


class Agent:
    def __init__(self) -> None:
        self.net, self.target, self.other = Net(), Net(), Net()

    def learn(self, x: torch.Tensor) -> None:
        goal = 1 + 0.9 * self.target(x).detach()
        self.net.optimizer.zero_grad()
        loss = nn.functional.mse_loss(self.net(x), goal)
        loss.backward()
        self.net.optimizer.step()
        self.target.load_state_dict(self.net.state_dict())

    def learn_both(self, x: torch.Tensor) -> None:
        self.net.optimizer.zero_grad()
        (self.net(x) - self.other(x)).square().mean().backward()
        self.net.optimizer.step()


agent = Agent()
for _ in range(3):
    agent.learn(torch.randn(5, 4))
    agent.learn_both(torch.randn(5, 4))
agent.other.optimizer.step()
