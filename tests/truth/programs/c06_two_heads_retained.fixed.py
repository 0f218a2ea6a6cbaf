"""A convolutional trunk with two heads, one call for both."""

import torch
from torch import nn


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten())
        self.classes = nn.Linear(4 * 6 * 6, 3)
        self.boxes = nn.Linear(4 * 6 * 6, 4)

    def forward(self, images):
        features = self.trunk(images)
        return self.classes(features), self.boxes(features)


torch.manual_seed(0)
model = TwoHeads()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
labels, boxes = torch.randint(3, (5,)), torch.randn(5, 4)
for _ in range(3):
    scores, corners = model(torch.randn(5, 1, 8, 8))
    class_loss = nn.functional.cross_entropy(scores, labels)
    box_loss = nn.functional.smooth_l1_loss(corners, boxes)
    optimizer.zero_grad()
    (class_loss + box_loss).backward()
    optimizer.step()
