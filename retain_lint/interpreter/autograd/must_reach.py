"""What an engine call runs for sure, whatever joined paths have brought it. Floor 3.

A choice stands for one of its inputs, not known which: what all of them lead to is run in any case. Paths joined past the
budget may be ones that no run takes; nothing is made of their choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from retain_lint.domain.autograd_graph import HELD, JOINED, PART, GradNode, NodeId
from retain_lint.domain.canonical import is_older
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.interpreter.context.analysis import Analysis

#: choices whose inputs are followed, of one engine call: each costs a walk for each input
MAX_CHOICES = 24

#: what each input of a choice leads to for sure
Ways = tuple[frozenset[NodeId], ...]


@dataclass(slots=True)
class CertainReach:
    """The walk of one engine call through the `nodes` that it may run. `ways`: of the choices that it runs for sure."""

    m: Analysis
    state: State
    nodes: dict[NodeId, GradNode]
    ways: dict[NodeId, Ways] = field(default_factory=dict)
    requiring: set[NodeId] = field(init=False)

    def __post_init__(self) -> None:
        self.requiring = find_requiring(self.m, self.nodes)

    def follow(self, roots: Iterable[NodeId]) -> frozenset[NodeId]:
        """The nodes below roots that are all sent backward."""
        return frozenset[NodeId]().union(*[self._send(root) for root in roots if root in self.nodes])

    def _send(self, root: NodeId) -> frozenset[NodeId]:
        """What is sent backward is a tensor that requires grad, whatever else it is on other paths (None, a number)."""
        tensors = self._tensors_behind(root)
        if tensors == [root]:
            return self._below([root])
        self.requiring.update(tensors)
        self.ways[root] = tuple(self._below([tensor]) for tensor in tensors)
        return frozenset.intersection(*self.ways[root]) | {root}

    def _tensors_behind(self, root: NodeId) -> list[NodeId]:
        """The tensors that joined paths may have made of it; itself, if they are too many."""
        found, stack = list[NodeId](), [root]
        while stack:
            node = self.m.graph[stack.pop()]
            if node.op == JOINED:
                stack.extend(node.inputs)
            elif node.requires_grad is not Ternary.NO:
                found.append(node.number)
        known = not self.state.crowded and 0 < len(found) <= MAX_CHOICES and self.nodes.keys() >= set(found)
        return list(dict.fromkeys(found)) if known else [root]

    def _below(self, roots: Iterable[NodeId]) -> frozenset[NodeId]:
        certain: set[NodeId] = set()
        stack, choices = list(roots), []
        while stack:
            number = stack.pop()
            if number in certain or number not in self.requiring:
                continue
            certain.add(number)
            if self.nodes[number].choice:
                choices.append(number)
            stack.extend(
                child for child in _certain_inputs(self.m, self.state, self.nodes[number]) if child in self.nodes
            )
        for choice in choices:
            certain |= frozenset.intersection(*self._ways_of(choice))
        return frozenset(certain)

    def _ways_of(self, choice: NodeId) -> Ways:
        inputs, complete = self.nodes[choice].inputs, self.nodes[choice].requires_grad is Ternary.YES
        if choice not in self.ways:
            self.ways[choice] = (frozenset(),)
            if complete and not self.state.crowded and len(self.ways) <= MAX_CHOICES:
                self.ways[choice] = tuple(
                    self._below([child]) if child in self.nodes else frozenset() for child in inputs
                )
        return self.ways[choice]


def find_unavoidable(
    certain: frozenset[NodeId], ways: Iterable[Ways], errs: Callable[[NodeId], bool]
) -> frozenset[NodeId]:
    """The nodes at which a call errs for sure: certain ones, and those of choices each of whose inputs leads to one."""
    found = {number for number in certain if errs(number)}
    for sets in ways:
        erring = [{number for number in numbers if errs(number)} for numbers in sets]
        found |= set[NodeId]().union(*erring) if all(erring) else set()
    return frozenset(found)


def _certain_inputs(m: Analysis, state: State, node: GradNode) -> tuple[NodeId, ...]:
    """The inputs that the node hangs on for sure. Parts of what an unseen callee returned that are sent backward apart hang
    on the only graph that was given to it, but on what else the callee did perhaps not (twin critics); what a module
    hands on to the next iteration is taken to come of the same work as its result."""
    if node.op != PART:
        return () if node.choice else node.inputs
    whole = m.graph[node.inputs[0]]
    carried = whole.op == "module" and len(whole.stamp) >= len(state.loops) and is_older(whole.stamp, state.loops)
    if carried or len(m.facts.parts_entered[whole.number]) < 2:
        return node.inputs
    while whole.op == PART:
        whole = m.graph[whole.inputs[0]]
    given = tuple(child for child in whole.inputs if m.graph[child].leaf is None)
    return given if len(given) == 1 else ()


def find_requiring(m: Analysis, nodes: dict[NodeId, GradNode]) -> set[NodeId]:
    """The nodes that are known to be some: also those of which only the inputs were in doubt, until an engine call showed
    that one of them requires grad. Not every part of what an unseen callee returned need do so."""
    found: set[NodeId] = set()
    for number in sorted(nodes):
        node = nodes[number]
        follows = not node.choice and node.op != PART
        doubtful = follows and all(m.graph[child].requires_grad is Ternary.MAYBE for child in node.inputs)
        if requires_grad(m, node) or doubtful and not found.isdisjoint(node.inputs):
            found.add(number)
    return found


def requires_grad(m: Analysis, node: GradNode) -> bool:
    """True if the node is known to be one."""
    return node.requires_grad is Ternary.YES or node.number in m.facts.decided


def is_in_doubt(m: Analysis, node: GradNode) -> bool:
    """Is it what a container or an opaque callee was given, or perhaps something else?"""
    return node.op in (HELD, PART, "call") and not requires_grad(m, node)
