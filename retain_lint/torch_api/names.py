"""One canonical name for the many paths under which torch and its frameworks offer a thing. Floor 1."""

from __future__ import annotations

import re
from functools import cache

#: `torch.nn.modules.linear.Linear` is `torch.nn.Linear`: packages whose private submodules are left out
_FLATTENED = re.compile(r"^(torch\.nn\.modules|torch\.optim|torch\.utils\.data)\.[a-z_]+\.(?=[A-Z])")

#: leading parts that are replaced, the longest first; tried again on the result
_PREFIXES: tuple[tuple[str, str], ...] = (
    ("torch.nn.modules.", "torch.nn."),
    ("torch.nn.parameter.", "torch.nn."),
    ("torch.autograd.variable.", "torch.autograd."),
    ("torch.autograd.grad_mode.", "torch."),
    ("torch.autograd.anomaly_mode.", "torch.autograd."),
    ("torch.autograd.function.", "torch.autograd."),
    ("torch.amp.autocast_mode.", "torch.amp."),
    ("torch.amp.grad_scaler.", "torch.amp."),
    ("torch.cuda.amp.autocast_mode.", "torch.cuda.amp."),
    ("torch.cuda.amp.grad_scaler.", "torch.cuda.amp."),
    ("torch.cuda.amp.GradScaler", "torch.amp.GradScaler"),
    ("torch.cpu.amp.GradScaler", "torch.amp.GradScaler"),
    ("torch.distributed.fsdp.fully_sharded_data_parallel.", "torch.distributed.fsdp."),
    ("torch.nn.parallel.distributed.", "torch.nn.parallel."),
    ("torch.nn.parallel.data_parallel.", "torch.nn."),
    ("torch.nn.parallel.DataParallel", "torch.nn.DataParallel"),
    ("torch.nn.utils.clip_grad.", "torch.nn.utils."),
    ("torch.nn.utils.spectral_norm.", "torch.nn.utils."),
    ("torch.nn.utils.weight_norm.", "torch.nn.utils."),
    ("torch.nn.backends.thnn.", "torch.nn.functional."),
    ("torch.nn.functional.init.", "torch.nn.init."),
    ("torch._tensor.", "torch."),
    ("torch._C._nn.", "torch.nn.functional."),
    ("torch._C._special.", "torch.special."),
    ("torch._C._linalg.", "torch.linalg."),
    ("torch._C._fft.", "torch.fft."),
    ("torch._C._VariableFunctions.", "torch."),
    ("torch._VF.", "torch."),
    ("torch.functional.", "torch."),
    ("torch.ops.aten.", "torch."),
    ("torch.tensor.Tensor", "torch.Tensor"),
    ("torch.autograd.Variable.", "torch.Tensor."),
    ("torchvision.transforms.transforms.", "torchvision.transforms."),
    ("pytorch_transformers.", "transformers."),
    ("pytorch_pretrained_bert.", "transformers."),
    ("pytorch_lightning.", "lightning."),
    ("lightning.pytorch.core.module.", "lightning."),
    ("lightning.pytorch.core.", "lightning."),
    ("lightning.pytorch.", "lightning."),
    ("lightning.core.lightning.", "lightning."),
    ("lightning.core.module.", "lightning."),
    ("lightning.core.", "lightning."),
    ("lightning_fabric.", "lightning.fabric."),
    ("lightning.fabric.fabric.", "lightning.fabric."),
    ("lightning.Fabric", "lightning.fabric.Fabric"),
    ("lightning.utilities.seed.", "lightning."),
    ("accelerate.accelerator.", "accelerate."),
    ("deepspeed.runtime.engine.", "deepspeed."),
    ("builtins.", ""),
)


@cache
def canonical(name: str) -> str:
    """The name under which the tables know it; unchanged if none is special."""
    if name.startswith(("torch.nn.modules.", "torch.optim.", "torch.utils.data.")):
        name = _FLATTENED.sub(_flatten, name)
    for prefix, replacement in _PREFIXES:
        if name.startswith(prefix):
            return canonical(replacement + name[len(prefix) :])
    return name


def _flatten(found: re.Match[str]) -> str:
    package = found[1]
    if ".lr_scheduler." in found[0] or ".swa_utils." in found[0]:
        return found[0]
    return "torch.nn." if package == "torch.nn.modules" else f"{package}."
