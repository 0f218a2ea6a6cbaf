"""A network of a transformer keeps the mask that `generate_square_subsequent_mask` makes: it hangs on no graph."""

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.transformer = nn.Transformer(4, 2, 1, 1, 8)
        self.mask = None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.mask is None or self.mask.size(0) != len(x):
            self.mask = self.transformer.generate_square_subsequent_mask(len(x)).to(x.device)
        return self.transformer(x, x, tgt_mask=self.mask)


net = Decoder()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.randn(3, 2, 4)).sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
