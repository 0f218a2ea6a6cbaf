import torch
from torch import nn

encoder, decoder = nn.Linear(4, 4), nn.Linear(4, 4)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
for i in range(2):
    x = torch.randn(2, 4)
    h = decoder(x)
    out = encoder(x) if i % 2 == 0 else encoder(h)
    loss = out.norm() + h.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
