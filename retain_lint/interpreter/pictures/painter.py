"""Pictures of the functions that send graphs backward, read off the ledger. Floor 3."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from retain_lint.domain.autograd_graph import GradNode, NodeId
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.picture import Item, ItemKind, Link, Model, Picture
from retain_lint.domain.value import Address
from retain_lint.frontend.snippets import one_line
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.owner_names import name_owner
from retain_lint.interpreter.context.timeline import Moment
from retain_lint.interpreter.pictures.expressions import Frame, FunctionNames, read_names, see_from, size_of
from retain_lint.source import Location, Span

#: more expressions than can be looked at
MAX_ITEMS = 120


@dataclass(slots=True)
class _Draft:
    """An item while it is gathered: `time` orders it, events after what was made before them."""

    kind: ItemKind
    place: Location
    time: tuple[int, int]
    parameters: dict[Address, None] = field(default_factory=dict)
    inputs: dict[Location, bool] = field(default_factory=dict)
    runs: set[Location] = field(default_factory=set)
    retains: bool = False
    looped: bool = False


def paint_pictures(m: Analysis) -> tuple[Picture, ...]:
    """A picture for each function of the analysed file that calls the engine, steps or clears; of several ways that lead to a
    function the first one."""
    loaded = m.program.modules[m.program.main]
    if loaded is None:
        return ()
    names = read_names(loaded.source, loaded.module.body, tuple(loaded.module.functions))
    frames: dict[str, Frame] = {}
    for moment in m.ledger.timeline.moments.values():
        if moment.event.location.path == loaded.source.path and moment.roots:
            function = names.find_function(moment.event.location)
            frames.setdefault("" if function is None else function.qualname, moment.event.calls)
    return tuple(_Painter(m, names, qualname, frame).paint() for qualname, frame in frames.items())


@dataclass(slots=True)
class _Painter:
    m: Analysis
    names: FunctionNames
    function: str
    frame: Frame
    drafts: dict[Location, _Draft] = field(default_factory=dict)
    callees: dict[Address, str] = field(default_factory=dict)

    def paint(self) -> Picture:
        """The picture of one function."""
        roots = self._gather_events()
        self._gather_nodes(roots)
        self._fold()
        self._drop_strays()
        drafts = sorted(self.drafts.values(), key=lambda draft: draft.time)[:MAX_ITEMS]
        numbers = {draft.place: number for number, draft in enumerate(drafts)}
        items = tuple(self._finish(draft, numbers) for draft in drafts)
        links = tuple(
            Link(numbers[source], numbers[draft.place], carried)
            for draft in drafts
            for source, carried in draft.inputs.items()
            if source in numbers and (carried or numbers[source] < numbers[draft.place])
        )
        links += tuple(self._find_cuts(numbers, {(link.source, link.target) for link in links}))
        leaves = dict.fromkeys(leaf for draft in drafts for leaf in draft.parameters)
        return Picture(self.names.source.path, self.function, items, links, self._models(leaves))

    def _gather_events(self) -> dict[Location, set[NodeId]]:
        """The events of the frame; gives what each engine call starts from."""
        sites = defaultdict(list)
        for number, site in enumerate(self.m.ledger.sites):
            sites[site.location, site.calls].append(number)
        roots: dict[Location, set[NodeId]] = defaultdict(set)
        for order, moment in enumerate(self.m.ledger.timeline.moments.values()):
            if not self._is_inside(moment.event):
                continue
            place = see_from(self.frame, moment.event)
            draft = self.drafts.setdefault(place, _Draft(_kind_of(moment), place, (moment.nodes - 1, order + 1)))
            draft.parameters.update(dict.fromkeys(moment.leaves))
            draft.retains |= moment.event.kind is EventKind.RETAINED
            if moment.roots:
                draft.kind = ItemKind.ENGINE
                roots[place].update(moment.roots)
                for number in sites[moment.event.location, moment.event.calls]:
                    draft.parameters.update(dict.fromkeys(self.m.ledger.contributions.get(number, ())))
                    for sample, _ in self.m.ledger.reaches.get(number, ()):
                        roots[place].update(sample)
        return roots

    def _gather_nodes(self, roots: dict[Location, set[NodeId]]) -> None:
        reached: dict[Location, set[NodeId]] = {
            place: {node.number for node in self.m.graph.reach(starts)} for place, starts in roots.items()
        }
        wanted = set[NodeId]().union(*reached.values())
        for node in self.m.graph.nodes:
            if node.number in wanted or self._is_inside(node.built):
                self._add_node(node)
        for place, numbers in reached.items():
            event = self.drafts[place]
            event.runs = {
                see_from(self.frame, self.m.graph[n].built) for n in numbers if self._is_drawn(self.m.graph[n])
            }
            for root in self._see(roots[place]):
                event.inputs.setdefault(root, False)
                if root in self.drafts and self.drafts[root].kind is ItemKind.TENSOR:
                    self.drafts[root].kind = ItemKind.LOSS

    def _find_cuts(self, numbers: dict[Location, int], known: set[tuple[int, int]]) -> Iterator[Link]:
        """From what is detached to the item that the detached value is written in."""
        found: set[tuple[int, int]] = set()
        for event, node in self.m.ledger.timeline.cuts.items():
            place = see_from(self.frame, event)
            users = [item for item in numbers if item.contains(place)]
            if not users or not self._is_inside(event):
                continue
            target = numbers[min(users, key=lambda user: size_of(user.span))]
            found |= {(numbers[source], target) for source in self._see([node]) if source in numbers}
        return (Link(*ends, cut=True) for ends in sorted(found - known) if ends[0] < ends[1])

    def _is_inside(self, event: Event) -> bool:
        """Does it happen in the function that is drawn, or in what that calls? All that a client calls has the same frame."""
        if event.calls[: len(self.frame)] != self.frame:
            return False
        if self.frame and not _is_empty(self.frame[-1].span):
            return True
        function = self.names.find_function(see_from(self.frame, event))
        return ("" if function is None else function.qualname) == self.function

    def _is_drawn(self, node: GradNode) -> bool:
        return node.op != "leaf" and not node.choice and bool(node.built.text)

    def _see(self, numbers: Iterable[NodeId]) -> Iterator[Location]:
        """The expressions behind nodes; choices are looked through, each once: many lead to the same ones."""
        pending, seen = list(numbers)[::-1], set[NodeId]()
        while pending:
            number = pending.pop()
            if number in seen:
                continue
            seen.add(number)
            node = self.m.graph[number]
            if node.choice:
                pending += reversed(node.inputs)
            elif self._is_drawn(node):
                yield see_from(self.frame, node.built)

    def _add_node(self, node: GradNode) -> None:
        if not self._is_drawn(node):
            return
        place = see_from(self.frame, node.built)
        draft = self.drafts.setdefault(place, _Draft(ItemKind.TENSOR, place, (node.number, 0)))
        if draft.kind is not ItemKind.TENSOR:
            return  # a helper that builds and sends backward by itself
        draft.looped |= bool(node.stamp)
        for number in node.inputs:
            made = self.m.graph[number]
            if made.leaf is not None:
                draft.parameters[made.leaf] = None
                if node.built.calls[len(self.frame) :]:
                    self.callees.setdefault(made.leaf, self._slice(place).partition("(")[0].removesuffix(".forward"))
            for source in self._see([number]):
                carried = _is_carried(made, node)
                if source != place or carried:
                    draft.inputs[source] = draft.inputs.get(source, True) and carried

    def _fold(self) -> None:
        """Expressions without a name and without parameters that are a part of another one become one with it."""
        for place in sorted(self.drafts, key=lambda place: self.drafts[place].time):
            draft = self.drafts[place]
            users = [user for user in self.drafts.values() if place in user.inputs]
            if draft.kind is not ItemKind.TENSOR or draft.parameters or self.names.name(place) or len(users) != 1:
                continue
            (user,) = users
            if user.place != place and not user.inputs[place] and user.place.contains(place):
                del self.drafts[place], user.inputs[place]
                for source, carried in draft.inputs.items():
                    user.inputs[source] = user.inputs.get(source, True) and carried
                for event in self.drafts.values():
                    if place in event.runs:
                        event.runs = event.runs - {place} | {user.place}

    def _drop_strays(self) -> None:
        """Leaves out what has neither a name, nor parameters, nor anything to do with the rest: it may be no tensor at all."""
        used = {source for draft in self.drafts.values() for source in (*draft.inputs, *draft.runs)}
        for place, draft in list(self.drafts.items()):
            idle = draft.kind is ItemKind.TENSOR and not (draft.inputs or draft.parameters or place in used)
            if idle and not self.names.name(place):
                del self.drafts[place]

    def _finish(self, draft: _Draft, numbers: dict[Location, int]) -> Item:
        return Item(
            numbers[draft.place],
            draft.kind,
            self._slice(draft.place),
            draft.place,
            self.names.name(draft.place),
            self._name_models(draft.parameters),
            draft.retains,
            frozenset(numbers[place] for place in draft.runs if place in numbers),
            draft.looped,
        )

    def _slice(self, place: Location) -> str:
        source = next(s for s in self.m.program.sources.values() if s.path == place.path)
        return one_line(source.slice(source.span_of(place)))

    def _name_models(self, leaves: Iterable[Address]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, map(self._name_model, leaves))))

    def _name_model(self, leaf: Address) -> str:
        """The outermost name that a leaf is known by."""
        timeline, contributions = self.m.ledger.timeline, self.m.ledger.contributions.values()
        name = timeline.names.get(leaf) or next((c[leaf].name for c in contributions if leaf in c), "")
        head = name_owner([name]).split(".")
        if head[0] == "self" and "." not in self.function:  # the name that the model has for itself
            return self.callees.get(leaf, name)
        return ".".join(head[:2] if head[0] == "self" else head[:1])

    def _models(self, leaves: Iterable[Address]) -> tuple[Model, ...]:
        owners: dict[str, dict[str, None]] = {}
        for leaf in leaves:
            name = self._name_model(leaf)
            if name:
                owners.setdefault(name, {}).update(self.m.ledger.timeline.optimizers.get(leaf, {}))
        return tuple(Model(name, tuple(optimizers)) for name, optimizers in owners.items())


def _is_empty(span: Span) -> bool:
    return (span.start_line, span.start_column) == (span.end_line, span.end_column)


def _kind_of(moment: Moment) -> ItemKind:
    if moment.roots or moment.event.kind in (EventKind.FREED, EventKind.RETAINED):
        return ItemKind.ENGINE
    clears = moment.event.kind in (EventKind.CLEARED, EventKind.OVERWRITTEN)
    return ItemKind.CLEAR if clears else ItemKind.STEP


def _is_carried(made: GradNode, user: GradNode) -> bool:
    """Was an input made in an earlier iteration of a loop that both are in?"""
    iterations = dict(user.stamp)
    return any(iterations.get(loop, iteration) != iteration for loop, iteration in made.stamp)
