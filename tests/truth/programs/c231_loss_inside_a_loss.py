"""A loss has had its step, and is a part of the next one, too: the encoder takes it in twice."""

import torch
from torch import nn

torch.manual_seed(0)
encoder, shift = nn.Linear(3, 4), torch.zeros(4, requires_grad=True)
opt_e, opt_s = torch.optim.SGD(encoder.parameters(), lr=0.1), torch.optim.SGD([shift], lr=0.1)
for _ in range(2):
    opt_e.zero_grad()
    opt_s.zero_grad()
    code = encoder(torch.randn(5, 3))
    fit = (code + shift).square().mean()
    fit.backward(retain_graph=True)  # expect: RTG302
    opt_s.step()
    total = code.exp().mean() + 0.2 * fit
    total.backward()
    opt_e.step()
