"""A loop over an enumeration meets each member once, in order: those of equal values are one, `auto()` numbers them, and flags have one
bit. They have names and methods, and are found by name and by value."""

import enum
from enum import Enum, auto

import torch
from torch import nn

body, head = nn.Linear(4, 4), nn.Linear(4, 1)


class Phase(Enum):
    CRITIC = auto()
    ADVERSARY = 1
    GENERATOR = auto()

    def is_first(self):
        return self is Phase.CRITIC


class Part(enum.Flag):
    HEAD = auto()
    BODY = auto()
    ALL = HEAD | BODY


Kind = Enum("Kind", "FIRST LAST")


class Mode(str, Enum):
    DEEP = "deep"
    FLAT = "flat"


def compute_features():
    return body(torch.rand(2, 4)).tanh()


def train_by_phase():
    features = compute_features()
    for phase in Phase:
        if phase is Phase.CRITIC:
            head(features).sum().backward(retain_graph=True)
        elif phase == Phase.GENERATOR:
            features.sum().backward()


def train_by_name():
    features = compute_features()
    for phase in reversed(list(Phase)):
        if phase.name == "GENERATOR":
            head(features).sum().backward(retain_graph=True)
        else:
            features.sum().backward()


def train_by_method():
    features = compute_features()
    for phase in Phase:
        if phase.is_first():
            head(features).sum().backward(retain_graph=True)
        else:
            features.sum().backward()


def train_parts():
    features = compute_features()
    for part in Part:
        if part == Part.HEAD:
            head(features).sum().backward(retain_graph=True)
        else:
            features.sum().backward()


def train_kinds():
    features = compute_features()
    for name in ("FIRST", "LAST"):
        if Kind[name] is Kind.FIRST:
            head(features).sum().backward(retain_graph=True)
        else:
            features.sum().backward()


def train_modes():
    features = compute_features()
    for text in ("deep", "flat"):
        if Mode(text) is Mode.DEEP:
            head(features).sum().backward(retain_graph=True)
        else:
            features.sum().backward()


def train_members():
    for mode in Mode:
        features = compute_features()
        if mode.value == "deep":
            features.sum().backward(retain_graph=True)  # expect: RTG201
        else:
            features.sum().backward()


if __name__ == "__main__":
    train_by_phase()
    train_by_name()
    train_by_method()
    train_parts()
    train_kinds()
    train_modes()
    train_members()
