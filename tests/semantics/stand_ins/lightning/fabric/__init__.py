"""Stands in for lightning.fabric 2.6: what `Fabric` hands on to Tensor.backward."""


class Fabric:
    def setup(self, module, *optimizers):
        return (module, *optimizers) if optimizers else module

    def backward(self, tensor, *args, model=None, **kwargs):
        tensor.backward(*args, **kwargs)
