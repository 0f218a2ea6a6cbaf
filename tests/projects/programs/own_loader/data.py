import torch


class Loader:
    def __init__(self, size):
        self.size = size

    def __len__(self):
        return self.size

    def __iter__(self):
        for _ in range(self.size):
            yield torch.randn(4, 3)


class Meter:
    def __init__(self):
        self.sum = self.count = 0

    def update(self, value, n=1):
        self.sum += value * n
        self.count += n

    def __str__(self):
        return f"{self.sum / max(self.count, 1):.3f}"
