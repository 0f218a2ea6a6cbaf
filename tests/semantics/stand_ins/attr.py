"""Stands in for attrs 26.1: fields, their defaults, and copies."""

import dataclasses


def ib(default=dataclasses.MISSING, factory=dataclasses.MISSING, kw_only=False, type=None):
    if isinstance(default, Factory):
        default, factory = dataclasses.MISSING, default.made_by
    return dataclasses.field(default=default, default_factory=factory, kw_only=kw_only)


class Factory:
    def __init__(self, made_by):
        self.made_by = made_by


def s(cls=None, frozen=False):
    if cls is None:
        return lambda made: s(made, frozen)
    names = [name for name, value in vars(cls).items() if isinstance(value, dataclasses.Field)]
    cls.__annotations__ = dict.fromkeys(names, object)
    return dataclasses.dataclass(cls, frozen=frozen)


evolve = dataclasses.replace
