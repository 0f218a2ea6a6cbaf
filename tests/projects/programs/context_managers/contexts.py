import contextlib

import torch


@contextlib.contextmanager
def frozen(net):
    net.requires_grad_(False)
    try:
        yield net
    finally:
        net.requires_grad_(True)


class Timer:
    def __enter__(self):
        self.count = getattr(self, "count", 0) + 1
        return self

    def __exit__(self, *exception):
        return False
