"""retain-lint: a static analyser for the lifetime of PyTorch's autograd graph."""

__version__ = "1.0.0"

#: where the documentation of this project is published
DOCUMENTATION = "https://retain-lint.readthedocs.io/en/latest/"
