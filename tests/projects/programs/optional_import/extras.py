"""What is installed and asked for decides what there is."""
import os


class Extra:
    def __init__(self, name):
        self.name = name


workers = Extra("workers") if "WORKERS" in os.environ else None
report = Extra("report") if "REPORT" in os.environ else None
scale = Extra("scale") if "SCALE" in os.environ else None
try:
    import wandb

    tracker = Extra(wandb.__name__)
except ImportError:
    tracker = None
used = [extra for extra in (workers, report, scale, tracker) if extra is not None]
if used:
    print(len(used))
