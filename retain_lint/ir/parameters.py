"""Formal parameters of functions. Floor 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Parameter:
    """A formal parameter. `default`: the register, in the defining frame, of its value. `literal`: all its values are literals
    that stand beside the function."""

    name: str
    kind: Literal["positional", "positional_only", "keyword_only", "star", "double_star"]
    default: str | None = None
    literal: bool = False
