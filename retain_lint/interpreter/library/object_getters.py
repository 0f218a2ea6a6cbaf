"""Functions that give back a part of what they are called with, or an object that they were made for:
`operator.attrgetter("kept")(net)`, `weakref.ref(net)()`. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import External, Known, Partial, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.data_model.computed_attributes import get_by_path
from retain_lint.interpreter.data_model.items import get_item
from retain_lint.interpreter.heap.mapped_items import map_items

_ATTRIBUTES, _ITEMS = "operator.attrgetter", "operator.itemgetter"
#: what they refer to lives as long as the program holds it
_REFERENCES = frozenset({"weakref.ref", "weakref.WeakMethod"})
_PROXY = "weakref.proxy"
_MADE = "()"


class ObjectGetters(LibraryModel):
    """See the module's text."""

    functions = frozenset(
        {_PROXY, *(name + end for name in (_ATTRIBUTES, _ITEMS, *_REFERENCES) for end in ("", _MADE))}
    )

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        if not request.positional or request.keywords:
            return None
        if name == _PROXY:
            return [Outcome(state, request.positional[0])]
        if not name.endswith(_MADE):
            kept = request.positional[:1] if name in _REFERENCES else request.positional
            return [Outcome(state, Partial(External(name + _MADE), kept, ()))]
        *asked, given = request.positional
        if name == _ATTRIBUTES + _MADE:
            named = [str(place.value) for place in asked if isinstance(place, Known)]
            return _attributes(m, state, given, named, request) if len(named) == len(asked) else None
        if name == _ITEMS + _MADE:
            found = tuple(get_item(m, state, given, place, request.span) for place in asked)
            return [Outcome(state, found[0] if len(found) == 1 else Tuple(found))]
        return [Outcome(state, given)]


def _attributes(m: Analysis, state: State, given: Value, names: list[str], request: CallRequest) -> list[Outcome]:
    def find(path: State, name: Value) -> list[Outcome]:
        return get_by_path(m, path, given, str(name.value) if isinstance(name, Known) else "", request.span)

    found = map_items(m, state, map(Known, names), find)
    return [Outcome(path, parts[0] if len(parts) == 1 else Tuple(parts)) for path, parts in found]
