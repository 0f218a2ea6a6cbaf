import torch
from torch.utils.data import DataLoader, TensorDataset


class BaseLoader(DataLoader):
    pass


class DigitLoader(BaseLoader):
    def __init__(self, number):
        super().__init__(TensorDataset(torch.randn(number, 2), torch.zeros(number, dtype=torch.long)), batch_size=3)
