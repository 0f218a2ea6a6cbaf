"""Attributes of attributes: the trainer reaches the networks through the model that owns them."""
import argparse

from model import GanModel
from trainer import Trainer

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=2)
options = parser.parse_args([])
trainer = Trainer(GanModel(), options)
trainer.train()
