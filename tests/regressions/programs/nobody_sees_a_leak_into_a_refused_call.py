import torch
from torch import nn

encoder, decoder = nn.Linear(4, 4), nn.Linear(4, 4)
opt_encoder = torch.optim.SGD(encoder.parameters())
opt_decoder = torch.optim.SGD(decoder.parameters())
loss = decoder(encoder(torch.randn(4))).max()
loss.backward()
opt_encoder.step()
loss.backward()
opt_decoder.step()
