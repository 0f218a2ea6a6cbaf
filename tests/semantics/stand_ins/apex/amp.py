"""Stands in for apex.amp: `scale_loss` yields the loss times a number."""

from contextlib import contextmanager


def initialize(models, optimizers):
    return models, optimizers


@contextmanager
def scale_loss(loss, optimizers):
    yield loss.float() * 128.0
