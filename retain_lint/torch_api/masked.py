"""torch.masked: reductions and normalisations of what a mask leaves. Floor 1.

They fill the masked places and run the plain operation; the mask, if given, and the filled input are intermediates.
Each row was run under torch 2.13.
"""

from __future__ import annotations

from retain_lint.torch_api.rows import constant, op, table
from retain_lint.torch_api.spec import OpSpec

REDUCTION = "self dim keepdim dtype mask"
MASK = "maybe mask"
MASKED: dict[str, OpSpec] = table(
    *(constant(f"masked.{name}", REDUCTION) for name in ("argmax", "argmin")),
    op("masked.sum", REDUCTION, f"{MASK}, maybe private"),
    op("masked.prod", REDUCTION, f"maybe self, {MASK}, maybe result, maybe private"),
    op("masked.mean", REDUCTION, f"{MASK}, private"),
    op("masked.median", REDUCTION, f"{MASK}, private"),
    op("masked.cumsum", REDUCTION, f"{MASK}, private"),
    op("masked.cumprod", REDUCTION, f"{MASK}, result, private"),
    op("masked.var", f"self dim unbiased {REDUCTION[9:]}", f"{MASK}, private"),
    op("masked.std", f"self dim unbiased {REDUCTION[9:]}", f"{MASK}, result, private"),
    *(op(f"masked.{name}", REDUCTION, f"maybe self, {MASK}, result, maybe private") for name in ("amax", "amin")),
    op("masked.logsumexp", REDUCTION, f"maybe self, {MASK}, result, maybe private"),
    op("masked.norm", f"self ord {REDUCTION[5:]}", f"maybe self, {MASK}, result, maybe private"),
    op("masked.normalize", "self ord dim eps dtype mask", "self, private"),
    *(
        op(f"masked.{name}", "self dim dtype mask", f"{MASK}, result, maybe private")
        for name in ("softmax", "log_softmax", "softmin")
    ),
    op(
        "masked.logaddexp",
        "self other dtype input_mask other_mask",
        "maybe self, maybe other, maybe input_mask if self, maybe other_mask if other, private",
    ),
)
