"""Features under keys that are not known share the way to them: what goes backward later may be another of them, or what they were made
of. (The keys are hidden from the analysis.)"""

import torch
from torch import nn

FRAMES = eval("[0, -1, 1]")

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh())


def extract() -> tuple[dict[int, list[torch.Tensor]], tuple[torch.Tensor, ...]]:
    features = {}
    parts = net(torch.rand(2, 3)).split(2, 1)
    for frame in FRAMES:
        features[frame] = [part.sin() for part in parts]
    return features, parts


features, parts = extract()
features[FRAMES[0]][0].sum().backward(retain_graph=True)
features[FRAMES[1]][1].sum().backward()

features, parts = extract()
features[FRAMES[0]][0].sum().backward(retain_graph=True)
parts[1].sum().backward()

features, parts = extract()
features[FRAMES[0]][0].sum().backward(retain_graph=True)
eval("parts")[0].sum().backward()

kept = []
for _ in range(2):
    features, parts = extract()
    kept.append(parts[1].sum())
    features[FRAMES[0]][0].sum().backward(retain_graph=True)
    if len(kept) > 1:
        kept[0].backward()
kept[1].backward()
