"""Stands in for NVIDIA's apex."""

from apex import amp

__all__ = ["amp"]
