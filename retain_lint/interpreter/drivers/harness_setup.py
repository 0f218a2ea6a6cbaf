"""What is to be called on an object before a method, so that this finds its attributes set. Floor 3."""

from __future__ import annotations

from collections.abc import Mapping, Set

from retain_lint.domain.value import FunctionValue
from retain_lint.interpreter.heap.class_methods import NamedMethod, own_attributes
from retain_lint.ir.model import Function, GetAttr, SetAttr
from retain_lint.torch_api.vocabulary import PREPARING


def find_preparing(
    methods: list[NamedMethod], reached: Mapping[str, list[Function]], driver: NamedMethod, called: Set[str]
) -> list[FunctionValue]:
    """The methods without which a method would not find its attributes: they, or what they call, set what it reads, and no
    constructor does. One that others call is taken where none else sets an attribute. `reached`: what each method runs."""
    made = [*reached.get("__init__", ()), driver.function]
    missing = own_attributes(reached[driver.name], GetAttr) - own_attributes(made, SetAttr)
    sets = {name: own_attributes(functions, SetAttr) & missing for name, functions in reached.items()}
    others = [x for x in methods if x.name != "__init__" and not _leads_to_another(x, driver, reached)]
    own = [x for x in others if x.name not in called]
    lacking = missing.difference(*(sets[x.name] for x in own if x.name in PREPARING))
    first = _take_setting(lacking, [x for x in own if x.name not in PREPARING], sets)
    lacking = lacking.difference(*(sets[x.name] for x in first))
    first += _take_setting(lacking, [x for x in others if x.name in called], sets)
    return [x.value for x in methods if x in first]


def _leads_to_another(one: NamedMethod, two: NamedMethod, reached: Mapping[str, list[Function]]) -> bool:
    """Does one of the methods call the other, or are they the same?"""
    return one.name == two.name or one.function in reached[two.name] or two.function in reached[one.name]


def _take_setting(lacking: Set[str], methods: list[NamedMethod], sets: Mapping[str, Set[str]]) -> list[NamedMethod]:
    """Those that set the lacking attributes; where several do, the one that sets most."""
    taken: list[NamedMethod] = []
    for method in sorted(methods, key=lambda x: -len(sets[x.name] & lacking)):
        if sets[method.name] & lacking:
            taken.append(method)
            lacking = lacking - sets[method.name]
    return taken
