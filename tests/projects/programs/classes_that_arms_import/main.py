"""Trains whichever model, on whichever data, the options ask for."""

import argparse

import torch

from choosing import choose_dataset, choose_model

parser = argparse.ArgumentParser()
parser.add_argument("--model", default="plain")
parser.add_argument("--network", default="narrow")
parser.add_argument("--data", default="noise")
parser.add_argument("--rate", type=float, default=0.01)
options = vars(parser.parse_args([]))
for phase in ("train", "test"):
    if phase == "train":
        loader = torch.utils.data.DataLoader(choose_dataset(options), batch_size=2)
    elif phase == "test":
        test_loader = torch.utils.data.DataLoader(choose_dataset(options), batch_size=1)
model = choose_model(options)
model.prepare()
for batch in loader:
    model.feed(batch)
    model.evaluate()
    hidden = model.encode()
    model.accumulate(hidden, 0.5)
    model.accumulate(hidden, 0.2)
    model.optimize()
