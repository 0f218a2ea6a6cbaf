"""Classes whose constructor is written by the annotations in their body: dataclasses and named tuples. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import (
    ClassRecord,
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    lookup,
    replace_pair,
)
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, FunctionValue, Known, Partial, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.descriptors import method_of
from retain_lint.interpreter.heap.enum_members import members_of
from retain_lint.interpreter.heap.known_records import instance_at
from retain_lint.interpreter.heap.objects import (
    CONTAINER_PART,
    allocate,
    class_attribute,
    external_bases,
    has_unseen_base,
    is_module_class,
    method_order,
    record_of,
)
from retain_lint.torch_api.libraries import SETTINGS_LIBRARIES

_NAMED_TUPLE = External("typing.NamedTuple")
_FIELD = "dataclasses.field"
#: what stands in a class's body for a field, in attrs as well, with or without an annotation
_FIELDS = frozenset({_FIELD, "attr.ib", "attr.attrib", "attr.field", "attrs.field"})
#: says what makes the default of a field
_FACTORY = frozenset({"attr.Factory", "attrs.Factory"})
#: they call the class with the fields that stay, and with those that change
RECONSTRUCTING = frozenset({"dataclasses.replace", "copy.replace", "attr.evolve", "attrs.evolve"})
_REPLACERS = RECONSTRUCTING | {"attr.assoc"}
#: what dataclasses call an option of attrs
_DATACLASS_NAMES = {"factory": "default_factory"}
_FACTORIES = frozenset({"collections.namedtuple", "typing.NamedTuple"})
#: of `namedtuple`, but for `rename`, which changes names of fields
_NAMED_TUPLE_PARAMETERS = ("typename", "field_names", "defaults", "module")
_AS_DICT = frozenset({"dataclasses.asdict", "attr.asdict", "attrs.asdict"})
#: see call_factory and call_copy
RECORD_FUNCTIONS = _FIELDS | _FACTORY | _AS_DICT | _REPLACERS | _FACTORIES


def call_factory(m: Analysis, state: State, name: str, request: CallRequest) -> Value | None:
    """`namedtuple(...)` makes a class, `field(...)` stands in a class's body for what each object gets; else None."""
    if name in _FACTORY and request.positional:
        return Partial(External(_FIELD), (), (("default_factory", request.positional[0]),))
    if name in _FIELDS:
        named = {"default": request.positional[0]} if request.positional else {}
        named |= {_DATACLASS_NAMES.get(key, key): value for key, value in request.keywords.items()}
        return Partial(External(_FIELD), (), tuple(named.items()))
    return _named_tuple(m, state, request) if name in _FACTORIES else None


def _named_tuple(m: Analysis, state: State, request: CallRequest) -> Value | None:
    """The class that `namedtuple(typename, field_names, defaults=...)` or `NamedTuple(typename, fields)` makes; the defaults are
    those of the last fields. None where its name or its fields are not known."""
    typename, listed = (request.argument(_NAMED_TUPLE_PARAMETERS, name) for name in _NAMED_TUPLE_PARAMETERS[:2])
    fields = None if listed is None else listed_names(state, listed)
    defaults = _listed(state, request.keywords.get("defaults", Tuple(())))
    named = request.keywords.keys() <= set(_NAMED_TUPLE_PARAMETERS)
    if (
        not named
        or not isinstance(typename, Known)
        or fields is None
        or defaults is None
        or len(defaults) > len(fields)
    ):
        return None
    attributes = tuple(zip(fields[len(fields) - len(defaults) :], defaults, strict=True))
    return allocate(m, state, ClassRecord(str(typename.value), (_NAMED_TUPLE,), attributes, m.context.module, fields))


def _listed(state: State, value: Value) -> tuple[Value, ...] | None:
    """The items of a tuple or a list."""
    record = record_of(state, value)
    return record.items if isinstance(record, ListRecord) else value.items if isinstance(value, Tuple) else None


