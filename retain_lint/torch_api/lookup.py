"""From a name to its row. Floor 1.

Names may be given under any of their public paths. A name that no table has is unknown: None. The op tables are large
and are loaded when the first operation is asked for.
"""

from __future__ import annotations

import sys
from functools import cache
from itertools import accumulate

from retain_lint.torch_api import control_methods, frameworks, graph_control, libraries, tensor_factories
from retain_lint.torch_api.control_methods import Receiver
from retain_lint.torch_api.library_layers import LIBRARY_LAYERS
from retain_lint.torch_api.modules import LAYERS
from retain_lint.torch_api.names import canonical
from retain_lint.torch_api.operators import IN_PLACE, OPERATORS
from retain_lint.torch_api.optimizers import OPTIMIZERS
from retain_lint.torch_api.spec import ControlSpec, LayerSpec, OpSpec, OptimizerSpec, Role

#: what has parameters, or reads them
_NETWORKS = ("torch.nn", "torch.hub", "torch.jit", "torchvision.models")
#: what classes hold data or numbers
_GRAPHLESS = frozenset({Role.SCHEDULER, Role.LOADER, Role.BATCH_LOADER})

_CONTROLS: dict[str, ControlSpec] = {
    **libraries.CONTROLS,
    **frameworks.CONTROLS,
    **tensor_factories.CONTROLS,
    **graph_control.CONTROLS,
}


@cache
def find_op(qualified_name: str) -> OpSpec | None:
    """The operation of a function (`torch.exp`, `torch.nn.functional.relu`, the builtin `abs`)."""
    # start-up: the op tables are only loaded when one is asked for
    from retain_lint.torch_api.op_tables import function_row, method_row

    name = canonical(qualified_name)
    if name.startswith("torch.Tensor."):
        return method_row(name[len("torch.Tensor.") :])
    return function_row(name)


@cache
def find_method(name: str) -> OpSpec | None:
    """The operation of a Tensor method or attribute (`add_`, `view`, `T`); the receiver is the parameter `self`."""
    # start-up: the op tables are only loaded when one is asked for
    from retain_lint.torch_api.op_tables import method_row

    return method_row(name)


def find_operator(op: str, in_place: bool = False) -> OpSpec | None:
    """The operation of an operator: `+`, `unary -`, `[] basic`, `[] advanced`, `[]=`; in_place is `+=`."""
    if in_place:
        return IN_PLACE.get(op if op.endswith("=") else f"{op}=")
    return OPERATORS.get(op)


def find_layer(qualified_name: str) -> LayerSpec | None:
    """A class of torch.nn, torchvision.transforms or einops, as a layer seen from outside."""
    name = canonical(qualified_name)
    return LAYERS.get(name) or LIBRARY_LAYERS.get(name)


def find_optimizer(qualified_name: str) -> OptimizerSpec | None:
    """An optimiser class of torch.optim or of a package known for one."""
    return OPTIMIZERS.get(canonical(qualified_name))


@cache
def find_control(qualified_name: str) -> ControlSpec | None:
    """A function, class or context that is no operation; also a method of a framework's class by qualified name
    (`accelerate.Accelerator.backward`) and everything in libraries that never see a graph."""
    name = canonical(qualified_name)
    row = _CONTROLS.get(name)
    if row is not None or name in libraries.HANDED_ON or name in libraries.OWN_METHODS:
        return row
    for prefix, role in libraries.PREFIXES:
        if name.startswith(prefix):
            return ControlSpec(name, role) if role is not None else None
    root, dot, rest = name.partition(".")
    if dot and (root in libraries.DATA_LIBRARIES or root in libraries.HUBS and _is_data_class(rest)):
        return ControlSpec(name, Role.DATA_CLASS if _names_class(rest) else Role.DATA_LIBRARY)
    return None


def is_computation(qualified_name: str) -> bool:
    """Does a library's function compute with what it is given, and nothing else: of data it makes data?"""
    package, _, name = canonical(qualified_name).rpartition(".")
    around = {package, *accumulate(package.split("."), "{}.{}".format)} - ({"torch"} if package != "torch" else set())
    return name.islower() and not libraries.COMPUTATIONS.isdisjoint(around)


def is_of_data(qualified_name: str) -> bool:
    """A name of torch, but for its networks, of Python's own library, or of one that never sees a graph: it makes data of data."""
    name = canonical(qualified_name)
    root = name.partition(".")[0]
    if root in ("torch", "torchvision"):
        return name.startswith("torch.nn.functional") or not name.startswith(_NETWORKS)
    return root in libraries.DATA_LIBRARIES or root in sys.stdlib_module_names


def makes_model(qualified_name: str) -> bool:
    """Is it a function of a library that returns a model, never a tensor?"""
    name = canonical(qualified_name)
    return name.startswith(libraries.MODEL_MAKERS) or _is_hub_model(name)


def _is_hub_model(name: str) -> bool:
    """Is it a class of a hub of models, or its method that restores one? A pipeline runs several, as it is called."""
    root, _, rest = name.partition(".")
    path = [part for part in rest.split(".") if part not in libraries.HUB_MAKERS]
    made = path[-1] if path else ""
    return root in libraries.HUBS and not _is_data_class(rest) and any(word in made for word in libraries.HUB_MODELS)


def runs_no_engine(qualified_name: str) -> bool:
    """Is it of a library that computes with what it is given, or a model of one?"""
    root = canonical(qualified_name).partition(".")[0]
    return root in libraries.COMPUTING or makes_model(qualified_name)


def makes_trainable_model(qualified_name: str) -> bool:
    """Does what it returns have parameters, which require grad until they are frozen?"""
    name = canonical(qualified_name)
    return name.startswith(libraries.TRAINABLE_MAKERS) and not any(word in name for word in libraries.NO_MAKERS)


def find_graphless(qualified_name: str) -> Role | None:
    """The role of a class of data sets, loaders or schedulers: what derives from it holds data, or numbers. None for others."""
    control = find_control(qualified_name)
    return control.role if control is not None and control.role in _GRAPHLESS else None


def makes_structure(qualified_name: str) -> bool:
    """Is it a function or class of a library that makes a graph of nodes and edges, or a dataset of such?"""
    return canonical(qualified_name).startswith(libraries.STRUCTURE_MAKERS)


def _names_class(path: str) -> bool:
    """Is it a class, or a method of one (`AutoTokenizer.from_pretrained`), by its capital?"""
    return any(part[:1].isupper() for part in path.split("."))


def _is_data_class(path: str) -> bool:
    return any(part.endswith(libraries.DATA_CLASSES) for part in path.split("."))


def find_control_method(name: str, kind: Receiver) -> ControlSpec | None:
    """A method or attribute that is no operation, of a tensor, a module, an optimiser, or of an object that cannot be
    seen ("any")."""
    return control_methods.METHODS[kind].get(name)


def is_method_name(name: str) -> bool:
    """Is it the name of a method of torch's tensors, modules or optimisers?"""
    return find_method(name) is not None or any(name in methods for methods in control_methods.METHODS.values())


def is_tensor_member(name: str) -> bool:
    """Is it the name of a method or attribute that torch's tensors have?"""
    rare = name in control_methods.RARE_TENSOR_MEMBERS
    return rare or find_control_method(name, "tensor") is not None or find_method(name) is not None
