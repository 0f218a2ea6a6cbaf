"""Library code: what has an optimiser of its own, by its name, is a module; what has none may be any function."""

import torch


def train(G, D, opt_G, opt_D, batches):
    for real in batches:
        fake = G(torch.randn(real.size(0), 2))
        loss_D = D(fake).mean() - D(real).mean()
        opt_D.zero_grad()
        loss_D.backward()
        opt_D.step()
        loss_G = -D(fake).mean()
        opt_G.zero_grad()
        loss_G.backward()  # expect: RTG101
        opt_G.step()


def train_on_samples(draw, D, opt_D, batches):
    for real in batches:
        fake = draw(torch.randn(real.size(0), 2))
        for x in (fake, real):
            opt_D.zero_grad()
            D(x + fake).mean().backward()
            opt_D.step()
