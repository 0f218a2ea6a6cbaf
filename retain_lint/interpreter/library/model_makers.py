"""Functions of libraries that make models, such as `torchvision.models.resnet18`: what they return is a module. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import LayerRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.torch_api.libraries import TRAINABLE_MAKERS
from retain_lint.torch_api.lookup import makes_trainable_model

#: give what has the parameters of a model, and hands out what its layers make (torchvision/models/feature_extraction.py)
_EXTRACTORS = frozenset(
    {
        "torchvision.models.feature_extraction.create_feature_extractor",
        "torchvision.models._utils.IntermediateLayerGetter",
    }
)


class ModelMakers(LibraryModel):
    """Their models have parameters that are trained until they are frozen, so that each call builds a graph, whatever it is
    given. One that is made around a model of the program stays opaque: that one may be frozen."""

    packages = TRAINABLE_MAKERS

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        if name in _EXTRACTORS:
            model = request.argument(("model",), "model")
            return [Outcome(state, model)] if model is not None and _is_of_library(m, state, model) else None
        if not makes_trainable_model(name) or any(isinstance(value, Ref) for value in request.values()):
            return None
        made = m.symbol("made", name.rpartition(".")[2], plain=False)
        m.facts.module_keys.add(made.key)
        return [Outcome(state, made)]


def _is_of_library(m: Analysis, state: State, model: Value) -> bool:
    """Is it of no class of the program's own: a known layer, or what a library has made?"""
    return (
        isinstance(state.record(model), LayerRecord) or isinstance(model, Symbol) and model.key in m.facts.module_keys
    )
