"""One network for each word that is not known, found again by the word, by its place, and by texts made of it."""

import torch
from torch import nn, optim

torch.manual_seed(0)
words = [f"v{part}" for part in torch.__version__.split(".")[:2]]
networks = {word: nn.Linear(2, 1) for word in words}
optimizers = {f"{word}_sgd": optim.SGD(networks[word].parameters(), lr=0.1) for word in words}
x = torch.randn(4, 2)

for word in words:
    loss = networks[word](x).square().mean()
    optimizers[f"{word}_sgd"].zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizers[f"{word}_sgd"].step()

for word in words:
    loss = networks[word](x * networks[word](x).mean()).square().mean()
    for other in words:
        optimizers[f"{other}_sgd"].zero_grad()
    loss.backward(retain_graph=True)
    penalty = loss * 2
    penalty.backward()
    optimizers["%s_sgd" % word].step()

chosen = max(words)
loss = networks[chosen](x).square().mean()
loss.backward(retain_graph=True)
optimizers[f"{chosen}_sgd"].zero_grad()
loss.backward()
optimizers[f"{chosen}_sgd"].step()

activation = getattr(nn, ["Tanh", "ReLU"][torch.initial_seed() % 2])()
optimizer = getattr(optim, ["SGD", "Adam"][torch.initial_seed() % 2])(networks[chosen].parameters(), lr=0.1)
for _ in range(2):
    hidden = activation(networks[chosen](x))
    loss = hidden.square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

outputs = {word: networks[word](x).square().mean() for word in words}
for word in words:
    outputs[word].backward(retain_graph=True)
for word in words:
    outputs[word].backward()
