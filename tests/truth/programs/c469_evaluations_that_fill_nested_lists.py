"""An evaluation without gradients that fills lists in a dictionary of its own leaves nothing behind; one that puts a list into
it which was there before may keep a graph."""

from collections import defaultdict

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def render(x, chunk=2):
    found = {}
    for start in range(0, x.shape[0], chunk):
        part = {"out": net(x[start : start + chunk]), "in": x[start : start + chunk]}
        for key in part:
            if key not in found:
                found[key] = []
            found[key].append(part[key])
    return {key: torch.cat(found[key]) for key in found}


def evaluate(x):
    with torch.no_grad():
        return render(x)["out"].mean().item()


def keep_in_table(kept, out):
    table = {"new": []}
    table["old"] = kept
    table["old"].append(out)
    table["new"].append(out)


def keep_in_rows(kept, out):
    rows = defaultdict(list)
    rows[0] = kept
    rows[0].append(out)


for x in torch.randn(3, 4, 2):
    optimizer.zero_grad()
    loss = render(x)["out"].square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    print(evaluate(x))

for keep in (keep_in_table, keep_in_rows):
    for x in torch.randn(3, 4, 2):
        kept = []
        out = net(x)
        with torch.no_grad():
            keep(kept, out)
        out.mean().backward(retain_graph=True)
        kept[0].abs().mean().backward()
        optimizer.zero_grad()
