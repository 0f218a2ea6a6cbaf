"""From a name to its row. Floor 1.

The op tables are large and loaded when the first op is asked for: a file without a tensor operation never pays.
"""

from __future__ import annotations

from functools import cache

from retain_lint.torch_api import control_methods, frameworks, graph_control, libraries, tensor_factories
from retain_lint.torch_api.control_methods import Receiver
from retain_lint.torch_api.modules import LAYERS
from retain_lint.torch_api.operators import IN_PLACE, OPERATORS
from retain_lint.torch_api.optimizers import OPTIMIZERS
from retain_lint.torch_api.spec import ControlSpec, LayerSpec, OpSpec, OptimizerSpec, Role

_CONTROLS = (graph_control.CONTROLS, frameworks.CONTROLS, libraries.CONTROLS, tensor_factories.CONTROLS)
#: names under which torch publishes the same things again
_ALIASES = (
    ("torch.functional.", "torch."),
    ("torch._C._nn.", "torch.nn.functional."),
    ("torch.special.", "torch.special."),
    ("torch.autograd.variable.", "torch.autograd."),
    ("torch.nn.modules.module.", "torch.nn."),
    ("torch.nn.parameter.", "torch.nn."),
)


def canonical_name(name: str) -> str:
    """The name under which the tables know a thing."""
    for alias, original in _ALIASES:
        if name.startswith(alias):
            return original + name[len(alias) :]
    if name.startswith("torch.nn.modules."):
        return "torch.nn." + name.rpartition(".")[2]
    return name


def find_op(name: str) -> OpSpec | None:
    """A function of torch that is an operation."""
    rows = _ops()
    name = canonical_name(name)
    return rows.get(name) or (rows.get("Tensor." + name[len("torch.Tensor.") :]) if name.startswith("torch.Tensor.") else None)


def find_method(name: str) -> OpSpec | None:
    """A tensor's method that is an operation."""
    return _ops().get(f"Tensor.{name}")


@cache
def _ops() -> dict[str, OpSpec]:
    from retain_lint.torch_api.ops import OPS  # large: see the module's text

    return OPS


def find_operator(name: str, in_place: bool = False) -> OpSpec | None:
    """An operator: `+`, `unary -`, `[] basic`, `[]=`; with `in_place` an augmented assignment such as `+=`."""
    return (IN_PLACE if in_place else OPERATORS).get(name)


def find_layer(name: str) -> LayerSpec | None:
    """A module class of torch.nn."""
    return LAYERS.get(canonical_name(name))


def find_optimizer(name: str) -> OptimizerSpec | None:
    """An optimiser class."""
    known = OPTIMIZERS.get(name)
    if known is None and name.startswith("torch.optim."):
        known = OPTIMIZERS.get("torch.optim." + name.rpartition(".")[2])
    return known


def find_control(name: str) -> ControlSpec | None:
    """A function, class or context manager with a role of its own."""
    name = canonical_name(name)
    for table in _CONTROLS:
        if name in table:
            return table[name]
    for prefix, role in libraries.PREFIXES:
        if name.startswith(prefix):
            return ControlSpec(name, role) if role is not None else None
    if name in libraries.HANDED_ON:
        return None
    return ControlSpec(name, Role.DATA_LIBRARY) if name.partition(".")[0] in libraries.DATA_LIBRARIES else None


def find_control_method(name: str, kind: Receiver) -> ControlSpec | None:
    """A method or attribute with a role of its own, by the kind of object it is called on."""
    return control_methods.METHODS[kind].get(name)
