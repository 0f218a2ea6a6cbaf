"""The loaders of this project."""

from loaders.random import RandomBatches
from loaders.zeros import ZeroBatches

__all__ = ["RandomBatches", "ZeroBatches"]
