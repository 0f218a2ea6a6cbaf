"""Branches of the files that use the checked file: on which arm can nothing of the checked file run? Floor 3.

A script that chooses between trainers by an option would run all of them, and those of other files spend its budget. A path says
nothing of the checked file's calls if it never comes to them. By names, over-approximate: an arm is idle only if the other arm
alone, in functions that are no methods, mentions what leads to the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from retain_lint.domain.state import State
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.name_call_graph import functions_seen, spread
from retain_lint.ir.model import (
    Block,
    Function,
    GetAttr,
    If,
    ImportFrom,
    Instruction,
    LoadFree,
    LoadGlobal,
    MakeClass,
    MakeFunction,
    SetAttr,
    SetItem,
    StoreGlobal,
)
from retain_lint.ir.operands import reads, writes
from retain_lint.ir.walk import instructions_of

#: what may give out anything by a name that is not written
_DYNAMIC = frozenset({"getattr", "eval", "exec", "globals", "locals", "vars", "import_module", "__import__"})
#: the methods that the name of a class stands for
_CONSTRUCTING = frozenset({"__init__", "__new__"})
_DEFINITIONS = (ImportFrom, MakeFunction, MakeClass)

_Words = frozenset[str]


def find_idle_arm(m: Analysis, state: State, branch: If) -> Block | None:
    """The arm on which, and behind which, nothing of the checked file can run; None if there is none. In a loop the next iteration
    may choose the other arm."""
    if not m.scope.wanted or state.loops or m.context.module == m.program.main:
        return None
    leading = _leading_words(m)
    then, orelse = (not (leading | _DYNAMIC).isdisjoint(_words_in(arm)) for arm in (branch.then, branch.orelse))
    if then == orelse or not _leads_alone(m, branch, leading):
        return None
    return branch.orelse if then else branch.then


def _leads_alone(m: Analysis, branch: If, leading: _Words) -> bool:
    """Does nothing else lead to the checked file, in the running function and, but for the calls that have led here, in its callers?
    What an object was given before it would not show in a method."""
    if any(context.function.class_name is not None for context in m.stack):
        return False
    inside = {id(i) for arm in (branch.then, branch.orelse) for i in instructions_of(arm)}
    if any(id(i) not in inside for i in _leading_in(m.context.function, leading)):
        return False
    return all(len(list(_leading_in(context.function, leading))) < 2 for context in m.stack[:-1])


def _leading_in(function: Function, leading: _Words) -> Iterator[Instruction]:
    """The instructions that mention what leads to the checked file; what a file defines or imports does not run by that."""
    for instruction, words in _mentions(function.body):
        if not leading.isdisjoint(words) and not (function.kind == "module" and isinstance(instruction, _DEFINITIONS)):
            yield instruction


def _leading_words(m: Analysis) -> _Words:
    """The words that lead to what is wanted: functions and classes that mention it, and so on, and what files store of these."""
    key = len(m.program.modules), m.scope.wanted
    if m.syntax.leading_words[0] != key:
        functions = [(word, _words_in(f.body)) for f in functions_seen(m) for word in _called_by(f)]
        bodies = [loaded.module.body.body for loaded in m.program.modules.values() if loaded is not None]
        found, more = frozenset[str](), m.scope.wanted
        while not more <= found:
            found = spread(found | more, functions)
            more = frozenset().union(*(_stored(body, found) for body in bodies))
        m.syntax.leading_words = key, found
    return m.syntax.leading_words[1]


def _called_by(function: Function) -> Iterable[str]:
    """The words by which code may come to a function: its name, or that of the class whose method it is."""
    if function.class_name is None:
        return (function.name,)
    return (function.class_name,) if function.name in _CONSTRUCTING else (f".{function.name}", function.class_name)


def _stored(body: Block, leading: _Words) -> Iterator[str]:
    """The names under which a file stores what it computes of leading words."""
    registers: set[str] = set()
    sources: dict[str, str] = {}
    for instruction, words in _mentions(body):
        if isinstance(instruction, LoadGlobal):
            sources[instruction.target] = instruction.name
        if leading.isdisjoint(words) and registers.isdisjoint(reads(instruction)):
            continue
        registers.update(writes(instruction))
        if isinstance(instruction, StoreGlobal):
            yield instruction.name
        elif isinstance(instruction, (SetItem, SetAttr)) and instruction.object in sources:
            yield sources[instruction.object]


def _words_in(block: Block) -> _Words:
    return frozenset().union(*(words for _, words in _mentions(block)))


def _mentions(block: Block) -> tuple[tuple[Instruction, _Words], ...]:
    """The instructions of a block with the words that each mentions, remembered. An attribute of what the file has under a name may
    be a method, or a function or a class of a module; that of another value is a method (`.name`)."""
    known = block.memo.get("mentions")
    if not isinstance(known, tuple):
        instructions = tuple(instructions_of(block))
        named = frozenset(i.target for i in instructions if isinstance(i, LoadGlobal))
        known = block.memo["mentions"] = tuple((i, frozenset(_words_of(i, named))) for i in instructions)
    return known


def _words_of(instruction: Instruction, named: frozenset[str]) -> Iterator[str]:
    if isinstance(instruction, LoadGlobal):
        yield from (instruction.name, *instruction.origins)
    elif isinstance(instruction, (LoadFree, ImportFrom)):
        yield instruction.name
    elif isinstance(instruction, GetAttr):
        yield f".{instruction.name}"
        if instruction.object in named:
            yield instruction.name
    elif isinstance(instruction, MakeFunction):
        yield from _words_in(instruction.function.body)
    elif isinstance(instruction, MakeClass):
        yield from (text.rpartition(".")[2] for text in instruction.base_texts)
        yield from _words_in(instruction.body.body)
