"""What one analysis shares between its paths: program, graph arena, ledger, facts, budget, and the call stack. Floor 3.

Paths are run call by call: while a function is inlined for one path, the stack says which calls lead to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from retain_lint.domain.autograd_graph import Graph, LoopStamp, NodeId, Visit
from retain_lint.domain.base import Base
from retain_lint.domain.doubtful_paths import may_not_exist
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    Address,
    BoundMethod,
    FrameId,
    FunctionValue,
    Key,
    Known,
    Partial,
    Ref,
    Symbol,
    Value,
)
from retain_lint.domain.value_numbers import Fresh
from retain_lint.frontend.snippets import one_line
from retain_lint.frontend.text import SourceText
from retain_lint.interpreter.context.budget import Budget
from retain_lint.interpreter.context.graph_facts import GraphFacts
from retain_lint.interpreter.context.interpreter import Interpreter
from retain_lint.interpreter.context.ledger import Ledger, Site
from retain_lint.interpreter.context.library_model import Library
from retain_lint.interpreter.context.partition import Partition
from retain_lint.interpreter.context.program import Program, SyntaxFacts
from retain_lint.ir.lazy_iterators import find_lazy_iterators
from retain_lint.ir.model import Function, Instruction
from retain_lint.ir.walk import instructions_of
from retain_lint.source import Location, Span


class Outcome(NamedTuple):
    """How one path leaves an expression: with a value, or raising."""

    state: State
    value: Value
    raised: bool = False


@dataclass(frozen=True, slots=True)
class ArgumentNodes:
    """Which graph nodes an argument of an inlined call carries in: where a detach() would cut them off."""

    event: Event
    nodes: frozenset[NodeId]


@dataclass(slots=True)
class CallContext:
    """One running function: its frame, and the call that led to it; `numbers`: the whole ones that it was given;
    `at_yield`: see CallRequest; `instruction`: the one that runs."""

    frame: FrameId
    function: Function
    module: str
    site: Location | None = None
    arguments: tuple[ArgumentNodes, ...] = ()
    owner: Address | None = None
    receiver: Ref | None = None
    numbers: tuple[Known, ...] = ()
    at_yield: Callable[[State, Value], list[Outcome]] | None = None
    instruction: Instruction | None = None


@dataclass(slots=True)
class LoopTable:
    """Of loops, by their numbers: `unrolled` are those whose every iteration is run, `lengths` the numbers of iterations of
    the others, where they have a name; `calls` lead to where a loop stands; `counters`: see heap/loop_counters.py;
    `constructions`: the calls that make an object."""

    unrolled: set[int] = field(default_factory=set)
    lengths: set[Key] = field(default_factory=set)
    calls: dict[int, tuple[Location, ...]] = field(default_factory=dict)
    counters: dict[int, int] = field(default_factory=dict)
    constructions: set[Location] = field(default_factory=set)


class WaitingClosure(NamedTuple):
    """A function that was given to what only keeps it: the path at that call, what runs there, and where the call stands."""

    function: FunctionValue
    state: State
    context: CallContext
    span: Span


@dataclass(slots=True)
class DynamicScope:
    """What holds while something runs: `in_comprehension`, and whether its elements were `filtered`; `in_hook`: a tensor's,
    `in_part_hook`: a submodule's; `sequences`: the containers whose layers run; `recomputing`: how many checkpoints run;
    `awaited`: how many iterators make items that their consumers ask for one by one, though they are made at once here;
    `attempts`: how many bodies of `try` whose handlers go on; `tested`: names in the tests of running `while` loops;
    `client_loop`: the harness's; `wanted`: the names of the checked file for which a file that uses it is run; `switches`: the
    constants, by file and name, that are taken to be unknown; `supposed`: what runs is not as it is written (other constants,
    methods of a subclass), so that nothing is known to err there; `unfollowed`: what runs has callers in other files that the
    budget did not reach, which may traverse its graphs again."""

    in_comprehension: bool = False
    filtered: bool = False
    in_hook: bool = False
    in_part_hook: bool = False
    sequences: frozenset[Value] = frozenset()
    recomputing: int = 0
    awaited: int = 0
    attempts: int = 0
    tested: frozenset[str] = frozenset()
    client_loop: int = 0
    wanted: frozenset[str] = frozenset()
    switches: frozenset[tuple[str, str]] = frozenset()
    supposed: bool = False
    unfollowed: bool = False


@dataclass(slots=True)
class Analysis:
    """See the module's text. `bases`: the states from which the paths that now run descend, see domain/canonical.py;
    `executed`: how often functions ran, `scripted`: those that scripts ran, `early`: those that read names which are bound later, `instantiated`: the classes of which
    objects were made, or of what derives from them, `followed`: the calls at which a model's own code was run, `waiting`: by
    their functions, closures that something keeps, and that nothing has run so far."""

    interpreter: Interpreter
    program: Program
    graph: Graph = field(default_factory=Graph)
    ledger: Ledger = field(default_factory=Ledger)
    syntax: SyntaxFacts = field(default_factory=SyntaxFacts)
    facts: GraphFacts = field(default_factory=GraphFacts)
    loops: LoopTable = field(default_factory=LoopTable)
    scope: DynamicScope = field(default_factory=DynamicScope)
    budget: Budget = field(default_factory=Budget)
    partition: Partition = field(default_factory=Partition)
    stack: list[CallContext] = field(default_factory=list)
    bases: list[Base] = field(default_factory=list)
    executed: Counter[int] = field(default_factory=Counter)
    scripted: frozenset[int] = frozenset()
    early: set[int] = field(default_factory=set)
    instantiated: set[tuple[str, str]] = field(default_factory=set)
    followed: set[Location] = field(default_factory=set)
    waiting: dict[int, WaitingClosure] = field(default_factory=dict)
    library: Library = field(default_factory=Library)
    counter: int = 0

    def fresh(self) -> int:
        """A number never given before: addresses, storages, frames, symbols."""
        self.counter += 1
        return self.counter

    def suspect(self, kind: str) -> None:
        """The running instruction, where it stands in the checked file, lacks nothing but certainty for a finding."""
        if self.context.module == self.program.main:
            self.ledger.suspicions.add(kind)

    def note_run(self, function: Value) -> None:
        """A function of the project that is run by what it was handed to: no client is to call it."""
        bare = function.function if isinstance(function, (BoundMethod, Partial)) else function
        if isinstance(bare, FunctionValue):
            self.executed[id(bare.function)] += 1

    def symbol(self, *key: object, plain: bool = False) -> Symbol:
        """A new unknown value, unlike every other one."""
        return Symbol((*key, Fresh(self.fresh())), plain)

    @property
    def context(self) -> CallContext:
        """The running function."""
        return self.stack[-1]

    @property
    def frame(self) -> FrameId:
        """The running function's frame."""
        return self.stack[-1].frame

    @property
    def source(self) -> SourceText:
        """The text of the running function's file."""
        return self.program.sources[self.stack[-1].module]

    def location(self, span: Span) -> Location:
        """The place of a span of the running function."""
        return self.source.location(span)

    def here(self) -> Location | None:
        """The place of the running instruction."""
        running = self.stack[-1].instruction if self.stack else None
        return None if running is None else self.location(running.span)

    def calls(self) -> tuple[Location, ...]:
        """The places of the inlined calls that lead to the running function, outermost first."""
        return tuple(context.site for context in self.stack if context.site is not None)

    def event(self, kind: EventKind, span: Span) -> Event:
        """An effect of the running function's expression at `span`."""
        return Event(kind, self.location(span), one_line(self.source.slice(span)), self.calls())

    def site(self, instruction: Instruction) -> SiteId:
        """The program point of an instruction of the running function."""
        return self.ledger.number(Site(instruction, self.location(instruction.span), self.calls()))

    def visit(self, stamp: LoopStamp) -> Visit:
        """Which iterations of unrolled loops a stamp is of."""
        return tuple(iteration for loop, iteration in stamp if loop in self.loops.unrolled)

    @contextmanager
    def making_items(self, iterator: Instruction) -> Iterator[None]:
        """While a generator expression, or `map`, makes its items: its consumer may run in between."""
        function = self.context.function
        lazy = function.body.memo.get("lazy iterators")
        if not isinstance(lazy, frozenset):
            body = tuple(instructions_of(function.body))
            lazy = function.body.memo["lazy iterators"] = find_lazy_iterators(body)
        waits = id(iterator) in lazy
        self.scope.awaited += waits
        try:
            yield
        finally:
            self.scope.awaited -= waits

    def is_path_taken(self, state: State) -> bool:
        """Does a run of the program take the path, for all that is known? What goes wrong on others is no error that is known."""
        return not self.scope.supposed and not may_not_exist(state.condition.atoms)

    def carries_graph(self, key: Key) -> bool:
        """Is an unknown value known to hold tensors with history? Only then do its elements carry any."""
        return key in self.facts.carrying

    def event_of(self, span: Span) -> Event:
        """An expression as a place where something is handed on."""
        return self.event(EventKind.BOUNDARY, span)
