"""Unseen code may go through the parameters of a model that it was given, belongs to or was made of, but not of others."""

import pydoc

import torch
from torch import nn

Base = pydoc.locate("torch.nn.Linear")
apply = pydoc.locate("torch.func.functional_call")
compose = pydoc.locate("functools.partial")


class Head(Base):
    def __init__(self):
        super().__init__(3, 1)
        self.scale = nn.Linear(1, 1)


class Agent:
    def __init__(self):
        self.encoder = nn.Linear(2, 3)
        self.head = nn.Linear(3, 1)
        self.opt = torch.optim.SGD([*self.encoder.parameters(), *self.head.parameters()], lr=0.1)
        self.opt_head = torch.optim.SGD(self.head.parameters(), lr=0.1)

    def score(self, x):
        return self.head(x)


def given_features_alone():
    encoder, head = nn.Linear(2, 3), nn.Linear(3, 1)
    opt = torch.optim.SGD(head.parameters(), lr=0.1)
    opt_encoder = torch.optim.SGD(encoder.parameters(), lr=0.1)
    norm = pydoc.locate("torch.norm")
    for _ in range(3):
        opt.zero_grad()
        opt_encoder.zero_grad()
        norm(head(encoder(torch.randn(5, 2)))).backward()
        opt.step()
        opt_encoder.step()


def method_of_a_layer():
    encoder, head = nn.Linear(2, 4), nn.AdaptiveLogSoftmaxWithLoss(4, 6, [2, 4])
    opt = torch.optim.SGD(head.parameters(), lr=0.1)
    opt_encoder = torch.optim.SGD(encoder.parameters(), lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        opt_encoder.zero_grad()
        head.log_prob(encoder(torch.randn(5, 2))).mean().backward()
        opt.step()
        opt_encoder.step()


def inherited_method():
    encoder, head = nn.Linear(2, 3), Head()
    opt = torch.optim.SGD([head.weight, head.bias], lr=0.1)
    opt_encoder = torch.optim.SGD(encoder.parameters(), lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        opt_encoder.zero_grad()
        head.forward(encoder(torch.randn(5, 2))).mean().backward()
        opt.step()
        opt_encoder.step()


def given_a_model():
    agent = Agent()
    for _ in range(3):
        agent.opt.zero_grad()
        features = agent.encoder(torch.randn(5, 2))
        apply(agent.head, {}, (features,)).mean().backward()
        agent.opt_head.step()
        agent.opt.step()


def given_a_method():
    agent = Agent()
    for _ in range(3):
        agent.opt.zero_grad()
        features = agent.encoder(torch.randn(5, 2))
        list(eval("map")(agent.score, [features]))[0].mean().backward()
        agent.opt_head.step()
        agent.opt.step()


def made_of_a_model():
    agent = Agent()
    score = compose(agent.head)
    for _ in range(3):
        agent.opt.zero_grad()
        features = agent.encoder(torch.randn(5, 2))
        score(features).mean().backward()
        agent.opt_head.step()
        agent.opt.step()


def part_by_a_computed_name():
    agent = Agent()
    for place in range(3):
        agent.opt.zero_grad()
        features = agent.encoder(torch.randn(5, 2))
        getattr(agent, ("head", "tail")[place % 1])(features).mean().backward()
        agent.opt_head.step()
        agent.opt.step()


def part_of_a_layer():
    encoder, layer = nn.Linear(2, 4), nn.Transformer(4, 2, 1, 1, 4, batch_first=True)
    opt = torch.optim.SGD(layer.parameters(), lr=0.1)
    opt_encoder = torch.optim.SGD(encoder.parameters(), lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        opt_encoder.zero_grad()
        layer.encoder(encoder(torch.randn(1, 5, 2))).mean().backward()
        opt.step()
        opt_encoder.step()


def mapped():
    agent = Agent()
    for _ in range(3):
        agent.opt.zero_grad()
        features = agent.encoder(torch.randn(5, 2))
        torch.vmap(agent.head)(features).mean().backward()
        agent.opt_head.step()
        agent.opt.step()


for run in (
    given_features_alone,
    method_of_a_layer,
    inherited_method,
    given_a_model,
    given_a_method,
    made_of_a_model,
    part_by_a_computed_name,
    part_of_a_layer,
    mapped,
):
    run()
