"""What an opaque callee is, by its name: a constructor, a function of Python's own library, a driver, a detacher. Floor 3."""

from __future__ import annotations

import re
import sys
from pathlib import PurePath

from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.plain_data import TEXTS
from retain_lint.domain.state import State
from retain_lint.domain.value import External, FunctionValue, Key, Lazy, Method, Namespace, Ref, Super, Symbol, Value
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import external_bases
from retain_lint.torch_api.lookup import find_method, makes_model, makes_structure
from retain_lint.torch_api.vocabulary import (
    CRITERIA,
    DETACHERS,
    DRIVERS,
    KEEPERS,
    LOADERS,
    LOGGING,
    LOGS,
    LOOKUPS,
    METERS,
    MODEL_LETTERS,
    READERS,
)


def name_of(callee: Value) -> str:
    """The last part of its name; empty where it has none."""
    if isinstance(callee, External):
        return callee.name.rpartition(".")[2]
    if isinstance(callee, Method):
        return callee.name
    if isinstance(callee, Symbol) and callee.key[0] in ("attr", "global", "parameter"):
        return str(callee.key[-1])
    return ""


def name_of_group(callee: Value) -> str:
    """The last name of what it is an element or an item of (`for metric in self.metric_ftns`), or of the file that it is found in by a
    name that is computed (`getattr(metrics, name)`); empty for others."""
    key = callee.key if isinstance(callee, Symbol) else ()
    if key and key[0] == "getattr":
        return _name_of_file(key[1])
    while key and key[0] in ("element", "item"):
        key = _key_of_group(key[1])
        if key and key[0] in ("attr", "global", "parameter"):
            return str(key[-1])
    return ""


def picks_loader(callee: Value) -> bool:
    """Is it found by a computed name in a file of loaders or of data sets (`getattr(data_loaders, name)`)?"""
    found = isinstance(callee, Symbol) and callee.key[0] == "getattr"
    return found and any(word in name_of_group(callee).lower() for word in LOADERS)


def _name_of_file(holder: object) -> str:
    if isinstance(holder, External):
        return holder.name.rpartition(".")[2]
    return PurePath(holder.path).stem if isinstance(holder, Namespace) else ""


def _key_of_group(group: object) -> Key:
    if isinstance(group, Lazy):
        return _key_of_group(group.sources[0]) if group.sources else ()
    group = group.key if isinstance(group, Symbol) else group
    return group if isinstance(group, tuple) else ()


def is_constructor(callee: Value) -> bool:
    """Is what it makes an object, no tensor? Models are called by a capital too (`D`, `G_AB`, `F1`), and what a function is
    given is mostly one that is made."""
    if isinstance(callee, Symbol) and callee.key[0] == "class":
        return True
    if isinstance(callee, External) and (makes_model(callee.name) or makes_structure(callee.name)):
        return True
    given = isinstance(callee, Symbol) and callee.key[0] == "parameter"
    return name_of(callee)[:1].isupper() and not given and not MODEL_LETTERS.fullmatch(name_of(callee))


def is_of_python(state: State, callee: Value, request: CallRequest) -> bool:
    """Is it a function of Python's own library that is given data? It makes no graph, but perhaps an object."""
    package = callee.name.partition(".")[0] if isinstance(callee, External) else ""
    return package in sys.stdlib_module_names and all(TEXTS.covers(state, value) for value in request.values())


def is_any_of_torch(callee: Value, request: CallRequest) -> bool:
    """Is it a function of torch, not known which (`getattr(torch, window)(8)`)? Of what has no graph it makes none."""
    held = callee.key[:2] if isinstance(callee, Symbol) else ()
    return held == ("getattr", External("torch")) and "requires_grad" not in request.keywords


def find_unbound(state: State, callee: External, request: CallRequest) -> Super | None:
    """The object whose class inherits this method from one of torch's, and which is its first argument (`nn.Linear.forward(self, x)`).
    Methods of frameworks are looked up so, too, where an object is asked for them."""
    given = request.positional[0] if request.positional else None
    record, base = state.record(given) if isinstance(given, Ref) else None, callee.name.rpartition(".")[0]
    if not base.startswith("torch.") or not isinstance(record, InstanceRecord) or given is None:
        return None
    return Super(record.cls, given) if External(base) in external_bases(state, record.cls) else None


def decorates(request: CallRequest) -> bool:
    """An unseen decorator is taken to call what it decorates; its argument is written nowhere but in its own place."""
    arguments = request.instruction.arguments
    decorated = request.positional[0] if len(request.positional) == 1 else None
    is_decorator = len(arguments) == 1 and arguments[0].span == request.span
    return is_decorator and isinstance(decorated, (FunctionValue, Ref))


def says_detach(callee: Value) -> bool:
    """Does its name say that it cuts off what it is given?"""
    return any(word in name_of(callee).lower() for word in DETACHERS)


def suggests_driver(name: str) -> bool:
    """May it run the engine, or a step?"""
    return any(word in name for word in DRIVERS)


def only_reads(name: str) -> bool:
    """Does an opaque callee of that name keep what it is given, or look at it, and differentiate nothing?"""
    return name in KEEPERS or name in LOOKUPS or any(word in name.lower() for word in READERS)


def is_log(callee: Value) -> bool:
    """Is it a method of what takes figures, by its name or that of its class (`training_stats.UpdateIterStats(out)`), by its own
    (`self.update_batch_metrics(losses)`), or such a thing itself that a function was given (`logger(step, loss)`)?"""
    if LOGGING.fullmatch(name_of(callee).lower()):
        return True
    if isinstance(callee, Symbol) and callee.key[0] == "parameter":
        return METERS.fullmatch(name_of(callee)) is not None
    holder = callee.key[1] if isinstance(callee, Symbol) and callee.key[0] == "attr" else ()
    if not isinstance(holder, tuple) or not holder:
        return False
    name = str(holder[1]) if holder[0] == "made" else str(holder[-1])
    name = "_".join(re.findall("[A-Z]?[^A-Z]+", name)).lower()
    return METERS.fullmatch(name) is not None or LOGS.fullmatch(name) is not None


def is_of_given(callee: Value, request: CallRequest) -> bool:
    """Is it a loss, or a tensor's method, of what a function was given?"""
    if isinstance(callee, Symbol) and callee.key[0] == "attr" and isinstance(callee.key[1], tuple):
        if callee.key[1][0] == "parameter" and find_method(name_of(callee)) is not None:
            return True
    named = any(word in name_of(callee).lower() for word in CRITERIA)
    return named and any(isinstance(value, Symbol) and not value.plain for value in request.values())
