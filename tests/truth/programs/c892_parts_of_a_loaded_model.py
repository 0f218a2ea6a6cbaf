"""Parts of a model that is read from a file are models where the program uses them like models."""

import io

import torch
from torch import nn

stored = io.BytesIO()
torch.save(nn.ModuleDict({"encoder": nn.Linear(2, 3), "decoder": nn.Linear(3, 2)}), stored)
stored.seek(0)
loaded = torch.load(stored, weights_only=False)
optimizer = torch.optim.SGD([*loaded.encoder.parameters(), *loaded.decoder.parameters()], lr=0.1)
for _ in range(2):
    loaded.encoder.train()
    given = torch.rand(4, 2)
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(loaded.decoder(loaded.encoder(given)), given)
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
