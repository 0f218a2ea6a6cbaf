import argparse

import torch
from trainer import Trainer

parser = argparse.ArgumentParser()
parser.add_argument("--resume", default="")
options = parser.parse_args([])


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x).tanh()


net = Net()
trainer = Trainer(net, torch.optim.SGD(net.parameters(), lr=0.1), options.resume)
print(trainer.train(), trainer.train())
