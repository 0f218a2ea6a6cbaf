"""What is given by callers that are not seen: optimisers with closures, models, names and places."""

import torch
from torch import nn


def descend(optimizer, model, batches):
    for batch in batches:

        def closure():
            optimizer.zero_grad()
            loss = model(batch).square().mean()
            loss.backward()
            return loss

        optimizer.step(closure)
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=False)


def look(model, name, places, batches):
    held = getattr(model, name, None)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        optimizer.zero_grad()
        kept = model(batch)
        kept.sum().backward(retain_graph=True)
        if held is not None:
            setattr(model, name, kept)
        getattr(model, name, kept).mean().backward()
        rows = [kept.detach(), batch]
        rows[places[0]] = kept.detach() * 2
        kept = model(batch)
        kept.sum().backward(retain_graph=True)
        table = [[kept, batch], [batch, kept]]
        table[places[0]][places[0]].mean().backward()
        optimizer.step()


def count(model, loader, limit):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total, done = 0.0, 0
    while done < limit:
        for number, (batch, wanted) in enumerate(loader):
            loss = (model(batch) - wanted).square().mean()
            optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()
            total += float(loss)
            done += 1
            if done % 2 == 0 and number > 0 or done >= limit:
                break
    return total / max(done, 1)


def gather(models, batches):
    losses = {}
    for index, model in enumerate(models):
        for batch in batches:
            losses[index] = model(batch).square().mean()
        losses[index].backward(retain_graph=True)
    for index in losses:
        losses[index].backward()


class Trainer:
    def __init__(self, model, options):
        self.model, self.options = model, options
        self.history = []

    def loss(self, batch):
        kept = self.model(batch)
        if self.options.get("log"):
            self.history.append(kept.detach().mean())
        return kept.square().mean()

    def update(self, batch):
        loss = self.loss(batch)
        loss.backward(retain_graph=self.options["twice"])
        if self.options["twice"]:
            loss.backward()

    def forward_twice(self, batch):
        loss = self.loss(batch)
        loss.backward(retain_graph=True)
        self.send(loss)

    def send(self, loss):
        loss.backward()


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
batches = torch.randn(3, 4, 2)
functions = globals()
functions["des" + "cend"](torch.optim.SGD(net.parameters(), lr=0.1), net, batches)
functions["lo" + "ok"](net, "kept", [0], batches)
functions["cou" + "nt"](net, [(batch, batch) for batch in batches], 4)
functions["gat" + "her"]([net, nn.Sequential(nn.Linear(2, 2), nn.Tanh())], batches)
trainer = functions["Trai" + "ner"](net, {"log": True, "twice": True})
for batch in batches:
    trainer.update(batch)
    trainer.forward_twice(batch)
