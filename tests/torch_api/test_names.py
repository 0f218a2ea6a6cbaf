"""The tables against torch's public names and signatures: every layer, loss and optimiser is known under its paths, and
formal parameters stand in torch's order."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
import torch

from retain_lint.torch_api import frameworks, graph_control, tensor_factories
from retain_lint.torch_api.control_methods import METHODS
from retain_lint.torch_api.functional import FUNCTIONAL
from retain_lint.torch_api.libraries import PREFIXES
from retain_lint.torch_api.lookup import (
    find_control,
    find_control_method,
    find_layer,
    find_method,
    find_op,
    find_optimizer,
    is_computation,
    is_tensor_member,
)
from retain_lint.torch_api.losses import LOSSES
from retain_lint.torch_api.modules import LAYERS
from retain_lint.torch_api.names import canonical
from retain_lint.torch_api.optimizers import OPTIMIZERS
from retain_lint.torch_api.spec import Role

#: classes of torch.nn that are no layers: base classes, and wrappers of modules
NO_LAYERS = {"Module", "RNNCellBase", "DataParallel", "LinearCrossEntropyOptions"}
#: names that older versions of torch had, and programs still use
GONE = {
    "torch.nn.parallel.DistributedDataParallelCPU",
    *(f"torch.cuda.{name}" for name in tensor_factories.SIZED_TYPES.split()),
}


def classes(module: Any, base: type) -> list[type]:
    """The public classes of a module below a base."""
    found = [getattr(module, name) for name in dir(module) if not name.startswith("_")]
    return [c for c in found if isinstance(c, type) and issubclass(c, base)]


def resolve(name: str) -> object:
    """The object of a qualified name; AttributeError if torch has none."""
    value: object = torch
    for part in name.split(".")[1:]:
        if isinstance(value, ModuleType) and not hasattr(value, part):
            return getattr(import_module(name.rpartition(".")[0]), name.rpartition(".")[2])
        value = getattr(value, part)
    return value


def exists(name: str) -> bool:
    """Does torch have it?"""
    try:
        resolve(name)
    except (AttributeError, ImportError):
        return False
    return True


def positional(function: Callable[..., object]) -> tuple[str, ...]:
    """The names of the parameters that may be given by position, without self."""
    found = inspect.signature(function).parameters.values()
    names = [p.name for p in found if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return tuple(names[1:] if names[:1] == ["self"] else names)


@pytest.mark.parametrize("layer", classes(torch.nn, torch.nn.Module), ids=lambda c: c.__name__)
def test_every_layer_is_known_under_both_paths(layer: type) -> None:
    known = layer.__name__ not in NO_LAYERS
    assert (find_layer(f"torch.nn.{layer.__name__}") is not None) == known
    assert (find_layer(f"{layer.__module__}.{layer.__qualname__}") is not None) == known


@pytest.mark.parametrize("name", sorted(LAYERS))
def test_arguments_of_layers_stand_in_order(name: str) -> None:
    layer = LAYERS[name]
    if not exists(name):
        assert name in {"torch.nn.Container"}
        return
    made: Any = resolve(name)
    actual = positional(made.__init__ if isinstance(made, type) else made)
    assert layer.arguments == actual[: len(layer.arguments)]
    assert layer.inplace == ("inplace" in actual)
    assert layer.inplace == ("inplace" in layer.arguments)


@pytest.mark.parametrize("optimizer", classes(torch.optim, torch.optim.Optimizer), ids=lambda c: c.__name__)
def test_every_optimizer_is_known(optimizer: type) -> None:
    row = find_optimizer(f"torch.optim.{optimizer.__name__}")
    assert row is not None
    assert find_optimizer(f"{optimizer.__module__}.{optimizer.__name__}") == row
    parameters = list(inspect.signature(optimizer).parameters)
    assert parameters[row.parameters_at] == "params"
    assert row.fused_keyword == ("fused" in parameters)
    step = inspect.signature(optimizer.step).parameters["closure"]  # type: ignore[attr-defined]
    assert row.needs_closure == (step.default is inspect.Parameter.empty)


def test_optimizer_rows_of_torch_are_its_classes() -> None:
    rows = {name.rpartition(".")[2] for name in OPTIMIZERS if name.startswith("torch.optim.")}
    assert rows == {c.__name__ for c in classes(torch.optim, torch.optim.Optimizer)}


@pytest.mark.parametrize("scheduler", classes(torch.optim.lr_scheduler, torch.optim.lr_scheduler.LRScheduler))
def test_every_scheduler_is_known(scheduler: type) -> None:
    row = find_control(f"torch.optim.lr_scheduler.{scheduler.__name__}")
    assert row is not None and row.role is Role.SCHEDULER


@pytest.mark.parametrize("package", ["pytorch_transformers", "pytorch_pretrained_bert"])
def test_names_of_a_library_before_it_was_renamed_are_known(package: str) -> None:
    tokenizer, scheduler = (
        find_control(f"{package}.BertTokenizer.from_pretrained"),
        find_control(f"{package}.WarmupLinearSchedule"),
    )
    assert tokenizer is not None and tokenizer.role is Role.DATA_CLASS
    assert scheduler is not None and scheduler.role is Role.SCHEDULER
    assert find_optimizer(f"{package}.optimization.BertAdam") is not None


@pytest.mark.parametrize("name", sorted({**graph_control.CONTROLS, **tensor_factories.CONTROLS}))
def test_control_names_exist(name: str) -> None:
    if name.startswith("torch."):
        assert exists(name) or name in GONE or name.startswith("torch.nn.init.")
    assert canonical(name) == name, "a row under a name that no lookup arrives at"


@pytest.mark.parametrize("name", sorted(frameworks.CONTROLS))
def test_framework_names_are_canonical(name: str) -> None:
    assert canonical(name) == name


SIGNATURES: dict[str, Any] = {
    "torch.autograd.backward": torch.autograd.backward,
    "torch.autograd.grad": torch.autograd.grad,
    "torch.nn.utils.clip_grad_norm_": torch.nn.utils.clip_grad_norm_,
    "torch.nn.utils.clip_grad_value_": torch.nn.utils.clip_grad_value_,
    "torch.nn.Parameter": torch.nn.Parameter.__new__,
    "torch.autograd.functional.jacobian": torch.autograd.functional.jacobian,
    "torch.nn.DataParallel": torch.nn.DataParallel.__init__,
    "torch.compile": torch.compile,
    "torch.amp.GradScaler.scale": torch.amp.GradScaler.scale,
    "torch.amp.GradScaler.step": torch.amp.GradScaler.step,
    "torch.func.grad": torch.func.grad,
}


@pytest.mark.parametrize("name", sorted(SIGNATURES))
def test_parameters_of_controls_stand_in_order(name: str) -> None:
    row = find_control(name)
    assert row is not None
    actual = tuple(n for n in positional(SIGNATURES[name]) if n not in ("cls", "self"))
    assert row.parameters == actual[: len(row.parameters)]


@pytest.mark.parametrize(
    ("kind", "owner", "name"),
    [
        ("tensor", torch.Tensor, "backward"),
        ("tensor", torch.Tensor, "register_hook"),
        ("module", torch.nn.Module, "parameters"),
        ("module", torch.nn.Module, "named_parameters"),
        ("module", torch.nn.Module, "train"),
        ("module", torch.nn.Module, "zero_grad"),
        ("module", torch.nn.Module, "requires_grad_"),
        ("module", torch.nn.Module, "load_state_dict"),
        ("module", torch.nn.Module, "apply"),
        ("optimizer", torch.optim.SGD, "step"),
        ("optimizer", torch.optim.SGD, "zero_grad"),
        ("optimizer", torch.optim.SGD, "add_param_group"),
    ],
)
def test_parameters_of_methods_stand_in_order(kind: Any, owner: type, name: str) -> None:
    row = find_control_method(name, kind)
    assert row is not None
    assert row.parameters == positional(getattr(owner, name))[: len(row.parameters)]
    assert row.parameters


@pytest.mark.parametrize("kind", ["tensor", "module"])
def test_methods_exist(kind: Any) -> None:
    owners = (torch.ones(2),) if kind == "tensor" else (torch.nn.BatchNorm1d(1), torch.nn.Transformer)
    missing = {name for name in METHODS[kind] if not any(hasattr(owner, name) for owner in owners)}
    assert not missing


@pytest.mark.parametrize("name", sorted({**FUNCTIONAL, **LOSSES}))
def test_parameters_of_functions_stand_in_order(name: str) -> None:
    row = {**FUNCTIONAL, **LOSSES}[name]
    function = getattr(torch.nn.functional, name)
    rows = [row, *(variant for _, _, variant in row.variants)]
    assert all(variant.parameters == row.parameters for variant in rows)
    try:
        actual = tuple(inspect.signature(function).parameters)
    except ValueError:  # a builtin without a signature
        actual = row.parameters
    if actual != ("args", "kwargs"):
        assert set(row.parameters) <= set(actual)
        by_position = (
            [name for name in row.parameters if name in positional(function)] if actual != row.parameters else []
        )
        assert tuple(by_position) == actual[: len(by_position)]


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("torch.nn.modules.linear.Linear", "torch.nn.Linear"),
        ("torch.nn.modules.Linear", "torch.nn.Linear"),
        ("torch.optim.adam.Adam", "torch.optim.Adam"),
        ("torch.optim.lr_scheduler.StepLR", "torch.optim.lr_scheduler.StepLR"),
        ("torch.autograd.variable.Variable", "torch.autograd.Variable"),
        ("torch.nn.parameter.Parameter", "torch.nn.Parameter"),
        ("torch.autograd.grad_mode.no_grad", "torch.no_grad"),
        ("torch.cuda.amp.GradScaler", "torch.amp.GradScaler"),
        ("torch.cuda.amp.grad_scaler.GradScaler", "torch.amp.GradScaler"),
        ("torch.utils.data.dataloader.DataLoader", "torch.utils.data.DataLoader"),
        ("pytorch_lightning.LightningModule", "lightning.LightningModule"),
        ("pytorch_lightning.core.LightningModule", "lightning.LightningModule"),
        ("lightning.pytorch.LightningModule", "lightning.LightningModule"),
        ("lightning_fabric.Fabric", "lightning.fabric.Fabric"),
        ("lightning.Fabric", "lightning.fabric.Fabric"),
        ("accelerate.accelerator.Accelerator", "accelerate.Accelerator"),
        ("torchvision.transforms.transforms.Compose", "torchvision.transforms.Compose"),
        ("builtins.print", "print"),
        ("torch._C._nn.gelu", "torch.nn.functional.gelu"),
        ("my.torch.nn.Linear", "my.torch.nn.Linear"),
    ],
)
def test_canonical(alias: str, name: str) -> None:
    assert canonical(alias) == name


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("numpy.mean", Role.DATA_LIBRARY),
        ("random.choice", None),
        ("random.random", Role.DATA_LIBRARY),
        ("print", Role.HARMLESS),
        ("torch.cuda.is_available", Role.VALUE),
        ("torch.cuda.amp.custom_fwd", None),
        ("torch.utils.data.DataLoader", Role.BATCH_LOADER),
        ("torch.utils.data.TensorDataset", Role.LOADER),
        ("torch_geometric.datasets.Planetoid", Role.LOADER),
        ("ogb.nodeproppred.PygNodePropPredDataset", Role.LOADER),
        ("ogb.graphproppred.mol_encoder.AtomEncoder", None),
        ("diffusers.DDPMScheduler.from_pretrained", Role.DATA_CLASS),
        ("albumentations.Compose", Role.DATA_CLASS),
        ("diffusers.UNet2DModel.from_pretrained", None),
        ("unidecode.unidecode", Role.DATA_LIBRARY),
        ("torchvision.utils.save_image", Role.HARMLESS),
        ("wandb.log", Role.HARMLESS),
        ("lightning.LightningModule.manual_backward", Role.ENGINE_WRAPPER),
        ("accelerate.Accelerator.backward", Role.ENGINE_WRAPPER),
        ("unheard.of", None),
        ("torch.exp", None),
    ],
)
def test_roles(name: str, role: Role | None) -> None:
    row = find_control(name)
    assert (row.role if row else None) is role


@pytest.mark.parametrize(
    ("name", "computes"),
    [
        ("torch.stack", True),
        ("torch_geometric.utils.degree", True),
        ("torch_geometric.utils.num_nodes.maybe_num_nodes", True),
        ("torch_geometric.nn.GCNConv", False),
        ("torch.autograd.grad", False),
        ("torch.optim.swa_utils.update_bn", False),
        ("unheard.of", False),
    ],
)
def test_computations(name: str, computes: bool) -> None:
    assert is_computation(name) is computes


def test_unknown_names_have_no_row() -> None:
    assert find_op("torch.unheard_of") is None
    assert find_op("exp") is None
    assert find_method("unheard_of") is None
    assert find_method("linalg.inv") is None
    assert find_layer("torch.nn.Unheard") is None
    assert find_optimizer("torch.optim.Unheard") is None
    assert find_control_method("unheard_of", "any") is None


def test_no_prefix_hides_behind_a_shorter_one() -> None:
    prefixes = [prefix for prefix, _ in PREFIXES]
    for position, prefix in enumerate(prefixes):
        assert not any(prefix.startswith(earlier) for earlier in prefixes[:position])


def test_methods_of_texts_are_none_of_tensors() -> None:
    texts = {name for name, row in METHODS["any"].items() if row.role is Role.VALUE and hasattr(str, name)}
    assert {"replace", "splitlines", "strip"} <= texts
    assert not any(hasattr(torch.Tensor, name) or hasattr(torch.nn.Module, name) for name in texts)


def test_every_member_of_a_tensor_is_known_as_one() -> None:
    public = {name for name in dir(torch.Tensor) if not name.startswith("_")}
    assert {name for name in public if not is_tensor_member(name)} == set()
    assert not any(map(is_tensor_member, ("forward", "logits", "parameters", "set_train", "trainer", "keys")))
