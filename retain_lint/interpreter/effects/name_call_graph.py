"""Which functions can lead to an engine call, by the names that they mention. Floor 3.

An over-approximation that costs no run: it only says what is worth running.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from retain_lint.domain.heap import ClassRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, FunctionValue, Ref
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.calling_names import is_called_by, mentioned_names, names_of
from retain_lint.interpreter.heap.objects import method_order
from retain_lint.ir.model import (
    Block,
    Call,
    Const,
    Copy,
    For,
    Function,
    If,
    Raise,
    SetAttr,
    Try,
    While,
)
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.vocabulary import ENGINE_WORDS, LIFETIME_WORDS, RETAIN_FLAGS

#: how many functions deep the search goes
_MAX_DEPTH = 6


def block_matters(m: Analysis, block: Block) -> bool:
    """Can a block lead to an engine call or an optimiser, by the names of what it calls?"""
    return not names_in(block).isdisjoint(lifetime_names(m))


def is_innermost(m: Analysis, block: Block) -> bool:
    """Of loops that matter, is a block the body of one that holds no other?"""
    key = (id(block), len(m.program.modules))
    if key not in m.syntax.innermost:
        loops = (i for i in instructions_of(block) if isinstance(i, (For, While)))
        m.syntax.innermost[key] = block_matters(m, block) and not any(block_matters(m, loop.body) for loop in loops)
    return m.syntax.innermost[key]


def computes_flag(m: Analysis, block: Block) -> bool:
    """Is a flag of an engine call computed in the block (`retain_graph=i > 0`)? Then no iteration speaks for all others."""
    if id(block) not in m.syntax.computed_flags:
        body = tuple(instructions_of(block))
        constants = {i.target for i in body if isinstance(i, Const)}
        arguments = (argument for i in body if isinstance(i, Call) for argument in i.arguments)
        m.syntax.computed_flags[id(block)] = any(
            a.keyword in RETAIN_FLAGS and a.value not in constants for a in arguments
        )
    return m.syntax.computed_flags[id(block)]


def steers_engine(m: Analysis, instruction: If) -> bool:
    """Does a branch choose between engine calls, or between constants such as a flag for one?"""
    arms = (instruction.then, instruction.orelse)
    if any(not names_in(arm).isdisjoint(ENGINE_WORDS) for arm in arms):
        return True
    return all(isinstance(i, (Const, Copy)) for arm in arms for i in arm.instructions)


def recovers(m: Analysis, instruction: Try) -> bool:
    """May the program go on after an exception, or its handler lead to an engine call? One that cleans up and raises again
    does neither."""
    bodies = [handler.body for handler in instruction.handlers]
    ending = (body.instructions and isinstance(body.instructions[-1], Raise) for body in bodies)
    return not all(ending) or any(block_matters(m, body) for body in bodies)


def names_in(block: Block) -> frozenset[str]:
    """The names that a block mentions, remembered."""
    known = block.memo.get("names")
    if not isinstance(known, frozenset):
        known = block.memo["names"] = frozenset(mentioned_names(block))
    return known


def lifetime_names(m: Analysis) -> frozenset[str]:
    """The lifetime words and the names of all functions seen that mention one of these names, and so on."""
    if m.syntax.lifetime_names[0] != len(m.program.modules):
        mentioned = [(name, names_in(f.body)) for f in functions_seen(m) for name in names_of(f)]
        m.syntax.lifetime_names = (len(m.program.modules), spread(LIFETIME_WORDS, mentioned))
    return m.syntax.lifetime_names[1]


def names_reached(m: Analysis, function: Function, missing: frozenset[str] = frozenset()) -> frozenset[str]:
    """The names that a function mentions, but for those `missing` at its call, and those of every function seen that goes by
    one of them, and so on."""
    key = (id(function), len(m.program.modules), missing)
    if key not in m.syntax.reached:
        by_name: dict[str, list[Function]] = defaultdict(list)
        for other in functions_seen(m):
            for name in names_of(other):
                by_name[name].append(other)
        found, pending = set[str](), set(names_in(function.body) - missing)
        while pending:
            found |= pending
            pending = {name for word in pending for f in by_name.get(word, ()) for name in names_in(f.body)} - found
        m.syntax.reached[key] = frozenset(found)
    return m.syntax.reached[key]


def words_reached(m: Analysis, function: Function) -> frozenset[str]:
    """Every word of a function and of those that it reaches: names of variables and of attributes, read or set."""
    key = (id(function), len(m.program.modules))
    if key not in m.syntax.words_reached:
        names = names_reached(m, function)
        reached = (words_of(f) for f in functions_seen(m) if is_called_by(f, names))
        m.syntax.words_reached[key] = words_of(function).union(*reached)
    return m.syntax.words_reached[key]


def words_on(m: Analysis, state: State, function: Function, cls: Address) -> frozenset[str]:
    """The words by which a function gets at an object's attributes: those that it reaches, and those of the properties and
    special methods of the class, which no call names."""
    words = words_reached(m, function)
    methods = [
        (name.startswith("__"), value.function)
        for record in method_order(state, cls)
        for name, value in record.attributes
        if isinstance(value, FunctionValue) and name != "__init__"
    ]
    more = words
    while more:
        more = frozenset().union(*(words_of(f) for special, f in methods if special or f.name in words)) - words
        words |= more
    return words


def words_of(function: Function) -> frozenset[str]:
    """The names of variables and attributes that a function reads or sets."""
    return function.mentions.union(i.name for i in instructions_of(function.body) if isinstance(i, SetAttr))


def functions_seen(m: Analysis) -> list[Function]:
    """The functions and methods of the files loaded so far."""
    return [
        function for loaded in m.program.modules.values() if loaded is not None for function in loaded.module.functions
    ]


def functions_reached(m: Analysis, function: Function, missing: frozenset[str] = frozenset()) -> list[Function]:
    """A function, and those that it may call by the names that they mention, but for those `missing` at its call."""
    names = names_reached(m, function, missing)
    return [function, *(other for other in functions_seen(m) if is_called_by(other, names))]


def spread(names: Iterable[str], mentioned: list[tuple[str, frozenset[str]]]) -> frozenset[str]:
    """The names, and those of whoever mentions one of them, and so on; `mentioned` says who mentions what."""
    found = set(names)
    grown = True
    while grown:
        more = {name for name, words in mentioned if not found.isdisjoint(words)}
        grown = not more <= found
        found |= more
    return frozenset(found)


def block_size(block: Block) -> int:
    """How many instructions a block has, those of its inner blocks included."""
    known = block.memo.get("size")
    if not isinstance(known, int):
        known = block.memo["size"] = sum(1 for _ in instructions_of(block))
    return known


@dataclass(slots=True)
class Engines:
    """Looks for engine words along the names that functions mention. With `targets`, for those functions instead, each
    with the name by which it is called: a method of an object whose class is not known is found by its name."""

    machine: Analysis
    targets: Mapping[int, str] | None = None
    #: by the function and the methods of its object's class, which may override what it calls
    _known: dict[tuple[int, frozenset[int]], bool] = field(default_factory=dict)

    def reaches(
        self, state: State, function: Function, module: str, methods: Mapping[str, Function] | None = None
    ) -> bool:
        """Does a function of a file lead to an engine call, through the file's globals or the `methods` of its class?"""
        return self._search(state, function, module, methods or {}, _MAX_DEPTH)

    def _search(
        self, state: State, function: Function, module: str, methods: Mapping[str, Function], depth: int
    ) -> bool:
        if self._is_target(function):
            return True
        if depth == 0:
            return False
        key = id(function), frozenset(map(id, methods.values()))
        if key not in self._known:
            self._known[key] = False  # a cycle leads nowhere new
            self._known[key] = any(
                self._search(state, other, place, own, depth - 1)
                for other, place, own in self._mentioned(state, function, module, methods)
            )
        return self._known[key]

    def _is_target(self, function: Function) -> bool:
        if self.targets is not None:
            return id(function) in self.targets or not function.mentions.isdisjoint(self.targets.values())
        return bool(function.mentions & ENGINE_WORDS) or any(engine_calls_in(self.machine, function.body))

    def _mentioned(
        self, state: State, function: Function, module: str, methods: Mapping[str, Function]
    ) -> list[tuple[Function, str, Mapping[str, Function]]]:
        found = [(methods[n], module, methods) for n in sorted(function.mentions.intersection(methods))]
        frame = state.frames.get(self.machine.program.globals.get(module, -1))
        variables = frame.variables if frame is not None else {}
        for name in sorted(function.mentions.intersection(variables)):
            value = variables[name]
            if isinstance(value, FunctionValue):
                found.append((value.function, value.module, {}))
            elif isinstance(value, Ref) and isinstance(state.get(value.address), ClassRecord):
                found += _methods_of(state, value.address)
        return [entry for entry in found if entry[0] is not function]


def engine_calls_in(m: Analysis, block: Block) -> Iterator[Call]:
    """The calls in code of the checked file that look like engine calls, if only by a keyword such as `retain_graph`."""
    for i in instructions_of(block) if m.syntax.engine_like else ():
        if isinstance(i, Call) and id(i) in m.syntax.engine_like:
            yield i


def _methods_of(state: State, address: int) -> list[tuple[Function, str, Mapping[str, Function]]]:
    methods: dict[str, FunctionValue] = {}
    for record in method_order(state, address):
        for name, value in record.attributes:
            if isinstance(value, FunctionValue):
                methods.setdefault(name, value)
    own = {name: value.function for name, value in methods.items()}
    return [(value.function, value.module, own) for value in methods.values()]
