"""What all paths together have shown about each program point. Floor 3.

Paths come and go; the ledger only ever grows: which calls erred with which cause, which retained graphs were entered
again, what became of each gradient. Verdicts (interpreter/verdicts.py) are read off it when every path has been run.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from enum import Enum

from retain_lint.domain.autograd_graph import LoopStamp, NodeId, Visit
from retain_lint.domain.call_verdict import Doubt
from retain_lint.domain.gradients import Hindrance, SiteId
from retain_lint.domain.graph_cuts import Way
from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.history import Event
from retain_lint.domain.value import NONE, Address, Key, Origin, key_of
from retain_lint.interpreter.context.path_ends import PathEnds
from retain_lint.interpreter.context.timeline import Timeline
from retain_lint.ir.model import Call, Instruction
from retain_lint.source import Location, Span


@dataclass(frozen=True, slots=True)
class Site:
    """A program point: an instruction of a file, reached through inlined calls (outermost first)."""

    instruction: Instruction
    location: Location
    calls: tuple[Location, ...]

    @property
    def call(self) -> Call | None:
        """The call instruction, when it is one."""
        return self.instruction if isinstance(self.instruction, Call) else None


class Fate(Enum):
    """What became of one engine call's gradient in one leaf."""

    CONSUMED = "consumed by a step"
    DISCARDED = "cleared before any step"
    READ = "read by the program"
    UNKNOWN = "out of sight"
    PENDING = "still there at the end"


class Callee(Enum):
    """What a call that looks like an engine call ran."""

    PROJECT = "a function of the project"
    LIBRARY = "what a library of torch's makes of a graph of its own"
    FOREIGN = "a function of another library"
    OPAQUE = "code that is not followed"


@dataclass(slots=True)
class Traversal:
    """One (use, cause) pair: how often the use erred because of the cause, and how often it passed although the cause
    had happened. The first error's details are kept for the message (see FreedGraphTraversal). `computed_before`:
    another loss than that which freed the graph, and nothing to free in it is of this iteration. `again`: nothing that the
    use ran was built in its iteration. `alone`: it erred on a path that is not several joined (State.crowded). `chosen`: on one
    that is not doubtful (domain/doubtful_paths). `unseen`: the calls of unseen code that alone were entered, as long as nothing
    `seen` was. `erred`, `passed`, `unclear`: in which iterations. `stale`: the nodes that have perhaps saved what was perhaps
    changed since."""

    errors: int = 0
    erred: set[LoopStamp] = field(default_factory=set)
    passed: dict[LoopStamp, int] = field(default_factory=dict)
    unclear: set[LoopStamp] = field(default_factory=set)
    alone: bool = False
    chosen: bool = False
    seen: bool = False
    unseen: set[Location] = field(default_factory=set)
    built: Event | None = None
    adjacent: bool = False
    what: str = ""
    write: Event | None = None
    update: Event | None = None
    by_step: bool = False
    silent: bool = False
    carried: bool = False
    again: bool = False
    assumptions: tuple[str, ...] = ()
    entry: Event | None = None
    inner: bool = False
    before_loop: bool = False
    places: tuple[Location, ...] = ()
    apart: bool = False
    outer: bool = False
    only_way: bool = False
    trained_anew: bool = False
    buffer: SiteId | None = None
    computed_before: bool = False
    upstream: tuple[Address, ...] = ()
    stale: set[NodeId] = field(default_factory=set)

    @property
    def passes(self) -> int:
        """How often the use passed, but for iterations of a loop behind which there is one that no path passes: what the first
        round carries on may be entered by the second, and only then be freed for the third."""
        hard = self.erred - self.passed.keys() - self.unclear if self.carried else ()
        return sum(n for stamp, n in self.passed.items() if not any(_is_behind(later, stamp) for later in hard))

    def note_pass(self, loops: LoopStamp) -> None:
        """A path came through in this iteration."""
        self.passed[loops] = self.passed.get(loops, 0) + 1


def _is_behind(later: LoopStamp, stamp: LoopStamp) -> bool:
    """Is it a later iteration of the same loops?"""
    return [loop for loop, _ in later] == [loop for loop, _ in stamp] and later > stamp


