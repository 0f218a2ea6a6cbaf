"""Samples of which the analyser is known to say the wrong thing, and why; the programs that contain them are rare."""

from __future__ import annotations

from tests.differential.samples.cases import Case

_KNOWN = {
    "nn.functional.embedding_bag": "the weight given before the places, as torch took them before 0.4",
    "nn.functional.batch_norm": "an empty batch saves nothing",
    "torch.nn.BatchNorm2d": "an empty batch saves nothing",
    "torch.nn.BatchNorm3d": "an empty batch saves nothing",
    "nn.functional.adaptive_avg_pool3d": "a size of ones makes it a mean",
    "torch.nn.AdaptiveAvgPool1d": "a size of one makes it a mean",
    "torch.nn.AdaptiveAvgPool2d": "a size of one makes it a mean",
    "nn.functional.multi_head_attention_forward": "the bias of the last projection needs nothing for its gradient",
    "linalg.lu": "the permutation has no history",
    "to_sparse": "its gradient needs the places alone",
}


def is_known(case: Case) -> bool:
    """Is it one of those?"""
    return case.name in _KNOWN
