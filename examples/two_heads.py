"""A detector: one trunk, a head for the class and a head for the box."""

import torch
from torch import nn
from torch.nn import functional as F


class Detector(nn.Module):
    def __init__(self, classes=5):
        super().__init__()
        self.trunk = nn.Sequential(nn.Conv2d(3, 8, 3, stride=2), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten())
        self.classify = nn.Linear(32, classes)
        self.locate = nn.Linear(32, 4)

    def forward(self, images):
        features = self.trunk(images)
        return self.classify(features), self.locate(features)


def train_step(model, optimizer, images, labels, boxes):
    scores, located = model(images)
    class_loss = F.cross_entropy(scores, labels)
    box_loss = F.smooth_l1_loss(located, boxes)

    optimizer.zero_grad()
    class_loss.backward()
    box_loss.backward()
    optimizer.step()
    return class_loss.item() + box_loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    detector = Detector()
    optimizer = torch.optim.SGD(detector.parameters(), lr=0.05)
    for step in range(10):
        images, labels, boxes = torch.randn(8, 3, 16, 16), torch.randint(0, 5, (8,)), torch.rand(8, 4)
        print(step, train_step(detector, optimizer, images, labels, boxes))
