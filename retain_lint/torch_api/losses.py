"""The losses of torch.nn.functional. Floor 1.

Most are one operation that keeps its input and its target; those composed of differences keep only intermediates, so
that a write of the arguments makes nothing stale. Every row was run under torch 2.13.
"""

from __future__ import annotations

from retain_lint.torch_api.rows import op, table
from retain_lint.torch_api.spec import OpSpec

#: losses whose target is the number of a class: an operation by its last name, a layer
LABELLED = frozenset({"nll_loss", "cross_entropy", "torch.nn.NLLLoss", "torch.nn.CrossEntropyLoss"})

#: losses that only compare their target, the last operand: no gradient flows into it, whatever computed it
COMPARED = frozenset(
    {"hinge_embedding_loss", "cosine_embedding_loss", "torch.nn.HingeEmbeddingLoss", "torch.nn.CosineEmbeddingLoss"}
)

PAIR = "input target"
OLD = "size_average reduce reduction"

LOSSES: dict[str, OpSpec] = table(
    op("mse_loss", f"{PAIR} {OLD} weight", "input, target"),
    op("smooth_l1_loss", f"{PAIR} {OLD} beta", "input, target, maybe private"),
    op("huber_loss", f"{PAIR} reduction delta weight", "input, target"),
    op("l1_loss", f"{PAIR} {OLD} weight", "private"),  # abs(input - target): the difference
    op("binary_cross_entropy", f"{PAIR} weight {OLD}", "input, target, weight"),
    op("binary_cross_entropy_with_logits", f"{PAIR} weight {OLD} pos_weight", "input, target, weight"),
    op("soft_margin_loss", f"{PAIR} {OLD}", "input, target"),
    op("multilabel_margin_loss", f"{PAIR} {OLD}", "input, target, maybe private"),
    # logsigmoid of the input and of its negative, times the target
    op("multilabel_soft_margin_loss", f"{PAIR} weight {OLD}", "input if input, target if input, maybe weight, private"),
    op("multi_margin_loss", f"{PAIR} p margin weight {OLD}", "input, target, maybe weight"),
    op("kl_div", f"{PAIR} {OLD} log_target", "maybe input if target, maybe target, private"),
    op(
        "poisson_nll_loss",
        f"{PAIR} log_input full size_average eps reduce reduction",
        "maybe input if target, maybe target, private",
    ),
    op("gaussian_nll_loss", "input target var full eps reduction", "private"),
    op("hinge_embedding_loss", f"{PAIR} margin {OLD}", "private"),
    op("margin_ranking_loss", f"input1 input2 target margin {OLD}", "private"),
    op("cosine_embedding_loss", f"input1 input2 target margin {OLD}", "input1, input2, private"),
    op("triplet_margin_loss", f"anchor positive negative margin p eps swap {OLD}", "private"),
    op(
        "triplet_margin_with_distance_loss",
        "anchor positive negative distance_function margin swap reduction",
        "private",
    ),
    op(
        "ctc_loss",
        "log_probs targets input_lengths target_lengths blank reduction zero_infinity",
        "log_probs, targets, maybe result, private",
    ),
    op("nll_loss", f"{PAIR} weight size_average ignore_index reduce reduction", "input, target, maybe weight, private"),
    # log_softmax and nll_loss: what is kept of the input is the log-probabilities
    op(
        "cross_entropy",
        f"{PAIR} weight size_average ignore_index reduce reduction label_smoothing",
        "target if input, maybe weight, private",
    ),
    op(
        "linear_cross_entropy",
        "input linear_weight target linear_bias reduction ignore_index label_smoothing",
        "maybe input, maybe linear_weight, maybe target, maybe private, private if target",
    ),
    op("cosine_similarity", "x1 x2 dim eps", "x1 if x1, x2 if x2, private"),
    op("pairwise_distance", "x1 x2 p eps keepdim", "result, private"),
    op("pdist", "input p", "input, result"),
)
