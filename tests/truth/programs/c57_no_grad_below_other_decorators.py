"""A gradient mode holds in a function whatever else decorates it, and in a method that is wrapped by hand."""

import functools

import torch
from torch import nn


class Extractor:
    def __init__(self, network):
        self.network = network

    @classmethod
    @torch.no_grad()
    def of_class(cls, network, images):
        return network(images)

    @staticmethod
    @torch.no_grad()
    def of_no_object(network, images):
        return network(images)

    @property
    @torch.no_grad()
    def features(self):
        return self.network(images)

    @functools.cached_property
    @torch.no_grad()
    def kept(self):
        return self.network(images)

    @torch.no_grad()
    @torch.enable_grad()
    def with_graph(self):
        return self.network(images)

    @classmethod
    @torch.enable_grad()
    def of_class_with_graph(cls, network):
        return network(images)


images = torch.randn(6, 2)
encoder = nn.Sequential(nn.Linear(2, 4), nn.Tanh())
head = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
extractor = Extractor(encoder)
predict = torch.no_grad()(encoder.forward)
partial = torch.no_grad()(functools.partial(Extractor.of_class_with_graph, encoder))
fixed = [
    Extractor.of_class(encoder, images),
    extractor.of_class(encoder, images),
    Extractor.of_no_object(encoder, images),
    extractor.features,
    extractor.kept,
    predict(images),
]
for step in range(3):
    optimizer.zero_grad()
    head(Extractor.of_class(encoder, images)).square().mean().backward()
    head(Extractor.of_no_object(encoder, images)).square().mean().backward()
    head(extractor.features).square().mean().backward()
    head(extractor.kept).square().mean().backward()
    head(predict(images)).square().mean().backward()
    for features in fixed:
        head(features).square().mean().backward()
    head(fixed[0]).square().mean().backward(retain_graph=True)  # expect: RTG201
    head(fixed[2]).square().mean().backward(retain_graph=True)  # expect: RTG201
    head(extractor.kept).square().mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
both = torch.optim.SGD([*head.parameters(), *encoder.parameters()], lr=0.1)
both.zero_grad()
with_graph = extractor.with_graph()
head(with_graph).square().mean().backward(retain_graph=True)
head(with_graph).abs().mean().backward()
with torch.no_grad():
    with_graph = Extractor.of_class_with_graph(encoder)
head(with_graph).square().mean().backward(retain_graph=True)
head(with_graph).abs().mean().backward()
both.step()
