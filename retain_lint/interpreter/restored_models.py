"""Objects that a library's class method makes of a class of the project: `Model.from_pretrained(path)`. Floor 3.

What was saved is not known, so the constructor is called with a configuration, or hyperparameters, of which nothing is
(transformers/modeling_utils.py, lightning/pytorch/core/saving.py).
"""

from __future__ import annotations

from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, FunctionValue, Known, Ref, Value
from retain_lint.interpreter.attention import note_attention
from retain_lint.interpreter.machine import Machine, Outcome
from retain_lint.interpreter.objects import class_attribute, external_bases, set_mode
from retain_lint.interpreter.request import CallRequest

#: the method's name, and the packages whose classes have it; the object is in eval mode
_PRETRAINED, _HUBS = "from_pretrained", ("transformers.", "diffusers.", "pytorch_transformers.", "huggingface_hub.")
#: as saved: every formal parameter is given
_CHECKPOINT, _TRAINERS = "load_from_checkpoint", ("lightning.", "pytorch_lightning.")

#: what transformers' configurations hold where a user says nothing (transformers/configuration_utils.py)
_OPTIONS = {
    "use_return_dict": True,
    "output_router_logits": False,
    "output_attentions": False,
    "output_hidden_states": False,
}


def restores(state: State, cls: Address, name: str) -> bool:
    """Is it the class method of a library that makes an object of a class which derives from one of the library's?"""
    packages = {_PRETRAINED: _HUBS, _CHECKPOINT: _TRAINERS}.get(name)
    bases = external_bases(state, cls) if packages else ()
    return any(isinstance(base, External) and base.name.startswith(packages or ()) for base in bases)


def restore(m: Machine, state: State, cls: Ref, name: str, request: CallRequest) -> list[Outcome]:
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
    made = m.call_value(m, state, cls, positional, keywords, request.span, request.instruction)
    for outcome in made if name == _PRETRAINED else ():
        set_mode(m, outcome.state, outcome.value, Ternary.NO)
    return made


def find_default(name: str) -> Value | None:
    """What an option of a configuration that cannot be seen is, if the library gives it that name and a default."""
    return Known(_OPTIONS[name]) if name in _OPTIONS else None
