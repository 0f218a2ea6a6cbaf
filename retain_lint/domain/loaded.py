"""What was read from a file, data until it is called as only a model or a function can be; options; and what goes through data.
Schedulers of learning rates. Floor 2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retain_lint.domain.key_index import STEPS, owner_of, path_of
from retain_lint.domain.value import Key, Known, Symbol

#: the name of such a value
LOADED = "loaded"
#: the name of a data set or a loader, whose elements are data
LOADER = "loader"
#: the same of one that stacks the values of each batch, which torch refuses to do with None (`default_collate`)
STACKING = "stacking loader"
#: the name of an object of a data library's class (torch_api/libraries.py): called, it gives data
DATA_OBJECT = "data object"
#: the name of a scheduler of learning rates
SCHEDULER = "scheduler"
#: the names of parameters and attributes that hold options: what is found in them is no tensor, where it is computed with
_OPTIONS = frozenset("args cfg conf config configs flags hparams hps opt options opts".split())
#: the ends of other such names (`model_cfg`); `loss_args` may be the arguments of a function
_OPTIONS_ENDING = re.compile(r"\w+_(cfg|conf|config|configs|flags|hparams)")
#: names of what holds parameters of a network, or options: those, where the key speaks of a number that no network learns
_PARAMETERS = frozenset("params hyperparams hyper_params settings".split())
_NUMBERS = frozenset(
    "accumulation clip decay device epoch epochs freq gpu gpus interval max min num seed size steps".split()
)

#: the names of files that are imported by computed names
_IMPORTED = (("made", "import_module"), ("made", "__import__"))

#: the names of parameters that hold a batch, and words in the names of what is no data, though it may stand in one
_BATCHES = frozenset(
    "batch batches buffer data data_batch batch_data example examples experience experiences mini_batch minibatch "
    "replay_buffer rollout rollouts sample samples trajectories transitions".split()
)
_COMPUTED = ("loss", "logit", "output", "pred", "hidden", "feat", "fake", "embed", "encod", "latent", "repr")


def is_loaded(value: object) -> bool:
    """Was it read from a file, or found in what was?"""
    return isinstance(value, Symbol) and owner_of(value.key)[0] == LOADED


def is_scheduler(value: object) -> bool:
    """Is it a scheduler of learning rates? Its methods touch no graph, whatever they are given."""
    return isinstance(value, Symbol) and value.key[0] == SCHEDULER


def is_of_import(key: Key) -> bool:
    """Is it an attribute of a file that is imported by a computed name? That is a class or a function, as a name of a library
    is, whatever is called so elsewhere."""
    return key[0] == "attr" and isinstance(key[1], tuple) and key[1][:2] in _IMPORTED


def is_option(key: Key) -> bool:
    """Is it an attribute or an item, under a constant, of options that an entry point was given, or finds in an object?"""
    path = path_of(key)
    holders = (place for place, step in enumerate(path) if holds_options(step))
    steps = path[next(holders, len(path)) + 1 :]
    return bool(steps) and all(isinstance(step[2], (str, Known)) for step in steps) or _is_number(path)


def _is_number(path: Sequence[Key]) -> bool:
    """`params["num_layers"]`"""
    if len(path) < 2 or path[-2][-1] not in _PARAMETERS:
        return False
    words = re.findall("[a-z]+", next(_names_in(path[-1]), ""))
    return not _NUMBERS.isdisjoint(words) and not words[-1].startswith(("bias", "emb", "weight"))


def holds_options(key: Key) -> bool:
    """Is it a parameter or an attribute in which options stand, or made by an opaque class of options, by its name?"""
    if key[0] == "made":
        return str(key[1]).lower() in _OPTIONS
    name = key[-1] if key[0] in ("parameter", "attr", "global") else None
    return isinstance(name, str) and _is_options_name(name)


def names_options(name: str) -> bool:
    """Does a variable of that name hold options, all that is in it?"""
    return _is_options_name(name) or name in _PARAMETERS - {"params"}


def _is_options_name(name: str) -> bool:
    return name in _OPTIONS or _OPTIONS_ENDING.fullmatch(name) is not None


def is_batch(key: Key) -> bool:
    """Is it a part of what an entry point was given as a batch, and data by its name?"""
    given = owner_of(key)
    if given == key or given[0] != "parameter" or given[-1] not in _BATCHES:
        return False
    return not any(word in name for name in _names_in(key) for word in _COMPUTED)


def _names_in(key: Key) -> Iterator[str]:
    """The names by which a part was asked for, and that of the whole."""
    while True:
        part = key[-1].value if isinstance(key[-1], Known) else key[-1]
        yield from [part.lower()] if isinstance(part, str) else []
        if key[0] not in STEPS or not isinstance(key[1], tuple):
            return
        key = key[1]


def is_stacked(key: Key) -> bool:
    """Is it a part of a batch that a loader has stacked?"""
    return key[0] in STEPS and owner_of(key)[0] == STACKING
