"""torch's own samples of arguments (torch/testing/_internal), written down as calls, one case for each tensor that a gradient may
flow into. Needs the package expecttest, as torch's test utilities do."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import torch

#: samples of an operator or a module in one form
_MOST_SAMPLES = 6
_LITERAL = (bool, int, float, str, type(None))
_FUNCTIONAL = "nn.functional"


@dataclass(frozen=True, slots=True)
class Case:
    """`call` on the `tensors` T0, T1, ...: is the graph of the one at `operand` entered (`kind` "through": what it was computed of is
    sent backward after the call's result), or is the call's own graph entered twice ("twice")? `making` comes before."""

    name: str
    operand: int
    kind: Literal["through", "twice"]
    tensors: tuple[torch.Tensor, ...]
    call: str
    making: str = ""


def list_cases() -> list[Case]:
    """All of them, without those that a literal cannot spell."""
    warnings.filterwarnings("ignore")
    return [*_operator_cases(), *_module_cases()]


def _operator_cases() -> Iterator[Case]:
    from torch.testing._internal.common_methods_invocations import op_db

    for operator in op_db:
        if not operator.supports_autograd or torch.float64 not in operator.dtypes:
            continue
        try:
            samples = list(
                itertools.islice(operator.sample_inputs("cpu", torch.float64, requires_grad=True), 4 * _MOST_SAMPLES)
            )
        except Exception:  # samples that need another library
            continue
        spelled = [found for one in samples if (found := _spell_call((one.input, *one.args), one.kwargs)) is not None]
        for tensors, given, named in _distinct(spelled):
            for call in _forms_of(operator.name, operator.inplace_variant is not None, given, named):
                yield from _cases_of(operator.name, tensors, call)


def _module_cases() -> Iterator[Case]:
    from torch.testing._internal.common_modules import module_db

    for module in module_db:
        name = module.module_cls.__name__
        for training in (True, False) if hasattr(torch.nn, name) else ():
            try:
                samples = module.module_inputs_func(
                    module, device="cpu", dtype=torch.float64, requires_grad=True, training=training
                )
            except Exception:  # for devices that are not there
                continue
            for sample in samples[:_MOST_SAMPLES]:
                made, given = sample.constructor_input, sample.forward_input
                options = _spell_call(made.args, made.kwargs)
                call = None if given is None else _spell_call(given.args, given.kwargs)
                if options is None or options[0] or call is None:
                    continue
                mode = ".double().requires_grad_(False)" + ("" if training else ".eval()")
                making = f"net = torch.nn.{name}({', '.join([*options[1], *options[2]])}){mode}"
                yield from _cases_of(f"torch.nn.{name}", call[0], f"net({', '.join([*call[1], *call[2]])})", making)


_Call = tuple[tuple[torch.Tensor, ...], list[str], list[str]]


def _distinct(calls: Sequence[_Call]) -> list[_Call]:
    """Those of another form than the earlier ones."""
    seen = {
        (tuple(given), tuple(named), tuple(t.dim() == 0 for t in tensors)): (tensors, given, named)
        for tensors, given, named in calls
    }
    return list(seen.values())[:_MOST_SAMPLES]


def _cases_of(name: str, tensors: tuple[torch.Tensor, ...], call: str, making: str = "") -> Iterator[Case]:
    for operand, tensor in enumerate(tensors):
        if tensor.dtype.is_floating_point:
            yield Case(name, operand, "through", tensors, call, making)
            yield Case(name, operand, "twice", tensors, call, making)


def _forms_of(name: str, in_place: bool, given: Sequence[str], named: Sequence[str]) -> Iterator[str]:
    """As a function, as a method, and as a method that works in place."""
    owner, _, last = name.rpartition(".")
    place = torch.nn.functional if owner == _FUNCTIONAL else getattr(torch, owner, None) if owner else torch
    if place is not None and hasattr(place, last):
        prefix = "F." if owner == _FUNCTIONAL else "torch." + (f"{owner}." if owner else "")
        yield f"{prefix}{last}({', '.join([*given, *named])})"
    receiver, others = given[0], ", ".join([*given[1:], *named])
    if hasattr(torch.Tensor, name) and receiver[0] == "T":
        yield f"{receiver}.{name}({others})"
        if in_place and hasattr(torch.Tensor, f"{name}_"):
            yield f"{receiver}.{name}_({others})"


def _spell_call(given: Sequence[object], named: Mapping[str, object]) -> _Call | None:
    """The tensors, and what stands for the arguments; None where one has no literal."""
    tensors: list[torch.Tensor] = []
    spelled = [_spell(value, tensors) for value in given]
    keywords = {name: _spell(value, tensors) for name, value in named.items()}
    if None in spelled or None in keywords.values():
        return None
    return tuple(tensors), [text for text in spelled if text], [f"{name}={text}" for name, text in keywords.items()]


def _spell(value: object, tensors: list[torch.Tensor]) -> str | None:
    if isinstance(value, torch.Tensor):
        tensors.append(value)
        return f"T{len(tensors) - 1}"
    if isinstance(value, (list, tuple)):
        items = [_spell(item, tensors) for item in value]
        inside = ", ".join(text for text in items if text)
        if None in items:
            return None
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' if len(items) == 1 else ''})"
    if isinstance(value, torch.dtype):
        return str(value)
    if not isinstance(value, _LITERAL):
        return None
    return f"float('{value}')" if repr(value) in ("inf", "-inf", "nan") else repr(value)
