"""Dictionaries of libraries whose entries are attributes (`edict(yaml.safe_load(file))`): of data they are data. Floor 3."""

from __future__ import annotations

from retain_lint.domain.loaded import names_options
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.state import State
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.tensors import any_graph_in

_MAPPINGS = (
    "easydict.EasyDict munch.Munch munch.munchify addict.Dict box.Box attrdict.AttrDict dotmap.DotMap bunch.Bunch"
)


class AttributeMappings(LibraryModel):
    """Made of something else than data or options, or of nothing, they may hold any graph: nothing is said of them."""

    functions = frozenset((*_MAPPINGS.split(), "ml_collections.ConfigDict", "ml_collections.config_dict.ConfigDict"))

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        """Unknown data, or None."""
        given = request.values()
        known = bool(given) and all(DATA.covers(state, value) for value in given)
        if len(request.positional) == len(given) == len(request.instruction.arguments) == 1:
            known |= names_options(request.instruction.arguments[0].value) and any_graph_in(m, state, given) is None
        return [Outcome(state, m.symbol("value", plain=True))] if known else None
