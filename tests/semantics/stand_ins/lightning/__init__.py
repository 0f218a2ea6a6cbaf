"""Stands in for lightning 2.6: what `LightningModule` hands on to Tensor.backward."""

import torch

from lightning.fabric import Fabric


def _list_optimizers(configured):
    """As `_configure_optimizers` of lightning/pytorch/core/optimizer.py reads what the module returns."""
    if isinstance(configured, (torch.optim.Optimizer, dict)):
        configured = [configured]
    elif len(configured) == 2 and all(isinstance(part, list) for part in configured):
        configured = configured[0]
    return [one["optimizer"] if isinstance(one, dict) else one for one in configured]


class LightningModule(torch.nn.Module):
    automatic_optimization = True
    _flags = {}

    @classmethod
    def load_from_checkpoint(cls, path, **kwargs):
        return cls(**kwargs)

    def optimizers(self):
        self._made = getattr(self, "_made", None) or _list_optimizers(self.configure_optimizers())
        return self._made if len(self._made) > 1 else self._made[0]

    def backward(self, loss, *args, **kwargs):
        loss.backward(*args, **kwargs)

    def manual_backward(self, loss, *args, **kwargs):
        loss.backward(*args, **kwargs)

    def toggle_optimizer(self, optimizer):
        owned = {p for group in optimizer.param_groups for p in group["params"]}
        self._flags = {p: p.requires_grad for p in self.parameters()}
        for p in self.parameters():
            p.requires_grad = p in owned

    def untoggle_optimizer(self, optimizer):
        for p, flag in self._flags.items():
            p.requires_grad = flag

    def log(self, name, value):
        pass


class Trainer:
    """Two steps of training; automatic optimisation sends the returned loss back itself."""

    def fit(self, model, batches):
        for index, batch in enumerate(batches):
            loss = model.training_step(batch, index)
            if model.automatic_optimization:
                optimizer = model.optimizers()
                optimizer.zero_grad()
                model.backward(loss["loss"] if isinstance(loss, dict) else loss)
                optimizer.step()


__all__ = ["Fabric", "LightningModule", "Trainer"]
