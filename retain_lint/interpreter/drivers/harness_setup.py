"""What is to be called on an object before a method, so that this finds its attributes set. Floor 3."""

from __future__ import annotations

from collections.abc import Mapping, Set

from retain_lint.domain.value import FunctionValue
from retain_lint.interpreter.heap.class_methods import NamedMethod, own_attributes
from retain_lint.ir.model import Function, GetAttr, SetAttr
from retain_lint.torch_api.vocabulary import PREPARING


def find_lacking(reached: Mapping[str, list[Function]], driver: NamedMethod) -> frozenset[str]:
    """The attributes that a method reads, and that neither the constructor sets nor what it calls itself to prepare.
    `reached`: what each method runs."""
    preparing = [function for function in reached[driver.name] if function.name in PREPARING]
    made = [*reached.get("__init__", ()), driver.function, *preparing]
    return _read_unset(reached[driver.name]) - own_attributes(made, SetAttr)


def find_preparing(
    methods: list[NamedMethod],
    reached: Mapping[str, list[Function]],
    driver: NamedMethod,
    called: Set[str],
    missing: frozenset[str],
    running: Set[str],
) -> list[FunctionValue]:
    """The methods without which a method would not find the missing attributes: they, or what they call, set them. One that
    others call is taken where none else sets an attribute, and one of those `running` the engine where no other one does: it may
    free what it leaves there."""
    sets = {name: own_attributes(functions, SetAttr) & missing for name, functions in reached.items()}
    others = [x for x in methods if x.name != "__init__" and not _leads_to_another(x, driver, reached)]
    own = [x for x in others if x.name not in called]
    lacking = missing.difference(*(sets[x.name] for x in own if x.name in PREPARING))
    candidates = [x for x in others if x.name in called or x.name not in PREPARING]
    candidates.sort(key=lambda x: (x.name in running, x.name in called, -len(sets[x.name] & lacking)))
    first = _take_setting(lacking, candidates, sets)
    return [x.value for x in methods if x in first]


def _read_unset(functions: list[Function]) -> frozenset[str]:
    """What functions read of their object: what one of them sets, too, is taken to be set before it is read."""
    return frozenset().union(*(own_attributes([f], GetAttr) - own_attributes([f], SetAttr) for f in functions))


def _leads_to_another(one: NamedMethod, two: NamedMethod, reached: Mapping[str, list[Function]]) -> bool:
    """Does one of the methods call the other, or are they the same?"""
    return one.name == two.name or one.function in reached[two.name] or two.function in reached[one.name]


def _take_setting(lacking: Set[str], methods: list[NamedMethod], sets: Mapping[str, Set[str]]) -> list[NamedMethod]:
    """Those that set the lacking attributes; where several do, the first."""
    taken: list[NamedMethod] = []
    for method in methods:
        if sets[method.name] & lacking:
            taken.append(method)
            lacking = lacking - sets[method.name]
    return taken
