import torch
from torch import nn
from training import Compression

runner = Compression(nn.Linear(4, 1))
for _ in range(3):
    runner.handle_batch(torch.rand(2, 4))
