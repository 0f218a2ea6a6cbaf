import torch
from training import train, train_on_features, train_on_freed_features

train(torch.rand(2, 4))
train_on_features(torch.rand(3, 4))
train_on_freed_features(torch.rand(2, 4))
