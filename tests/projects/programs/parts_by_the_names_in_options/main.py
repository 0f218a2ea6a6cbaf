import json

import data_loaders as module_data
import losses as module_loss
import metric as module_metric
import networks as module_arch
import torch
from trainer import Trainer

config = json.loads(
    """{"arch": {"type": "Small", "args": {"width": 4}}, "loader": {"type": "DigitLoader", "args": {"number": 9}},
    "optimizer": {"type": "SGD", "args": {"lr": 0.1}}, "loss": "nll_loss", "metrics": ["accuracy", "top"]}"""
)


def make(name, module, *args):
    return getattr(module, config[name]["type"])(*args, **config[name]["args"])


model = make("arch", module_arch)
optimizer = make("optimizer", torch.optim, model.parameters())
criterion = getattr(module_loss, config["loss"])
metrics = [getattr(module_metric, name) for name in config["metrics"]]
Trainer(model, criterion, metrics, optimizer, make("loader", module_data)).train_epoch()
