"""An encoder and a decoder, each trained by its own loss and its own optimiser."""

import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 4))
decoder = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 8))
encoder_optimizer = torch.optim.SGD(encoder.parameters(), lr=0.05)
decoder_optimizer = torch.optim.SGD(decoder.parameters(), lr=0.05)

for epoch in range(10):
    x = torch.randn(32, 8)
    code = encoder(x)
    restored = decoder(code)
    decoder_loss = nn.functional.mse_loss(restored, x)
    encoder_loss = code.pow(2).mean() + (code.std(dim=0) - 1).pow(2).mean()

    decoder_optimizer.zero_grad()
    decoder_loss.backward(retain_graph=True)
    decoder_optimizer.step()

    encoder_optimizer.zero_grad()
    encoder_loss.backward()
    encoder_optimizer.step()

    print(f"{epoch}: encoder {encoder_loss.item():.3f}, decoder {decoder_loss.item():.3f}")
