import os

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(2, 3), nn.Linear(2, 3)

    def forward(self, x, labels, others):
        total = 0
        if labels is not None:
            total += nn.functional.cross_entropy(self.body(x), labels)
        if others is not None:
            total += nn.functional.cross_entropy(self.head(x), others)
        return (total, x)


steps = int(os.environ.get("STEPS", 2))
net = Net()
labels = torch.tensor([0, 1, 2, 0])
rows = torch.randn(4, 2)
loader = DataLoader(TensorDataset(rows, rows, rows, labels, labels), batch_size=2)
for batch in loader:
    batch = tuple(part.to("cpu") for part in batch)
    loss = net(batch[0], batch[3], batch[4])[0] / steps
    loss.backward(retain_graph=True)  # expect: RTG201
