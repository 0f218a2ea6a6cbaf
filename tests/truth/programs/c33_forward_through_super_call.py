"""A module's own `__call__` hands on to torch's, which runs `forward`: the step changes weights that its graph saved."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
        self.decoder = nn.Linear(2, 2)

    def forward(self, x):
        code = self.encoder(x)
        return code, self.decoder(code)

    def __call__(self, *args, **kwargs):
        return super(Model, self).__call__(*args, **kwargs)


model = Model()
encoder_optimizer = torch.optim.SGD(model.encoder.parameters(), lr=0.1)
decoder_optimizer = torch.optim.SGD(model.decoder.parameters(), lr=0.1)
for _ in range(3):
    code, out = model(torch.rand(4, 2))
    encoder_optimizer.zero_grad()
    (code.square().mean() + out.square().mean()).backward(retain_graph=True)
    encoder_optimizer.step()
    decoder_optimizer.zero_grad()
    out.sum().backward()  # expect: RTG103
    decoder_optimizer.step()
