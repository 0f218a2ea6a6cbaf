import json

import loaders
import models
import torch

CONFIG = json.loads(
    '{"loader": {"type": "RandomBatches", "args": {"count": 3}}, "model": {"type": "Deep", "args": {"size": 4}}}'
)


def get_instance(module, name, config, *args):
    return getattr(module, config[name]["type"])(*args, **config[name]["args"])


def train(loader, model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = (model(x) - y).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


train(get_instance(loaders, "loader", CONFIG), get_instance(models, "model", CONFIG))
