"""Objects that hold data, or numbers: of data sets, loaders and schedulers, of torch's classes and the program's own, and of data
libraries. Floor 3."""

from __future__ import annotations

from collections.abc import Sequence

from retain_lint.domain.loaded import DATA_OBJECT, LOADER, SCHEDULER, STACKING
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.given_functions import havoc_changed
from retain_lint.interpreter.heap.class_methods import functions_of
from retain_lint.interpreter.heap.enum_members import members_of
from retain_lint.interpreter.heap.objects import external_bases, method_order
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.torch_api.lookup import find_graphless
from retain_lint.torch_api.spec import Role
from retain_lint.torch_api.vocabulary import ENGINE_WORDS


def make_graphless(m: Analysis, state: State, cls: Address, request: CallRequest) -> Value | None:
    """What stands for an object of such a class: one of the graphs that it is given, or an unknown value without history. None for
    one of another class."""
    members = members_of(state, Ref(cls))
    if members is not None:  # `Phase("warm")`
        given = request.first()
        return given if given is not None and given in members else m.symbol("value", plain=True)
    bases = (base for base in external_bases(state, cls) if isinstance(base, External))
    role = next((role for base in bases if (role := find_graphless(base.name)) is not None), None)
    if role is None:
        return None
    for value in [value for known in method_order(state, cls) for _, value in known.attributes]:
        havoc_changed(m, state, value, ())  # none of its methods is run
    mentions_engine = any(function.mentions & ENGINE_WORDS for function in functions_of(state, cls))
    kind = SCHEDULER if role is Role.SCHEDULER and not mentions_engine else "value"
    return any_graph_in(m, state, request.values()) or m.symbol(kind, plain=True)


def make_loader(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """A data set or a loader of torch's."""
    return m.symbol(LOADER, plain=True)


def make_batch_loader(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """A loader that stacks the values of each batch, unless it is given another way to collate them."""
    stacks = "**" not in request.keywords and request.argument(names, "collate_fn") is None
    return m.symbol(STACKING if stacks else LOADER, plain=True)


def make_data_object(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """What a class of a data library makes: it gives data, called too (`albumentations.Compose(steps)(image=x)`)."""
    return m.symbol(DATA_OBJECT, plain=True)
