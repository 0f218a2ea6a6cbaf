"""Packed sequences of torch.nn.utils.rnn: their `data` is the tensor itself, with its graph, as that of what recurrent layers make
of them. Floor 3.

torch/nn/utils/rnn.py, 2.13: a PackedSequence is a named tuple of the data, and of sizes and indices, which are whole numbers.
"""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import External, key_of
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel


class PackedSequences(LibraryModel):
    """See the module's text."""

    functions = frozenset({"torch.nn.utils.rnn.pack_padded_sequence", "torch.nn.utils.rnn.pack_sequence"})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        packed = m.interpreter.call_opaque(m, state, External(name), request)
        m.facts.packed.add(key_of(packed))
        return [Outcome(state, packed)]
