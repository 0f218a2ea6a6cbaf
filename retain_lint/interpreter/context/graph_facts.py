"""What is known of nodes and unknown values for all paths at once. Floor 3.

Flow-insensitive: each set only grows while paths run, and each fact only makes the analysis more silent, unless its
comment says otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.call_verdict import Doubt
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.key_index import KeyIndex
from retain_lint.domain.shapes import Shape
from retain_lint.domain.value import Address, FrameId, Key, Value
from retain_lint.source import Location


@dataclass(slots=True)
class GraphFacts:
    """The facts by what they are about; the comment names the file that writes them."""

    # Unknown values and the nodes that stand for their graphs (heap/tensors.py)
    unknown_nodes: dict[Key, NodeId] = field(default_factory=dict)
    unknown_keys: dict[NodeId, Key] = field(default_factory=dict)
    #: those that were more than handed on, as an object may be
    carrying: set[Key] = field(default_factory=set)
    #: those that may be tensors, and to which whole numbers were added (data_model/operators.py)
    moved: set[Key] = field(default_factory=set)
    #: what unknown values were computed of, and the results of opaque functions that were given such (heap/provenance.py)
    computed_of: dict[Key, tuple[Key, ...]] = field(default_factory=dict)
    made_of: dict[NodeId, tuple[Key, ...]] = field(default_factory=dict)
    #: the parts of what opaque callees returned; those that engine calls entered together
    part_nodes: dict[tuple[NodeId, object], NodeId] = field(default_factory=dict)
    parts_entered: dict[NodeId, set[frozenset[NodeId]]] = field(default_factory=lambda: defaultdict(set))
    #: how the values that were passed on hold their tensors, by the expression, and how those that it takes an item of do
    shapes: dict[Location, Shape] = field(default_factory=dict)
    holders: dict[Location, Shape] = field(default_factory=dict)
    #: files in which a context like autocast was entered, where copies may be saved in place of the tensors
    saves_copies: set[str] = field(default_factory=set)

    #: what stands for optimisers that are given, by their names (autograd/given_optimizers.py)
    given_optimizers: dict[Key, Address] = field(default_factory=dict)
    #: where optimisers took a step of which it is not known what they own
    unknown_steps: set[Location] = field(default_factory=set)

    #: packed sequences (library/packed_sequences.py), and what recurrent layers make of them
    packed: set[Key] = field(default_factory=set)

    # Leaves and modules (heap/objects.py)
    #: their names, and those of what may hold some (effects/opaque_parameters.py)
    leaf_keys: KeyIndex = field(default_factory=KeyIndex)
    symbol_leaves: dict[Key, tuple[Address, TensorRecord]] = field(default_factory=dict)
    #: those of which a program sets the flags all alike; modules that it takes apart (effects/frozen_models.py)
    set_alike: set[Address] = field(default_factory=set)
    taken_apart: set[Key] = field(default_factory=set)
    module_keys: set[Key] = field(default_factory=set)
    #: models, criteria and metrics of libraries: they run no engine, and give out no graph that they have built before
    #: (effects/opaque_objects.py)
    library_objects: set[Key] = field(default_factory=set)
    #: what annotations say of unknown values, by the uses that show the same (said_types.py): more is claimed of these
    said_of: dict[Key, frozenset[str]] = field(default_factory=dict)
    #: nodes whose tensors are asked to require grad, and would by their history too
    requested: set[NodeId] = field(default_factory=set)
    #: what module wrappers hold (library/module_wrappers.py)
    wrapped: set[Value] = field(default_factory=set)
    #: forward hooks were registered (library/forward_hooks.py)
    hooked: bool = False

    # Attributes (heap/unset_attributes.py): which were stored, and the objects that opaque code may have written
    stored: set[tuple[Address, str]] = field(default_factory=set)
    opened: set[Address] = field(default_factory=set)
    #: unknown values that are the default of a `getattr`, or else the attribute
    defaulted: set[Key] = field(default_factory=set)

    # Opaque code (effects/)
    #: what an opaque object may have built before, and given out again (opaque_objects.py)
    given_out_by: dict[NodeId, Key] = field(default_factory=dict)
    #: results of opaque code that was given a model (opaque_parameters.py)
    weight_users: set[NodeId] = field(default_factory=set)
    model_results: set[NodeId] = field(default_factory=set)
    #: results of opaque functions and criteria that were given one graph (calls/opaque_calls.py)
    of_one_graph: set[NodeId] = field(default_factory=set)
    #: results of opaque code that may hang on graphs which are not known of: on the weights of the model whose method it is, on
    #: what joined paths have lost (calls/opaque_calls.py)
    hiding: set[NodeId] = field(default_factory=set)
    #: nodes that opaque code may traverse later (escape.py)
    handed_out: dict[NodeId, Doubt] = field(default_factory=dict)
    #: by unknown node: the graphs, by their roots, that it may be (escape.py)
    may_be: dict[NodeId, set[NodeId]] = field(default_factory=lambda: defaultdict(set))
    #: and how those became so that it may have traversed already (escape.py)
    escaped: dict[NodeId, Doubt] = field(default_factory=dict)
    #: what tensor methods made of caller-supplied values (provenance.py)
    of_given: set[NodeId] = field(default_factory=set)
    #: what functions of libraries made of data (opaque_objects.py)
    of_libraries: set[NodeId] = field(default_factory=set)
    #: names that generators mention which have yielded graphs (resumed_code.py)
    resumed: frozenset[str] = frozenset()
    #: and the numbers in what their variables held then; the functions around them (resumed_code.py)
    resumed_with: set[int] = field(default_factory=set)
    resumed_in: set[FrameId] = field(default_factory=set)
    #: variables that methods read which run the engine, though no call names them (unnamed_methods.py)
    looked_up: frozenset[str] = frozenset()

    # Engine calls (autograd/)
    #: the losses themselves that engine calls were given (backward.py)
    sent_backward: set[NodeId] = field(default_factory=set)
    #: nodes shown to require grad, since an engine call started there
    decided: set[NodeId] = field(default_factory=set)
    #: nodes that have saved what was detached in place since (staleness.py)
    refused: set[NodeId] = field(default_factory=set)
    #: nodes that tensor hooks made; those of tensors whose own gradients are kept (tensor_hooks.py)
    hook_nodes: set[NodeId] = field(default_factory=set)
    gradients_kept: set[NodeId] = field(default_factory=set)
    #: running totals, and what stands in lists that hold freed graphs, by the calls that fill them (history_accumulation.py)
    accumulated: dict[NodeId, set[SiteId]] = field(default_factory=lambda: defaultdict(set))
    buffered: dict[NodeId, SiteId] = field(default_factory=dict)

    def is_perhaps_another(self, node: NodeId) -> bool:
        """May an opaque object have given out its graph before, or give it out again?"""
        return node in self.given_out_by or node in self.unknown_keys or node in self.made_of

    def marks(self, nodes: Iterable[NodeId]) -> bool:
        """Is more known of one of these nodes than the graph shows, and that opaque code was given one graph?"""
        tables: tuple[Container[NodeId], ...] = (
            self.requested,
            self.unknown_keys,
            self.made_of,
            self.given_out_by,
            self.weight_users,
            self.model_results,
            self.of_given,
            self.of_libraries,
            self.hiding,
            self.handed_out,
            self.escaped,
            self.refused,
            self.hook_nodes,
            self.gradients_kept,
        )
        return any(node in table for node in nodes for table in tables)
