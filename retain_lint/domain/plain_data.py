"""Plain data: values without history, on which no graph's lifetime depends but through branches. Floor 2."""

from __future__ import annotations

from dataclasses import dataclass

from retain_lint.domain.heap import DictRecord, ListRecord, TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Index, Known, Linear, Ref, Symbol, Tuple, Value

#: how deep data may lie in lists and dictionaries
MAX_NESTING = 3


@dataclass(frozen=True, slots=True)
class Kind:
    """Numbers and unknown values without history, and lists and dictionaries of them. `words`: constants of any kind,
    texts and flags too. `unseen`: other unknown values whose keys begin so, as long as nothing was found to hang on
    them. `tensors`: those without a history too."""

    words: bool = True
    unseen: frozenset[str] = frozenset()
    tensors: bool = False

    def covers(self, state: State, value: Value, depth: int = MAX_NESTING) -> bool:
        """Is the value of this kind?"""
        if isinstance(value, Known):
            return self.words or type(value.value) in (int, float)
        if isinstance(value, (Index, Linear)):
            return True
        if isinstance(value, Symbol):
            met = value.key in state.tensors or value.key in state.leaves
            return not met and (value.plain or value.key[0] in self.unseen)
        if isinstance(value, Tuple):
            return all(self.covers(state, item, depth) for item in value.items)
        return bool(depth) and isinstance(value, Ref) and self.fills(state, state.heap.get(value.address), depth)

    def fills(self, state: State, record: object, depth: int = MAX_NESTING) -> bool:
        """Is it a list or a dictionary of this kind?"""
        if isinstance(record, ListRecord):
            return all(self.covers(state, item, depth - 1) for item in record.items)
        if isinstance(record, DictRecord):
            return all(self.covers(state, item, depth - 1) for _, item in record.items)
        if self.tensors and isinstance(record, TensorRecord):
            return record.node is None and record.requires_grad is Ternary.NO
        return False


DATA = Kind()
#: with tensors of data
ARRAYS = Kind(tensors=True)
#: with texts that are put together of anything
TEXTS = Kind(unseen=frozenset({"string"}), tensors=True)
#: with what is taken out of containers that cannot be seen, also on one of several paths
TAKEN = Kind(unseen=frozenset({"item", "element", "joined"}), tensors=True)
#: with arguments that cannot be seen
GIVEN = Kind(unseen=TAKEN.unseen | {"parameter", "attr", "global"}, tensors=True)
#: what is kept to be shown: losses, metrics, counts; also what unseen code made of them
FIGURES = Kind(words=False, unseen=frozenset({"made"}))
