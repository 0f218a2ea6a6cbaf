"""What the interpreter reports to the rules: one class a kind of fact. Floor 2.

A finding is a fact with its places; wording, code and fix are the rules' affair.
"""

from __future__ import annotations

from dataclasses import dataclass

from retain_lint.diagnostic import Confidence
from retain_lint.domain.call_site import ArgumentSite, CallSite
from retain_lint.domain.history import Event
from retain_lint.source import Location


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact about one place. `assumptions` say, in words, what was taken for granted about code not seen."""

    site: CallSite
    confidence: Confidence
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FreedGraphTraversal(Finding):
    """`site` runs backward through nodes whose buffers `freed_by` released. `carried`: they were built in an earlier
    iteration or before the loop. `built`: where the shared part was made. `discarded`: the gradients that the shared part would get
    are thrown away. `adjacent`: nothing that matters happens between the two calls, so that the losses can be summed.
    `boundary`: where a detach() would cut the shared part off, when one expression can. `before_loop` (only if carried): the
    shared part is built once, before the loop. `write`: an in-place change since it was built that would make the graph stale
    if it were retained. `repeated`: a detach() at the boundary would cut too much: the iterations of an inner loop, those
    since the last engine call, or what some paths have computed again.
    `computed_before`: the losses that the loop sends backward, one an iteration, were all computed before. `places`: all that
    would have to move into the loop, `apart` if it stands in another function than the loop. `outer`: an outer loop carried the
    graph over, and each of its iterations goes through it many times. `only_way`: nothing else leads to the trained leaves
    of the shared part: a detach() would leave them untrained. `trained_anew`: each iteration trains all of them by a forward of
    its own as well. `buffer`: fills the list that carries the graph over and holds all that is trained. `spared`: where a
    detach() would keep `freed_by` out of the shared part, in which its gradients are of no use. `freed_at`: the expression
    that leads to `freed_by`, as seen from the function of `site`. `update`: a step, or a clearing of gradients, between the two
    calls: their losses are no sum. `separable`: where a detach() would keep `freed_by` out of the shared part, the modules
    `upstream`, if its optimiser is not to train these (which is not known). `beside`: the modules of what is carried along with
    the shared part and was not freed, which a detach() at the boundary would leave untrained by `site`."""

    freed_by: CallSite
    built: Event
    carried: bool
    discarded: bool
    adjacent: bool
    boundary: Event | None
    before_loop: bool = False
    write: Event | None = None
    repeated: bool = False
    computed_before: bool = False
    places: tuple[Location, ...] = ()
    apart: bool = False
    outer: bool = False
    only_way: bool = False
    trained_anew: bool = False
    buffer: CallSite | None = None
    spared: Event | None = None
    freed_at: Event | None = None
    update: Event | None = None
    separable: Event | None = None
    upstream: str = ""
    beside: str = ""


@dataclass(frozen=True, slots=True)
class StaleGraphTraversal(Finding):
    """`site` runs backward through nodes that saved `what` (a name such as `netD`) before `write` changed it in place.
    `carried`: an earlier iteration of a running loop built the graph, `before_loop`: it was built before that loop.
    `written_by_step`: by an optimiser, or by hand what one would write (a leaf). `silent`: the write moves no version
    counter (fused optimiser), so torch computes a wrong gradient without an error. `spared`: where a detach(), advised for
    gradients of `site` that are of no use, would keep it out of all such nodes."""

    write: Event
    written_by_step: bool
    what: str
    built: Event
    carried: bool
    silent: bool
    before_loop: bool = False
    spared: Event | None = None


@dataclass(frozen=True, slots=True)
class UnneededRetain(Finding):
    """`site` retains a graph and no later engine call enters it. `rebuilt`: where the graph is made anew each time, if
    the call stands in a loop or a method called again. `argument`: by which, of the engine call or of a call that hands it
    on to it (`engine`), where False may have to be said (not `optional`)."""

    argument: ArgumentSite | None
    rebuilt: Event | None
    optional: bool = True
    engine: CallSite | None = None


@dataclass(frozen=True, slots=True)
class RedundantRetain(Finding):
    """retain_graph written where it changes nothing: beside create_graph=True (`implied`) or as the default False."""

    argument: ArgumentSite
    implied: bool


@dataclass(frozen=True, slots=True)
class SeparateBackwards(Finding):
    """`site` retains its graph only for `later`, with nothing between that reads or changes gradients."""

    later: CallSite


@dataclass(frozen=True, slots=True)
class AccumulatedHistory(Finding):
    """`site` (an augmented assignment or an append) keeps each iteration's graph alive through `holder`, and no engine
    call ever enters that graph again. `value`: the place of the tensor to detach."""

    holder: str
    value: ArgumentSite


@dataclass(frozen=True, slots=True)
class MissingDetach(Finding):
    """`site` sends gradients into `upstream` (a name) that nobody consumes. `boundary` is the expression to detach;
    `discarded_by` the zero_grad() that throws them away, None when no optimiser owns the parameters.
    `also_at`: further expressions to detach, when one is not enough. `new_leaves`: those of all these whose detached value has
    to require grad, for a call of autograd.grad. `owned`: all of `upstream` is stepped by optimizers that are
    known, which other calls give its gradients. `frees`: the call frees the graph that it runs through, for good; `keeper`: a name
    that keeps it in memory once it is cut off."""

    upstream: str
    boundary: Event
    discarded_by: Event | None
    also_at: tuple[Event, ...] = ()
    new_leaves: tuple[Event, ...] = ()
    owned: bool = False
    frees: bool = False
    keeper: str = ""


@dataclass(frozen=True, slots=True)
class GradientLeak(Finding):
    """Gradients of `site` in `upstream` are consumed by `step` of `optimizer`, together with those of `intended`, after another
    optimiser's step already consumed `site`'s own. `late`: `site` comes after `intended`, and both before the steps; what
    `intended` had left in that other optimiser's parameters was cleared in between. `trained`: the one module with all that
    `site` is for."""

    upstream: str
    step: Event
    optimizer: str
    intended: CallSite
    boundary: Event | None
    late: bool = False
    trained: str = ""


@dataclass(frozen=True, slots=True)
class StepWithoutGradient(Finding):
    """`site` is an optimiser's step() whose parameters no engine call has reached. What is responsible: `cut`, a detach, or
    `cleared`, which threw away the gradients `computed` for it."""

    optimizer: str
    cut: Event | None = None
    cleared: Event | None = None
    computed: Event | None = None


@dataclass(frozen=True, slots=True)
class UnclearedGradients(Finding):
    """`site`, a step(), consumes gradients that its own earlier step already consumed; `renewed` has added to them, if
    anything has."""

    optimizer: str
    contributed: Event
    renewed: Event | None = None


@dataclass(frozen=True, slots=True)
class RemovedArgument(Finding):
    """`retain_variables=` (TypeError since it was removed)."""

    argument: ArgumentSite
