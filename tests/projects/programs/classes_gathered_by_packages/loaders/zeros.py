import torch


class ZeroBatches:
    def __init__(self, count):
        self.count = count

    def __iter__(self):
        for _ in range(self.count):
            yield torch.zeros(2, 3), torch.zeros(2, 1)
