"""A prior over parameters is built once: what is asked of it in an iteration is a graph of that iteration."""

import torch
from torch import nn
from torch.distributions import Bernoulli, Gamma, Independent, MultivariateNormal, Normal, TransformedDistribution
from torch.distributions.transforms import TanhTransform


def fit(prior, parameters, draw):
    optimizer = torch.optim.SGD(parameters, lr=0.01)
    for _ in range(3):
        optimizer.zero_grad()
        loss = -prior.log_prob(draw()).mean()
        loss.backward()
        optimizer.step()


mean = nn.Parameter(torch.zeros(2))
fit(Normal(mean, 1.0), [mean], lambda: torch.randn(4, 2))

place, spread = nn.Parameter(torch.zeros(2)), nn.Parameter(torch.ones(2))
fit(Independent(Normal(place, spread), 1), [place, spread], lambda: torch.randn(4, 2))

centre = nn.Parameter(torch.zeros(2))
fit(MultivariateNormal(centre, torch.eye(2)), [centre], lambda: torch.randn(4, 2))

logits = nn.Parameter(torch.zeros(2))
fit(Bernoulli(logits=logits), [logits], lambda: torch.ones(2))

squeezed = nn.Parameter(torch.zeros(2))
fit(TransformedDistribution(Normal(squeezed, 1.0), [TanhTransform()]), [squeezed], lambda: torch.rand(4, 2) * 0.5)

shape = nn.Parameter(torch.ones(2))
rate = Gamma(shape, 2.0)
rates = torch.optim.SGD([shape], lr=0.01)
for _ in range(3):
    rates.zero_grad()
    rate.log_prob(torch.rand(4, 2) + 0.1).mean().backward(retain_graph=True)  # expect: RTG201
    (-0.1 * rate.entropy().mean()).backward()
    rates.step()
