"""Stands in for accelerate 1.15: what `Accelerator` hands on to Tensor.backward."""

import torch


class Accelerator:
    gradient_accumulation_steps = 1

    def prepare(self, *args):
        return args if len(args) > 1 else args[0]

    def backward(self, loss, **kwargs):
        (loss / self.gradient_accumulation_steps).backward(**kwargs)

    def clip_grad_norm_(self, parameters, max_norm, norm_type=2):
        return torch.nn.utils.clip_grad_norm_(parameters, max_norm, norm_type)
