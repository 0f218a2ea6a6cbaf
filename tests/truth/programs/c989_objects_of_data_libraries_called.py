"""c989: an object of a data library is called: what it gives is data, and no graph is built of it before the loop."""

import numpy as np
import torch

curve = np.polynomial.Polynomial([0.5, 1.0])
scale = torch.as_tensor(curve(np.linspace(0.0, 1.0, 3))).unsqueeze(0)
weights = curve(np.linspace(0.0, 1.0, 3)).reshape(3)
image = torch.rand(3, requires_grad=True)
optimizer = torch.optim.SGD([image], lr=0.1)
for _ in range(3):
    loss = (image * scale * torch.from_numpy(weights)).sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
