import importlib
import os

from registry import MODELS

for file in sorted(os.listdir(os.path.dirname(__file__))):
    if file.endswith("_model.py"):
        importlib.import_module(f"models.{file[:-3]}")


def build(name):
    return MODELS.get(name)()
