import torch


class RandomBatches:
    def __init__(self, count):
        self.count = count

    def __iter__(self):
        for _ in range(self.count):
            yield torch.rand(2, 3), torch.rand(2, 1)
