from torch import nn

import parts.losses

net = nn.Linear(2, 1)
print(parts.losses.make(net).item())
