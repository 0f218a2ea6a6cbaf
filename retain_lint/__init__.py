"""retain-lint: a static analyser for the lifetime of PyTorch's autograd graph."""

__version__ = "0.1.0"
