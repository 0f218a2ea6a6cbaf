import torch
from training import train

train("model", torch.rand(2, 4))
