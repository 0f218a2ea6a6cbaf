from types import SimpleNamespace

import torch
from torch import nn
from training import Trainer


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, batch):
        return self.layer(batch["image"]).exp()


trainer = Trainer(Net(), SimpleNamespace(loss="focal"))
for _ in range(3):
    trainer.step({"image": torch.rand(2, 4), "label": torch.tensor([[0], [2]])})