@dataclass(slots=True)
class Retain:
    """An engine call that retains its graph. `explicit`: retain_graph is written and true (not implied). `escapes`: the ways by
    which code that is not followed may need the graph, and whether only paths that are several joined show it. `surely`: the
    calls that need it, as far as they run for sure. `alone`: those that met it on a path that is not several joined
    (State.crowded). `beside`: the unknown values, by name, on parts of which it stands, too."""

    explicit: bool = False
    needed_by: dict[SiteId, bool] = field(default_factory=dict)
    alone: set[SiteId] = field(default_factory=set)
    surely: set[SiteId] = field(default_factory=set)
    escapes: dict[Doubt, bool] = field(default_factory=dict)
    beside: set[Key] = field(default_factory=set)
    unsure: bool = False
    built: Event | None = None
    looped: bool = False

    def note_escape(self, *doubts: Doubt, crowded: bool = False) -> None:
        """Its graph escapes in these ways, on a path that is several joined if it is `crowded`."""
        self.escapes.update((doubt, crowded and self.escapes.get(doubt, True)) for doubt in doubts)

    @property
    def asks_none(self) -> bool:
        """Is an item or an attribute of None sent backward, which no run of a program does, and nothing known to need the graph?"""
        return key_of(NONE) in self.beside and not self.needed_by


@dataclass(slots=True)
class Contributed:
    """What became of an engine call's gradients in one leaf, with the events that decided it. `parameter`: the leaf is
    a parameter, or stands for those of a module; else it is a tensor that requires grad by itself. `required`: it was sure
    to require grad, once at least."""

    name: str
    parameter: bool
    required: bool = False
    fates: set[Fate] = field(default_factory=set)
    cleared: Event | None = None
    boundaries: set[Event | None] = field(default_factory=set)


@dataclass(slots=True)
class Leak:
    """Gradients of one engine call in a leaf, consumed with those of another call by a `step` of an `optimizer`, as it is
    written there. `wanted`: another optimiser of the leaf has consumed them before. `parted`: the optimisers whose gradients
    were cleared between the two calls."""

    name: str
    step: Event
    optimizer: str
    intended: SiteId
    wanted: bool
    parted: frozenset[Address] = frozenset()


@dataclass(slots=True)
class Step:
    """What an optimiser's step() found in the parameters that it owns. `renewed`: the call that has added gradients to the
    `repeated` ones; `hindrances`: what kept gradients away, at each visit."""

    optimizer: str
    reached: bool = False
    unsure: bool = False
    visits: int = 0
    repeated: SiteId | None = None
    renewed: SiteId | None = None
    fresh: bool = False
    hindrances: set[Hindrance | None] = field(default_factory=set)


@dataclass(slots=True)
class Accumulation:
    """A running total, list or dictionary that holds the graphs of earlier iterations; `value`: where what it grows by stands."""

    holder: str
    value: Span
    held: bool = False
    entered: bool = False


