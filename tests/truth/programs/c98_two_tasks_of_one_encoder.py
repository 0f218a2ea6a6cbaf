"""Heads with optimisers of their own train one encoder together: the sum of their gradients is meant. A discriminator's
loss that runs on into the encoder is not; nor one that has had its step before the encoder's only loss of its own."""

import torch
from torch import nn

torch.manual_seed(0)


def two_heads() -> None:
    encoder, one, two = nn.Linear(4, 6), nn.Linear(6, 1), nn.Linear(6, 1)
    opt_e, opt_1, opt_2 = (torch.optim.SGD(m.parameters(), lr=0.1) for m in (encoder, one, two))
    for _ in range(2):
        x = torch.randn(3, 4)
        opt_e.zero_grad()
        opt_1.zero_grad()
        one(encoder(x)).pow(2).mean().backward()
        opt_1.step()
        opt_2.zero_grad()
        two(encoder(x)).pow(2).mean().backward()
        opt_2.step()
        opt_e.step()


def fit(encoder: nn.Module, head: nn.Module, optimizer: torch.optim.Optimizer, x: torch.Tensor) -> None:
    optimizer.zero_grad()
    head(encoder(x)).pow(2).mean().backward()
    optimizer.step()


def heads_in_turn() -> None:
    encoder, one, two = nn.Linear(4, 6), nn.Linear(6, 1), nn.Linear(6, 1)
    opt_e, opt_1, opt_2 = (torch.optim.SGD(m.parameters(), lr=0.1) for m in (encoder, one, two))
    for _ in range(2):
        x = torch.randn(3, 4)
        opt_e.zero_grad()
        fit(encoder, one, opt_1, x)
        fit(encoder, two, opt_2, x)
        opt_e.step()


def decoder_and_penalty() -> None:
    encoder, decoder = nn.Linear(4, 6), nn.Linear(6, 4)
    opt_e, opt_d = torch.optim.SGD(encoder.parameters(), lr=0.1), torch.optim.SGD(decoder.parameters(), lr=0.1)
    for _ in range(2):
        x = torch.randn(3, 4)
        code = encoder(x)
        opt_e.zero_grad()
        opt_d.zero_grad()
        (decoder(code) - x).pow(2).mean().backward(retain_graph=True)  # expect: RTG302
        opt_d.step()
        code.abs().mean().backward()
        opt_e.step()


two_heads()
heads_in_turn()
decoder_and_penalty()

encoder, decoder, judge = nn.Linear(4, 6), nn.Linear(6, 4), nn.Linear(4, 1)
opt_e = torch.optim.SGD([*encoder.parameters(), *decoder.parameters()], lr=0.1)
opt_j = torch.optim.SGD(judge.parameters(), lr=0.1)
for _ in range(2):
    x = torch.randn(3, 4)
    copy = decoder(encoder(x))
    opt_e.zero_grad()
    opt_j.zero_grad()
    judgement = judge(copy).mean() - judge(x).mean()
    judgement.backward(retain_graph=True)  # expect: RTG302
    opt_j.step()
    (copy - x).pow(2).mean().backward()
    opt_e.step()
