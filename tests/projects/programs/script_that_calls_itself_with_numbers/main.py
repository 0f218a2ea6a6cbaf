"""A file that calls its own function with numbers when it is run as a script: another file calls it as it is meant to be."""
import torch

from nets import Net
from training import train

net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
batches = [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(3)]
for epoch in range(2):
    net, optimizer = train(net, optimizer, batches, epoch)
