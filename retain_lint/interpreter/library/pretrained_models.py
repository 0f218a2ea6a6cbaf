"""Objects that a library's class method makes of a class of the project: `Model.from_pretrained(path)`. Floor 3.

What was saved is not known, so the constructor is called with a configuration, or hyperparameters, of which nothing is
(transformers/modeling_utils.py, lightning/pytorch/core/saving.py).
"""

from __future__ import annotations

from retain_lint.domain.heap import ClassRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import External, FunctionValue, Known, Method, Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.objects import class_attribute, external_bases, set_mode
from retain_lint.interpreter.library.transformers_attention import note_attention

#: the method's name, and the packages whose classes have it; the object is in eval mode
_PRETRAINED, _HUBS = (
    "from_pretrained",
    (
        "transformers.",
        "diffusers.",
        "pytorch_transformers.",
        "pytorch_pretrained_bert.",
        "huggingface_hub.",
    ),
)
#: as saved: every formal parameter is given
_CHECKPOINT, _TRAINERS = "load_from_checkpoint", ("lightning.",)

#: what transformers' configurations hold where a user says nothing (transformers/configuration_utils.py)
_OPTIONS = {
    "use_return_dict": True,
    "output_router_logits": False,
    "output_attentions": False,
    "output_hidden_states": False,
}


class PretrainedModels(LibraryModel):
    """See the module's text; and options of a configuration that is not known, of which the library gives the default."""

    attributes = frozenset({_PRETRAINED, _CHECKPOINT, *_OPTIONS})
    methods = frozenset({_PRETRAINED, _CHECKPOINT})

    def attribute(self, m: Analysis, state: State, value: Value, name: str, found: Value) -> Value | None:
        if not isinstance(found, Symbol) or found.key[0] != "attr" or found.key[-1] != name:
            return None  # the program has set it
        if name in _OPTIONS:
            return None if state.tensor(value) is not None else Known(_OPTIONS[name])
        return Method(value, name) if isinstance(value, Ref) and _restores(state, value, name) else None

    def method(
        self, m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
    ) -> list[Outcome] | None:
        if isinstance(receiver, Ref) and isinstance(state.record(receiver), ClassRecord):
            return _restore(m, state, receiver, name, request)
        return None


def _restores(state: State, cls: Ref, name: str) -> bool:
    """Is it the class method of a library that makes an object of a class which derives from one of the library's?"""
    packages = _HUBS if name == _PRETRAINED else _TRAINERS
    bases = external_bases(state, cls.address) if isinstance(state.record(cls), ClassRecord) else ()
    return any(isinstance(base, External) and base.name.startswith(packages) for base in bases)


def _restore(m: Analysis, state: State, cls: Ref, name: str, request: CallRequest) -> list[Outcome]:
    """Calls the constructor as the library does."""
    init = class_attribute(state, cls.address, "__init__")
    formals = init.function.parameters[1:] if isinstance(init, FunctionValue) else ()
    named = [p.name for p in formals if p.kind not in ("star", "double_star")]
    keywords = {key: value for key, value in request.keywords.items() if key in named}
    positional: tuple[Value, ...] = ()
    if name == _PRETRAINED:
        config = keywords.pop("config", None) or m.symbol("restored", plain=True)
        positional = (config, *request.positional[1:])
        if "attn_implementation" in request.keywords:
            note_attention(state, config, request.keywords["attn_implementation"])
    else:
        keywords = {formal: m.symbol("restored", formal) for formal in named} | keywords
    made = m.interpreter.call_value(m, state, cls, positional, keywords, request.span, request.instruction)
    for outcome in made if name == _PRETRAINED else ():
        set_mode(m, outcome.state, outcome.value, Ternary.NO)
    return made
