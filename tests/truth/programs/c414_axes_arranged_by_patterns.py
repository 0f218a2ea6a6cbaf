"""To arrange axes by a pattern builds nothing that a backward releases, and has no graph if what is arranged has none. (The
library is set up here, where it is opaque.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("einops")
exec(
    """
def rearrange(tensor, pattern):
    assert pattern == "rows columns -> columns rows"
    return tensor.permute(1, 0)

def reduce(tensor, pattern, reduction):
    assert pattern == "rows columns -> columns"
    return getattr(tensor, reduction)(0)
""",
    LIBRARY.__dict__,
)
sys.modules["einops"] = LIBRARY

from einops import rearrange, reduce  # noqa: E402

wanted = rearrange(torch.randn(4, 2), "rows columns -> columns rows")
scale = nn.Parameter(torch.ones(4, 3))
turned = rearrange(scale, "rows columns -> columns rows")
net = nn.Linear(3, 4)
optimizer = torch.optim.SGD([*net.parameters(), scale], lr=0.1)
for _ in range(3):
    out = net(torch.randn(2, 3))
    loss = (out - wanted).square().sum() + reduce(out, "rows columns -> columns", "mean").exp().sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    turned.sum().backward()
    optimizer.step()