def listed_names(state: State, value: Value) -> tuple[str, ...] | None:
    """["a", "b"], "a b", "a, b" or [("a", int), ("b", int)]"""
    if isinstance(value, Known) and isinstance(value.value, str):
        return tuple(value.value.replace(",", " ").split())
    items = _listed(state, value)
    names = [item.items[0] if isinstance(item, Tuple) and item.items else item for item in items or ()]
    known = tuple(str(name.value) for name in names if isinstance(name, Known))
    return known if items is not None and len(known) == len(names) else None


def fields_of(state: State, cls: Address) -> tuple[str, ...]:
    """The annotated names of a class and its bases, in the order of the constructor's parameters."""
    records = list(method_order(state, cls))[::-1]
    return tuple(dict.fromkeys(name for record in records for name in record.fields or _set_fields(record)))


def _set_fields(record: ClassRecord) -> list[str]:
    """The fields of a class of attrs that has no annotations."""
    return [name for name, value in record.attributes if _is_field(value)]


def _is_field(value: Value) -> bool:
    return isinstance(value, Partial) and value.function == External(_FIELD)


def _is_by_position(state: State, cls: Ref, name: str) -> bool:
    """Is a field given by position, too?"""
    value = class_attribute(state, cls.address, name)
    return not isinstance(value, Partial) or dict(value.keywords).get("kw_only") != Known(True)


def set_fields(m: Analysis, state: State, cls: Ref, made: Ref, request: CallRequest) -> None:
    """What a constructor that is not written does: arguments become attributes, defaults fill the rest."""
    record = instance_at(state, made.address)
    names = [name for name in fields_of(state, cls.address) if _is_by_position(state, cls, name)]
    given = dict(zip(names, request.positional, strict=False))
    given |= {name: value for name, value in request.keywords.items() if name != "**"}
    pairs = {name: value for name, value in class_defaults(state, cls) if name not in given}
    # an unknown mapping may give any of them, and a library those that have a type
    open_ones = pairs if "**" in request.keywords else _read_elsewhere(state, cls)
    filled = {
        name: Symbol(("attr", ("object", made), name)) if name in open_ones else _default(m, state, value, request)
        for name, value in pairs.items()
    }
    state.put(made.address, replace(record, attributes=tuple((filled | given).items())))


def _read_elsewhere(state: State, cls: Ref) -> tuple[str, ...]:
    """The fields that the library of a base reads from the command line, a file or the environment."""
    bases = (base.name.partition(".")[0] for base in external_bases(state, cls.address) if isinstance(base, External))
    return () if SETTINGS_LIBRARIES.isdisjoint(bases) else fields_of(state, cls.address)


def class_defaults(state: State, cls: Ref) -> list[tuple[str, Value]]:
    """The plain values of a class and its bases: the defaults of a dataclass's fields."""
    pairs: tuple[tuple[str, Value], ...] = ()
    for record in list(method_order(state, cls.address))[::-1]:
        for name, value in record.attributes:
            if not isinstance(value, FunctionValue) and method_of(state, value, "__get__") is None:
                pairs = replace_pair(pairs, name, value)
    return list(pairs)


def _default(m: Analysis, state: State, value: Value, request: CallRequest) -> Value:
    """A field's default, made anew for each object where `default_factory` says so."""
    if not isinstance(value, Partial) or not _is_field(value):
        return value
    options = dict(value.keywords)
    factory = options.get("default_factory")
    if factory is None:
        default = options.get("default")
        return m.symbol("value", plain=True) if default is None else _default(m, state, default, request)
    outcomes = [o for o in m.interpreter.call_value(m, state, factory, (), {}, request.span) if not o.raised]
    same = len(outcomes) == 1 and outcomes[0].state is state
    return outcomes[0].value if same else m.symbol("made", "field")


def iterated(state: State, value: Value) -> Value:
    """The container behind an object of a class of containers, which is what a loop over it runs over, or the members of
    an enumeration; any other value itself."""
    members = members_of(state, value)
    if members is not None:
        return Tuple(members)
    record = state.record(value)
    held = lookup(record.attributes, CONTAINER_PART) if isinstance(record, InstanceRecord) else None
    if (
        held is None
        or not isinstance(record, InstanceRecord)
        or class_attribute(state, record.cls, "__iter__") is not None
    ):
        return value
    return value if isinstance(state.record(held), LayerRecord) and _has_parts_beside(state, record) else held


