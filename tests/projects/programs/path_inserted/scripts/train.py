"""A script that puts the folder above itself on the path; the networks lie in a folder without __init__.py."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import torch

import library.nets as nets
from library.losses import style_loss

net = nets.Net()
out = net(torch.randn(4, 3))
net.regulariser().backward(retain_graph=True)  # expect: RTG201
style_loss(out).backward()
style_loss(out).backward()  # expect: RTG101
