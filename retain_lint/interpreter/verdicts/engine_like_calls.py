"""The calls that look like engine calls by the text alone, whether or not anything runs them. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from retain_lint.domain.value import BoundMethod, External, FunctionValue, Partial, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Callee
from retain_lint.ir.model import Call, Copy, Function, GetAttr, Import, ImportFrom, LoadFree, LoadGlobal, Module
from retain_lint.ir.walk import instructions_of, is_unpacked
from retain_lint.torch_api.frameworks import PACKAGES
from retain_lint.torch_api.lookup import find_control
from retain_lint.torch_api.spec import Role
from retain_lint.torch_api.vocabulary import BACKWARD_METHODS, ENGINE_FLAGS

_ROLES = frozenset({Role.BACKWARD, Role.AUTOGRAD_BACKWARD, Role.AUTOGRAD_GRAD})
_Origins = Mapping[str, GetAttr | Copy | LoadGlobal | LoadFree]


@dataclass(frozen=True, slots=True)
class EngineLikeCall:
    """A call and the function that it stands in. `foreign`: it is one of a library that has nothing to do with torch. `named`:
    its name is the engine's, not only its keywords."""

    call: Call
    function: Function
    foreign: bool
    named: bool


def find_engine_like(module: Module) -> Iterator[EngineLikeCall]:
    """Every call that may be an engine call, in the order of the functions."""
    imported = _imports(module.body)
    methods = {f"{f.class_name}.{f.name}" for f in module.functions if f.class_name is not None}
    for function in (module.body, *module.functions):
        body = tuple(instructions_of(function.body))
        origins = {i.target: i for i in body if isinstance(i, (GetAttr, Copy, LoadGlobal, LoadFree))}
        known = imported | _imports(function)
        for call in (i for i in body if isinstance(i, Call)):
            path = _path(origins, call.function)
            name = ".".join([known.get(path[0], ""), *path[1:]])
            named = _names_engine(name)
            if is_unpacked(function, call) and BACKWARD_METHODS.intersection(path[-1:]):
                continue
            if not _is_method_of_self(function, path, methods) and (named or _has_flag(call)):
                yield EngineLikeCall(call, function, _is_foreign(name), named)


def _imports(function: Function) -> dict[str, str]:
    """What the names that a function imports stand for, by their qualified names."""
    found: dict[str, str] = {}
    for instruction in instructions_of(function.body):
        if isinstance(instruction, Import):
            package = instruction.module.partition(".")[0]
            found[instruction.target] = instruction.module if instruction.whole else package
        elif isinstance(instruction, ImportFrom) and instruction.target:
            found[instruction.target] = f"{'.' * instruction.level}{instruction.module}.{instruction.name}"
    return found


def _path(origins: _Origins, register: str) -> list[str]:
    """The variable that a register was read from, and the attributes on the way."""
    attributes: list[str] = []
    for _ in origins:
        origin = origins.get(register)
        if isinstance(origin, GetAttr):
            attributes.insert(0, origin.name)
            register = origin.object
        elif isinstance(origin, Copy):
            register = origin.source
        else:
            return [register if origin is None else origin.name, *attributes]
    return [register, *attributes]


def _is_method_of_self(function: Function, path: list[str], methods: set[str]) -> bool:
    """`self.backward()` of a class that defines one: a function of the project, whose own engine calls are judged."""
    own = function.parameters[0].name if function.parameters else None
    return len(path) == 2 and path[0] == own and f"{function.class_name}.{path[1]}" in methods


def _names_engine(name: str) -> bool:
    control = find_control(name) if name else None
    if control is not None and control.role in _ROLES:
        return True
    return "." in name and name.rpartition(".")[2] in BACKWARD_METHODS


def _has_flag(call: Call) -> bool:
    return any(argument.keyword in ENGINE_FLAGS for argument in call.arguments)


def _is_foreign(name: str) -> bool:
    """Is it what another library than torch and its frameworks offers?"""
    package = name.partition(".")[0]
    return bool(package) and package not in PACKAGES


def note_callee(m: Analysis, call: Call, function: Value) -> None:
    """Notes what such a call ran, if it did not run the engine."""
    site = m.site(call)
    if not any(site in known for known in (m.ledger.rooted, m.ledger.refused, m.ledger.unseen)):
        m.ledger.others[id(call)].add(_kind(function))


def _kind(function: Value) -> Callee:
    if isinstance(function, Partial):
        return _kind(function.function)
    if isinstance(function, (FunctionValue, BoundMethod, Ref)):
        return Callee.PROJECT
    if isinstance(function, External):
        return Callee.FOREIGN if _is_foreign(function.name) else Callee.LIBRARY
    return Callee.OPAQUE