@dataclass(slots=True)
class Ledger:
    """See the module's text."""

    sites: list[Site] = field(default_factory=list)
    numbers: dict[Site, SiteId] = field(default_factory=dict)
    #: keyed by (use, cause, the depth of the loop that carries, visits of both): the use re-enters what the cause freed
    freed: dict[tuple[SiteId, SiteId, int | None, tuple[Visit, Visit]], Traversal] = field(
        default_factory=lambda: defaultdict(Traversal)
    )
    #: keyed by (use, place of the write): the use needs what the write changed
    stale: dict[tuple[SiteId, Location], Traversal] = field(default_factory=lambda: defaultdict(Traversal))
    #: how often a call ran where nothing that it needs was perhaps changed, by the iteration; and where something perhaps was
    unchanged: dict[SiteId, Counter[LoopStamp]] = field(default_factory=lambda: defaultdict(Counter))
    perhaps_changed: dict[SiteId, set[LoopStamp]] = field(default_factory=lambda: defaultdict(set))
    retains: dict[SiteId, Retain] = field(default_factory=lambda: defaultdict(Retain))
    contributions: dict[SiteId, dict[Address, Contributed]] = field(default_factory=lambda: defaultdict(dict))
    #: some executions of each engine call: its roots and the leaves that its gradients arrived at
    reaches: dict[SiteId, list[tuple[tuple[NodeId, ...], tuple[Address, ...]]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    #: what the calls of autograd.grad need attached
    ways: set[Way] = field(default_factory=set)
    differentiated: set[NodeId] = field(default_factory=set)
    #: of each engine call: leaves in which its gradients stood when one norm scaled them, and all leaves of that norm
    coupled: dict[SiteId, set[tuple[frozenset[Address], frozenset[Address]]]] = field(
        default_factory=lambda: defaultdict(set)
    )
    leaks: dict[tuple[SiteId, Address], Leak] = field(default_factory=dict)
    #: the same of a call that no other optimiser's step has followed yet: perhaps the two are a sum
    shared: dict[tuple[SiteId, Address], Leak] = field(default_factory=dict)
    steps: dict[SiteId, Step] = field(default_factory=dict)
    #: of optimisers that are given: those that use again what their last step has used
    given_steps: dict[SiteId, Step] = field(default_factory=dict)
    accumulations: dict[SiteId, Accumulation] = field(default_factory=dict)
    #: where the flags of engine calls that retain were written, if not there
    origins: dict[SiteId, Origin | None] = field(default_factory=dict)
    redundant: dict[SiteId, bool] = field(default_factory=dict)
    removed: set[SiteId] = field(default_factory=set)
    #: leaf -> the optimisers that were given it
    owners: dict[Address, set[Address]] = field(default_factory=dict)
    #: the optimisers that have stepped, or that unseen code was given
    stepped: set[Address] = field(default_factory=set)
    #: does code that was not run step something? Answered when it is asked, after all runs
    pending_steps: bool | None = None
    #: engine calls whose graph could not be wholly seen; that torch would refuse on some path; that it would not on some
    unseen: set[SiteId] = field(default_factory=set)
    refused: set[SiteId] = field(default_factory=set)
    rooted: set[SiteId] = field(default_factory=set)
    ends: PathEnds = field(default_factory=PathEnds)
    #: the calls, innermost first, whose arguments held the tensors that an engine call starts from
    handed: dict[SiteId, tuple[Location, ...]] = field(default_factory=dict)
    timeline: Timeline = field(default_factory=Timeline)
    unknown_ownership: bool = False
    #: engine calls on paths that the budget ended; on paths that came to their end
    cut: dict[SiteId, Doubt] = field(default_factory=dict)
    completed: set[SiteId] = field(default_factory=set)
    #: why it is not known what an engine call starts from; or whether it retains
    root_doubts: dict[SiteId, dict[Doubt, None]] = field(default_factory=lambda: defaultdict(dict))
    unknown_flags: set[SiteId] = field(default_factory=set)
    #: why a graph that an engine call runs through may have been freed before
    doubts: dict[SiteId, dict[Doubt, None]] = field(default_factory=lambda: defaultdict(dict))
    #: what the calls of the checked file that look like engine calls ran instead, by the identity
    #: of the instruction
    others: dict[int, set[Callee]] = field(default_factory=lambda: defaultdict(set))
    #: kinds of findings that the checked file lacks nothing but certainty for; "lost": what one of several objects does
    suspicions: set[str] = field(default_factory=set)
    #: has a budget ended some path? The functions that were running then, or did not run for it, by which budget, and where
    cut_short: bool = False
    cut_functions: dict[int, Doubt] = field(default_factory=dict)
    budget_cuts: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def number(self, site: Site) -> SiteId:
        """The number of a program point, the same at each visit."""
        known = self.numbers.get(site)
        if known is None:
            known = self.numbers[site] = len(self.sites)
            self.sites.append(site)
        return known

    def note_roots(self, site: SiteId, known: bool, refused: bool) -> None:
        """What an engine call starts from: known tensors that require grad, `refused` ones that do not, or what is unseen."""
        (self.rooted if known else self.refused if refused else self.unseen).add(site)

    @property
    def unsure(self) -> set[SiteId]:
        """Engine calls whose graph could not be wholly seen. A path that torch would refuse is none of the program's, if
        there are others."""
        return self.unseen | (self.refused - self.rooted)

    def consumed_leaves(self, site: SiteId) -> frozenset[Address]:
        """The leaves in which a step has taken in gradients of an engine call."""
        found = self.contributions.get(site, {})
        return frozenset(leaf for leaf, contributed in found.items() if Fate.CONSUMED in contributed.fates)

    def contributed(self, site: SiteId, leaf: Address, tensor: TensorRecord) -> Contributed:
        """The record of an engine call's gradients in a leaf."""
        return self.contributions[site].setdefault(leaf, Contributed(tensor.path or tensor.name, tensor.parameter))

    def omit_failing(self, numbers: list[SiteId]) -> list[SiteId]:
        """The contexts of one engine call without those that fail, if there are others: that send an item of None backward, since
        clients have left out what sets an attribute, or what torch refuses (an evaluation under no_grad of what trains)."""
        refused = self.refused - self.rooted - self.unseen
        unset = {number for number in numbers if number in self.retains and self.retains[number].asks_none}
        return [number for number in numbers if number not in refused and number not in unset] or numbers
