"""Branches of the files that use the checked file: on which arm can nothing of the checked file run? Floor 3.

A script that chooses between trainers by an option would run all of them, and those of other files spend its budget. A path says
nothing of the checked file's calls if it never comes to them. By names, over-approximate: an arm is idle only if the other arm
alone, in functions that are no methods, mentions what leads to the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

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
    Structured,
)
from retain_lint.ir.operands import reads, writes
from retain_lint.ir.walk import inner_blocks

#: what may give out anything by a name that is not written
_DYNAMIC = frozenset({"getattr", "eval", "exec", "globals", "locals", "vars", "import_module", "__import__"})
#: the methods that the name of a class stands for
_CONSTRUCTING = frozenset({"__init__", "__new__"})
_DEFINITIONS = (ImportFrom, MakeFunction, MakeClass)

_Words = frozenset[str]


def find_idle_arm(m: Analysis, state: State, branch: If) -> Block | None:
    """The arm on which, and behind which, nothing of the checked file can run; None if there is none. In a loop the next iteration
    may choose the other arm, and what an object was given before it does not show in a method."""
    if not m.scope.wanted or state.loops or m.context.module == m.program.main:
        return None
    leading = _leading_words(m) | _DYNAMIC
    script = m.context.function.kind == "module"
    then, orelse = (not leading.isdisjoint(_words_in(arm, script)) for arm in (branch.then, branch.orelse))
    if then == orelse or any(context.function.class_name is not None for context in m.stack):
        return None
    leads, idle = (branch.then, branch.orelse) if then else (branch.orelse, branch.then)
    mentions = _count_leading(m, leads, m.context.function)
    alone = 0 < mentions == _count_leading(m, m.context.function.body, m.context.function)
    by_call = all(_count_leading(m, caller.function.body, caller.function) < 2 for caller in m.stack[:-1])
    return idle if alone and by_call else None


def _count_leading(m: Analysis, block: Block, function: Function) -> int:
    """How many instructions of a block of the function mention what leads to the checked file; what a file defines or imports does
    not run by that. Remembered."""
    known = m.syntax.leading_counts.get(id(block))
    if known is None:
        script = function.kind == "module"
        leading, defining = _leading_words(m), _DEFINITIONS if script else ()
        own = [words for i, words in _own_mentions(block, script) if not isinstance(i, defining)]
        known = sum(not leading.isdisjoint(words) for words in own)
        known += sum(_count_leading(m, inner, function) for inner in _blocks_in(block))
        m.syntax.leading_counts[id(block)] = known
    return known


def _leading_words(m: Analysis) -> _Words:
    """The words that lead to what is wanted: functions and classes that mention it, and so on, and what files store of these."""
    key = len(m.program.modules), m.scope.wanted
    if m.syntax.leading_words[0] != key:
        functions = [(word, _words_in(f.body, False)) for f in functions_seen(m) for word in _called_by(f)]
        bodies = [loaded.module.body.body for loaded in m.program.modules.values() if loaded is not None]
        found, more = frozenset[str](), m.scope.wanted
        while not more <= found:
            found = spread(found | more, functions)
            more = frozenset().union(*(_stored(body, found) for body in bodies))
        m.syntax.leading_words = key, found
        m.syntax.leading_counts.clear()
    return m.syntax.leading_words[1]


def _called_by(function: Function) -> Iterable[str]:
    """The words by which code may come to a function: its name, or that of the class whose method it is."""
    if function.class_name is None:
        return (function.name,)
    return (function.class_name,) if function.name in _CONSTRUCTING else (f".{function.name}", function.class_name)


def _stored(body: Block, leading: _Words) -> Iterator[str]:
    """The names under which the body of a file stores what it computes of leading words."""
    registers: set[str] = set()
    sources: dict[str, str] = {}
    for instruction, words in _mentions(body):
        if isinstance(instruction, LoadGlobal):
            sources[instruction.target] = instruction.name
        if leading.isdisjoint(words) and registers.isdisjoint(reads(instruction)):
            continue
        registers.update(writes(instruction))
        yield from _variables(writes(instruction))
        if isinstance(instruction, StoreGlobal):
            yield instruction.name
        elif isinstance(instruction, (SetItem, SetAttr)):
            yield from _variables([sources.get(instruction.object, instruction.object)])


def _variables(registers: Iterable[str]) -> Iterator[str]:
    """Those of them that have names in the source."""
    return (name for name in registers if not name.startswith("%"))


def _words_in(block: Block, script: bool) -> _Words:
    """The words that a block and the blocks inside it mention, remembered."""
    known = block.memo.get("words")
    if not isinstance(known, frozenset):
        own = frozenset(word for _, words in _own_mentions(block, script) for word in words)
        known = block.memo["words"] = own.union(*(_words_in(inner, script) for inner in _blocks_in(block)))
    return known


def _blocks_in(block: Block) -> Iterator[Block]:
    """The blocks inside a block, without those inside them."""
    for instruction in block.instructions:
        if isinstance(instruction, Structured):
            yield from inner_blocks(instruction)


def _mentions(block: Block) -> Iterator[tuple[Instruction, Iterable[str]]]:
    """Every instruction of a file's body and of the blocks inside it, with the words that it mentions."""
    for instruction, words in _own_mentions(block, True):
        yield instruction, words
        if isinstance(instruction, Structured):
            for inner in inner_blocks(instruction):
                yield from _mentions(inner)


def _own_mentions(block: Block, script: bool) -> Iterator[tuple[Instruction, Iterable[str]]]:
    """An attribute of what the file has under a name may be a method, or a function or a class of a module; that of another value is
    a method (`.name`). The variables of a file's body are all such names."""
    named: set[str] = set()
    for instruction in block.instructions:
        if isinstance(instruction, LoadGlobal):
            named.add(instruction.target)
        variables = tuple(_variables(reads(instruction))) if script else ()
        words = (*variables, *_words_of(instruction, named.union(variables)))
        if isinstance(instruction, GetAttr) and instruction.name in words:
            named.add(instruction.target)  # `trainers.of_gans.train`
        yield instruction, words


def _words_of(instruction: Instruction, named: Set[str]) -> Iterator[str]:
    if isinstance(instruction, LoadGlobal):
        yield from (instruction.name, *instruction.origins)
    elif isinstance(instruction, (LoadFree, ImportFrom)):
        yield instruction.name
    elif isinstance(instruction, GetAttr):
        yield f".{instruction.name}"
        if instruction.object in named:
            yield instruction.name
    elif isinstance(instruction, MakeFunction):
        yield from _words_in(instruction.function.body, False)
    elif isinstance(instruction, MakeClass):
        yield from instruction.base_names
        yield from _words_in(instruction.body.body, True)
