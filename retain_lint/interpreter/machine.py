"""What one analysis shares between its paths: the graph's arena, the ledger, the call stack, the budgets. Floor 3.

Paths are run call by call: while a function is inlined for one path, the stack says which calls lead to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from retain_lint.domain.autograd_graph import Graph, LoopStamp, NodeId, Visit
from retain_lint.domain.canonical import Base, Fresh
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.heap import Record
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import Address, BoundMethod, FrameId, FunctionValue, Key, Partial, Ref, Symbol, Value
from retain_lint.frontend.text import SourceText
from retain_lint.interpreter.images import Image
from retain_lint.interpreter.ledger import Ledger, Site
from retain_lint.ir.model import Function, Instruction
from retain_lint.ir.traits import Traits
from retain_lint.project import LoadedModule, Project
from retain_lint.source import Location, Span

#: how many paths a program point may have before the surplus is joined
MAX_DISJUNCTS = 8
#: and how many when less than a share of the entry point's budget is left: joined paths reach the end, where those that
#: the budget ends say nothing
FEWER_DISJUNCTS = ((0.6, MAX_DISJUNCTS), (0.4, 4), (0.2, 2))
MAX_DEPTH = 14
MAX_RECURSION = 2
#: imports of imports
MAX_IMPORT_DEPTH = 8
#: instructions executed for one entry point, over all its paths
MAX_STEPS = 100_000
#: instructions of all entry points of a file together, and of each one at least
MAX_TOTAL_STEPS = 200_000
MIN_STEPS = 5_000


class Summary(NamedTuple):
    """What a function makes of data: a tuple of so many, other data if 0; `plain`: nothing can hang on it. `many`: it came
    to it on many paths."""

    width: int
    plain: bool
    many: bool


class LoudNames(NamedTuple):
    """The names of the functions seen that leave a trace, themselves or through a function that they mention; the names
    that hold objects; the names of functions that are used as values, and may be what an object's name holds; and those of
    all functions."""

    loud: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()


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
    """One running function: its frame, and the call that led to it; `at_yield`: see CallRequest."""

    frame: FrameId
    function: Function
    module: str
    site: Location | None = None
    arguments: tuple[ArgumentNodes, ...] = ()
    owner: Address | None = None
    receiver: Ref | None = None
    at_yield: Callable[[State, Value], list[Outcome]] | None = None


@dataclass(slots=True)
class Budget:
    """Counts down the instructions of one entry point."""

    steps: int = MAX_STEPS

    @property
    def spent(self) -> bool:
        """True when nothing more may be run."""
        return self.steps <= 0


def _unset(*_: object) -> NoReturn:
    raise AssertionError("set when an analysis begins")


@dataclass(slots=True)
class Machine:
    """See the module's text. `run_function` is given by entry.py, so that calls need not import it. `evidence` holds
    names that are used like modules or optimisers anywhere in the files seen, by what the use shows. `unrolled` are the
    loops whose every iteration is run, `lengths` the numbers of iterations of the others, where they have a name. `part_nodes`:
    the parts of what unseen callees returned, `parts_entered`: those sent backward together. `requested`: nodes whose
    tensors are told to require grad, and would without history too. `handed_out`: nodes that unseen code may run later, `of_given`: what tensors' methods made of unknown values that are given (given_values.py). `main` is the file whose findings
    are asked for, `script` the one that runs as `__main__`. `recomputing`: how many checkpoints are running; `attempts`: how many bodies of `try` whose handlers go on; `saves_copies`: files in which a context like autocast was
    entered, where copies may be saved in place of the tensors."""

    project: Project
    run_function: Callable[[Machine, State, FunctionValue, Frame, CallContext], list[Outcome]]
    call_value: Callable[..., list[Outcome]]
    run_module: Callable[[Machine, State, str], None]
    graph: Graph = field(default_factory=Graph)
    ledger: Ledger = field(default_factory=Ledger)
    stack: list[CallContext] = field(default_factory=list)
    sources: dict[str, SourceText] = field(default_factory=dict)
    modules: dict[str, LoadedModule | None] = field(default_factory=dict)
    globals: dict[str, FrameId] = field(default_factory=dict)
    images: dict[str, Image] = field(default_factory=dict)
    evidence: dict[str, frozenset[str]] = field(default_factory=dict)
    leaf_keys: dict[Address, Key] = field(default_factory=dict)
    symbol_leaves: dict[Key, tuple[Address, Record]] = field(default_factory=dict)
    module_keys: set[Key] = field(default_factory=set)
    #: the calls at which a model's own code was run
    followed: set[Location] = field(default_factory=set)
    #: see wrapped_modules.py
    wrapped: set[Value] = field(default_factory=set)
    #: see unseen_objects.py
    built_by: dict[Key, set[NodeId]] = field(default_factory=dict)
    given_out_by: dict[NodeId, Key] = field(default_factory=dict)
    #: unknown values that are what `getattr` was given for want of the attribute, or else it
    defaulted: set[Key] = field(default_factory=set)
    #: see missing_attributes.py
    stored: set[tuple[Address, str]] = field(default_factory=set)
    names_set: dict[int, frozenset[str]] = field(default_factory=dict)
    opened: set[Address] = field(default_factory=set)
    #: see reachability.py and quiet.py
    block_mentions: dict[int, frozenset[str]] = field(default_factory=dict)
    block_sizes: dict[int, int] = field(default_factory=dict)
    innermost: dict[tuple[int, int], bool] = field(default_factory=dict)
    computed_flags: dict[int, bool] = field(default_factory=dict)
    reached: dict[tuple[int, int], frozenset[str]] = field(default_factory=dict)
    words_reached: dict[tuple[int, int], frozenset[str]] = field(default_factory=dict)
    #: see data_calls.py
    data_costs: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    hand_on: set[int] = field(default_factory=set)
    #: see summaries.py
    summaries: dict[tuple[int, bool], Summary] = field(default_factory=dict)
    traits: dict[int, Traits] = field(default_factory=dict)
    lifetime_names: tuple[int, frozenset[str]] = (0, frozenset())
    loud_names: tuple[int, LoudNames] = (0, LoudNames())
    quiet: dict[tuple[int, int], bool] = field(default_factory=dict)
    forwarding: dict[tuple[int, int], bool] = field(default_factory=dict)
    instantiated: set[tuple[str, str]] = field(default_factory=set)
    executed: set[int] = field(default_factory=set)
    accumulated: dict[NodeId, SiteId] = field(default_factory=dict)
    #: what stands in lists that hold freed graphs, by the calls that fill them
    buffered: dict[NodeId, SiteId] = field(default_factory=dict)
    decided: set[NodeId] = field(default_factory=set)
    #: results of unseen code that was given a model beside their inputs
    model_results: set[NodeId] = field(default_factory=set)
    #: see unseen_weights.py
    weight_users: set[NodeId] = field(default_factory=set)
    weight_holders: set[Key] = field(default_factory=set)
    unknown_nodes: dict[Key, NodeId] = field(default_factory=dict)
    unknown_keys: dict[NodeId, Key] = field(default_factory=dict)
    part_nodes: dict[tuple[NodeId, object], NodeId] = field(default_factory=dict)
    requested: set[NodeId] = field(default_factory=set)
    handed_out: set[NodeId] = field(default_factory=set)
    of_given: set[NodeId] = field(default_factory=set)
    parts_entered: dict[NodeId, set[frozenset[NodeId]]] = field(default_factory=lambda: defaultdict(set))
    opaque: Callable[..., Value] = _unset
    opaque_module: Callable[..., Value] = _unset
    opaque_tensor_method: Callable[..., Value] = _unset
    module_method: Callable[..., list[Outcome]] = _unset
    imports: list[str] = field(default_factory=list)
    bases: list[Base] = field(default_factory=list)
    main: str = ""
    script: str = ""
    client_loop: int = 0
    #: see counters.py
    counters: dict[int, int] = field(default_factory=dict)
    tested: frozenset[str] = frozenset()
    #: the calls that lead to where a loop stands; calls that make an object
    loop_calls: dict[int, tuple[Location, ...]] = field(default_factory=dict)
    constructions: set[Location] = field(default_factory=set)
    unrolled: set[int] = field(default_factory=set)
    lengths: set[Key] = field(default_factory=set)
    ended_steps: int = 0
    in_comprehension: bool = False
    filtered: bool = False
    hooked: bool = False
    in_part_hook: bool = False
    #: see tensor_hooks.py
    in_hook: bool = False
    hook_nodes: set[NodeId] = field(default_factory=set)
    #: those of tensors whose own gradients are asked for: by a hook, or by `retain_grad()`
    gradients_kept: set[NodeId] = field(default_factory=set)
    #: names that generators mention which have yielded graphs
    resumed: frozenset[str] = frozenset()
    recomputing: int = 0
    attempts: int = 0
    saves_copies: set[str] = field(default_factory=set)
    counter: int = 0
    granted: int = MAX_STEPS
    #: what runs now has callers in other files that the budget did not reach: they may send its graphs backward again
    unfollowed: bool = False
    #: instructions of all entry points together, as long as the present ones run
    ceiling: int = MAX_TOTAL_STEPS
    #: where something else than a tensor was handed on
    holders: set[Location] = field(default_factory=set)
    budget: Budget = field(default_factory=Budget)

    def fresh(self) -> int:
        """A number never given before: addresses, storages, frames, symbols."""
        self.counter += 1
        return self.counter

    @property
    def total_steps(self) -> int:
        """Instructions executed for all entry points so far, the running one included."""
        return self.ended_steps + self.granted - self.budget.steps

    @property
    def disjuncts(self) -> int:
        """How many paths a program point may have now."""
        left = self.budget.steps / self.granted
        return next((number for share, number in FEWER_DISJUNCTS if left > share), 1)

    def start_entry(self) -> None:
        """Each entry point has a budget of its own, a smaller one when those before it took much."""
        self.ended_steps = self.total_steps
        self.granted = max(MIN_STEPS, min(MAX_STEPS, self.ceiling - self.ended_steps))
        self.budget = Budget(self.granted)

    def renew_budget(self) -> None:
        """A path of the script that finds the budget spent by the paths before it has one of its own, while the file's
        lasts."""
        if self.budget.spent and self.total_steps < self.ceiling:
            self.start_entry()

    def note_run(self, function: Value) -> None:
        """A function of the project that is run by what it was handed to: no client is to call it."""
        bare = function.function if isinstance(function, (BoundMethod, Partial)) else function
        if isinstance(bare, FunctionValue):
            self.executed.add(id(bare.function))

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
        return self.sources[self.stack[-1].module]

    def location(self, span: Span) -> Location:
        """The place of a span of the running function."""
        return self.source.location(span)

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
        return tuple(iteration for loop, iteration in stamp if loop in self.unrolled)

    def carries_graph(self, key: Key) -> bool:
        """Is an unknown value known to hold tensors with history? Only then do its elements carry any."""
        return key in self.unknown_nodes

    def event_of(self, span: Span) -> Event:
        """An expression as a place where something is handed on."""
        return self.event(EventKind.BOUNDARY, span)

    def register_as(self, path: str, loaded: LoadedModule) -> None:
        """Makes a file's text and the evidence in it available, under the absolute path by which imports find it."""
        self.sources[path] = loaded.source
        self.modules[path] = loaded
        for path, names in loaded.module.uses.items():
            last = path.rpartition(".")[2]
            self.evidence[last] = self.evidence.get(last, frozenset()) | names


def one_line(text: str) -> str:
    """Source text as shown in a message: one line, not too long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else flat[:57] + "..."
