"""Models of libraries: what a type or a function outside the project does, one a file, found by the names it claims. Floor 3.

The data model and the call dispatch ask the table; drivers/assembly.py fills it in. A new library type is a file in
library/ and a row there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref, Value
from retain_lint.source import Span

if TYPE_CHECKING:
    from retain_lint.interpreter.context.analysis import Analysis, Outcome
    from retain_lint.interpreter.context.call_request import CallRequest


class LibraryModel:
    """What is asked of a model. It claims names: of `functions`, of all functions whose names begin with one of `packages`,
    of `attributes` that the program has not set, of `methods` on receivers that are not the program's, of `iterators`
    (kinds of Lazy). A result of None means that the model has nothing to say after all.

    A class of the project may derive from a class of a library (`is_base`): the inherited constructor runs `init`. Where
    that makes an object of the library's own (`build`), it is kept as the attribute `part`, which no program can name, and
    what the object `inherits` acts on it."""

    functions: frozenset[str] = frozenset()
    packages: tuple[str, ...] = ()
    attributes: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    iterators: frozenset[str] = frozenset()
    part: str = ""
    #: is there a part before any constructor has run?
    starts_empty: bool = False

    def is_base(self, name: str) -> bool:
        """Is it a class that this models, for classes of the project that derive from it?"""
        return False

    def init(self, m: Analysis, state: State, made: Ref, base: External, request: CallRequest) -> None:
        """The inherited constructor. The request is without the receiver."""

    def build(self, m: Analysis, state: State, made: Ref, base: External, request: CallRequest) -> Value | None:
        """The library's object behind one of the project's, made of what the constructor is given."""

    def inherits(self, state: State, part: Value, name: str) -> bool:
        """Is it a name that acts on the part, where the program's class has none of its own?"""
        return False

    def attribute(self, m: Analysis, state: State, value: Value, name: str, found: Value) -> Value | None:
        """One of the claimed `attributes`, in place of the unknown value or method that was `found`."""

    def item(self, m: Analysis, state: State, value: Value, index: Value, span: Span) -> Value | None:
        """value[index]"""

    def iterate(self, m: Analysis, state: State, source: Value) -> Value | None:
        """What an iterator of one of the claimed kinds takes of a source; None: an element, like any other."""

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        """Calls a function of one of the claimed names, or from one of the claimed packages."""

    def method(
        self, m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
    ) -> list[Outcome] | None:
        """Calls one of the claimed `methods`."""


class Library:
    """The table of all models. Where several claim a name, the first of them that has an answer gives it; a function's own
    name goes before its package."""

    def __init__(self, models: Iterable[LibraryModel] = ()) -> None:
        self.models = tuple(models)
        self._functions = _by_name((name, model) for model in self.models for name in model.functions)
        self._packages = tuple((model.packages, model) for model in self.models if model.packages)
        self._attributes = _by_name((name, model) for model in self.models for name in model.attributes)
        self._methods = _by_name((name, model) for model in self.models for name in model.methods)
        self.iterators = {kind: model for model in self.models for kind in model.iterators}
        self.parts = tuple(model for model in self.models if model.part)
        self._items = tuple(model for model in self.models if type(model).item is not LibraryModel.item)

    def models_of(self, bases: Iterable[External]) -> Iterator[tuple[LibraryModel, External]]:
        """The models of which a class derives that has these bases, each with the first of them that it knows."""
        names = tuple(bases)
        for model in self.models if names else ():
            base = next((base for base in names if model.is_base(base.name)), None)
            if base is not None:
                yield model, base

    def attribute(self, m: Analysis, state: State, value: Value, name: str, found: Value) -> Value:
        """What a model says of an attribute; else what was found."""
        answers = (model.attribute(m, state, value, name, found) for model in self._attributes.get(name, ()))
        return next((answer for answer in answers if answer is not None), found)

    def item(self, m: Analysis, state: State, value: Value, index: Value, span: Span) -> Value | None:
        """What a model says of an item; None if none does."""
        answers = (model.item(m, state, value, index, span) for model in self._items)
        return next((answer for answer in answers if answer is not None), None)

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        """The outcomes of a function that a model knows; None if none does."""
        for model in self._functions.get(name, ()):
            outcomes = model.call(m, state, name, request)
            if outcomes is not None:
                return outcomes
        for packages, model in self._packages:
            outcomes = model.call(m, state, name, request) if name.startswith(packages) else None
            if outcomes is not None:
                return outcomes
        return None

    def method(
        self, m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
    ) -> list[Outcome] | None:
        """The outcomes of a method that a model knows; None if none does."""
        answers = (model.method(m, state, receiver, name, request) for model in self._methods.get(name, ()))
        return next((answer for answer in answers if answer is not None), None)


def _by_name(pairs: Iterable[tuple[str, LibraryModel]]) -> dict[str, list[LibraryModel]]:
    found: dict[str, list[LibraryModel]] = {}
    for name, model in pairs:
        found.setdefault(name, []).append(model)
    return found