def _has_parts_beside(state: State, record: InstanceRecord) -> bool:
    """Does an object have other parts than its container? torch's containers run over those, too."""
    members = (state.record(member) for name, member in record.attributes if name != CONTAINER_PART)
    return any(isinstance(member, (LayerRecord, InstanceRecord)) for member in members)


def tuple_items(state: State, value: Value) -> tuple[Value, ...] | None:
    """The items of a named tuple; None of anything else."""
    record = record_of(state, value)
    if not isinstance(record, InstanceRecord) or _NAMED_TUPLE not in external_bases(state, record.cls):
        return None
    found = [lookup(record.attributes, name) for name in fields_of(state, record.cls)]
    known = tuple(item for item in found if item is not None)
    return known if len(known) == len(found) else None


def call_copy(m: Analysis, state: State, name: str, request: CallRequest) -> Value | None:
    """`dataclasses.replace(object, field=value)` and kin; None for other functions."""
    given = request.first()
    if name in _REPLACERS and given is not None:
        return _replace(m, state, given, request)
    return _as_dict(m, state, given) if name in _AS_DICT and given is not None else None


def call_tuple_method(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> Value | None:
    """What every named tuple can do; None for anything else."""
    if tuple_items(state, receiver) is None:
        return None
    if name == "_replace":
        return _replace(m, state, receiver, request)
    return _as_dict(m, state, receiver) if name == "_asdict" else None


def _replace(m: Analysis, state: State, value: Value, request: CallRequest) -> Value | None:
    """The same object with other fields; with fields that cannot be seen, any of them may be another."""
    record = record_of(state, value)
    if not isinstance(record, InstanceRecord):
        return None
    pairs = record.attributes
    if "**" in request.keywords:
        pairs = tuple((name, m.symbol("value")) for name, _ in pairs)
    for name, item in request.keywords.items():
        pairs = replace_pair(pairs, name, item) if name != "**" else pairs
    return allocate(m, state, replace(record, attributes=pairs))


def _as_dict(m: Analysis, state: State, value: Value) -> Value | None:
    record = record_of(state, value)
    if not isinstance(record, InstanceRecord):
        return None
    found = ((Known(name), lookup(record.attributes, name)) for name in fields_of(state, record.cls))
    return allocate(m, state, DictRecord(tuple((name, item) for name, item in found if item is not None)))


def attributes_behind(state: State, value: Value, under: str = "__dict__") -> tuple[tuple[str, Value], ...] | None:
    """What `vars(owner)`, or `owner.__dict__`, holds; None for anything else."""
    owner = owner_of(state, value, under)
    record = record_of(state, owner) if owner is not None else None
    if isinstance(record, LayerRecord):
        return record.children
    if not isinstance(record, InstanceRecord):
        return None
    return tuple(pair for pair in record.attributes if not pair[0].startswith("%"))


def listed_behind(state: State, value: Value, asked: Value) -> Tuple | None:
    """The names in `vars(owner)`, or `owner.__dict__`, where all are seen, or the one that is asked for is among them."""
    attributes, owner = attributes_behind(state, value), owner_of(state, value)
    record = record_of(state, owner) if owner is not None else None
    if attributes is None or not isinstance(record, InstanceRecord):
        return None
    if has_unseen_base(state, record.cls) or is_module_class(state, record.cls):  # modules keep their parts elsewhere
        held = lookup(attributes, str(asked.value)) if isinstance(asked, Known) else None
        tensor = state.tensor(held) if held is not None else None
        return Tuple((asked,)) if tensor is not None and not tensor.parameter else None
    return Tuple(tuple(Known(name) for name, _ in attributes))


def owner_of(state: State, value: Value, under: str = "__dict__") -> Ref | None:
    """The object whose attributes a dictionary is: `vars(owner)`, `owner.__dict__`."""
    of_object = isinstance(value, Symbol) and value.key[0] == "attr" and value.key[-1] == under
    owner = value.key[1] if of_object and isinstance(value, Symbol) else None
    owner = owner[1] if isinstance(owner, tuple) and owner[0] == "object" else None
    return owner if isinstance(owner, Ref) and isinstance(state.record(owner), (InstanceRecord, LayerRecord)) else None
