"""Functions and methods of torch that are composed of others: shapes, copies, arithmetic, losses in ATen. Floor 1.

They have no formula of their own, so the generated table cannot know them. Each row was run under torch 2.13; what an
inner operation keeps of an intermediate is `private`.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.torch_api.rows import constant, given, in_place, op, table
from retain_lint.torch_api.spec import Given, OpSpec

#: views, whatever the inner operation is; some return the tensor itself where nothing is to do
VIEWS = (
    "T H mT mH adjoint broadcast_to detach_view imag linalg.diagonal moveaxis movedim narrow ravel reshape reshape_as "
    "swapaxes swapdims unflatten view_as expand_as conj resolve_conj"
)
MANY_VIEWS = "chunk tensor_split hsplit vsplit dsplit"
RETURNED = "positive resolve_neg conj_physical real contiguous cpu type_as to_dense flatten"
#: copies, or sums of differences with constant factors
COPIES = (
    "diag diagflat diff fliplr flipud tile rot90 half float double bfloat16 chalf cfloat cdouble fft.fftshift "
    "fft.ifftshift unsafe_chunk nn.functional.upsample_bicubic2d nn.functional.upsample_bilinear2d "
    "nn.functional.upsample_linear1d nn.functional.upsample_nearest1d nn.functional.upsample_nearest2d "
    "nn.functional.upsample_nearest3d nn.functional.upsample_trilinear3d as_subclass __reversed__"
)

SHAPES = (
    *(op(name, view="self") for name in VIEWS.split()),
    *(op(name, "self split dim", view="self", outputs=0) for name in MANY_VIEWS.split()),
    *(op(name, view="self", returns_input=True) for name in RETURNED.split()),
    *(op(name) for name in COPIES.split()),
    op("slice", "self dim start end step", view="self"),
    op("to", "self dtype", returns_input=True),
    op("type", "self dtype", returns_input=True),
    op("sum_to_size", "self size", returns_input=True),
    op("atleast_1d", "tensors", view="tensors", sequences="tensors", returns_input=True),
    op("atleast_2d", "tensors", view="tensors", sequences="tensors", returns_input=True),
    op("atleast_3d", "tensors", view="tensors", sequences="tensors", returns_input=True),
    op("broadcast_tensors", "tensors", view="tensors", sequences="tensors", outputs=0),
    op("meshgrid", "tensors", view="tensors", sequences="tensors", outputs=0),
    op("cartesian_prod", "tensors", sequences="tensors"),
    op("nn.utils.rnn.pad_sequence", "sequences batch_first padding_value", sequences="sequences"),
    *(op(name, "tensors", sequences="tensors") for name in ("hstack", "vstack", "dstack", "column_stack")),
    op("nn.utils.parameters_to_vector", "parameters", sequences="parameters"),
    in_place("copy_", "self src"),
    in_place("set_", "self source"),
    in_place("requires_grad_", "self"),
    in_place("swapaxes_", "self dim0 dim1"),
    in_place("swapdims_", "self dim0 dim1"),
    in_place("fill_diagonal_", "self fill_value", "private"),  # CopySlices: holds, though no tensor is kept
    op("repeat_interleave", "self repeats dim", "maybe private"),  # index_select with repeats of several lengths
    op("take_along_dim", "self indices dim", "self, maybe indices, maybe private"),  # gather
    op("msort", "self", "private"),  # sort, whose indices are not returned
    op("combinations", "self r with_replacement", "self, private"),  # masked_select of a grid of self
    op("to_sparse", "self layout", "private"),
    op("coalesce", "self", returns_input=True),
)

#: factors
EINSUM = "operands if other, other if operands"

ARITHMETIC = (
    op("__getitem__", "self index", "maybe index", view="self"),
    in_place("__setitem__", "self index value", "maybe index, private"),
    op("square", "self", "self"),
    # operators whose receiver stands on the right: other / self is reciprocal(self) * other
    op("__rtruediv__", "self other", "other if self, private"),
    op("__rmatmul__", "self other", "self if other, other if self"),
    op("__rpow__", "self other", "self, other, result"),
    op("__rmod__", "self other", "self if self, other if self"),
    in_place("square_", "self", "private"),
    op("matmul", "self other", "self if other, other if self, maybe private if self"),
    op("inner", "self other", "self if other, other if self"),
    op("outer", "self vec2", "self if vec2, vec2 if self"),
    op("dot", "self tensor", "self if tensor, tensor if self"),
    op("vdot", "self other", "self if other, other if self"),
    op("kron", "self other", "private if self or other"),  # a product of reshaped copies
    op("cross", "self other dim", "self if other, other if self"),
    op("chain_matmul", "matrices", "matrices if matrices", sequences="matrices"),
    op("tensordot", "self b dims", "self if b, maybe b if self, private if self"),
    # of one operand a sum or a view (taken as no view: a write then is seen by less), of two a product; a list may hold
    # either
    op(
        "einsum",
        "equation operands other",
        "maybe operands, maybe private",
        sequences="operands",
        variants=(
            given("other", Given.TENSOR, op("einsum", "equation operands other", EINSUM)),
            given("operands", Given.TENSOR, op("einsum", "equation operands other")),
        ),
    ),
    op("true_divide", "self other", "self if other, other"),
    op("cov", "self correction fweights aweights", "self if aweights, maybe fweights, maybe aweights, private"),
    op("corrcoef", "self", "private"),
    op("gradient", "self spacing dim edge_order", "maybe self if spacing, maybe private, private if spacing"),
    op("special.gammainc", "self other", "self, other"),  # for `other` only: `self` has no derivative
    op("special.gammaincc", "self other", "self, other"),
    op("special.ndtr", "self", "private"),
    op("trapezoid", "self x dim", "private if x, maybe private"),
    op("cumulative_trapezoid", "self x dim", "private if x, maybe private"),
    op("nanmean", "self dim keepdim", "self, maybe private"),  # the mask of self
    op("quantile", "self q dim keepdim interpolation", "private"),
    op("nanquantile", "self q dim keepdim interpolation", "private"),
    op("norm_except_dim", "self pow dim", "self, result"),
    op("frobenius_norm", "self dim keepdim", "self, result"),
    op("nuclear_norm", "self dim keepdim", "private"),
    op("cdist", "self x2 p compute_mode", "self, x2, result"),
    op("pdist", "self p", "self, result"),
    op("cosine_similarity", "self x2 dim eps", "self if self, x2 if x2, private"),
    op("pairwise_distance", "self x2 p eps keepdim", "result, private"),
    # no derivative: the result requires grad, its backward raises; taken as data
    constant("floor_divide", "self other"),
    constant("heaviside", "self values"),
    constant("histogram", "self bins", outputs=2),
    constant("histogramdd", "self bins", outputs=2),
    constant("unique", "self sorted return_inverse return_counts dim"),
    constant("native_channel_shuffle", "self groups"),
    constant("vander", "self N increasing"),  # writes in place what it has saved
    constant("detach_copy", "self"),
    in_place("floor_divide_", "self other"),
    in_place("heaviside_", "self values"),
    *(in_place(f"logical_{name}_", "self other") for name in ("and", "or", "xor", "not")),
)

LOGIC = (
    "isclose isfinite isreal is_nonzero is_tensor logical_and logical_or logical_xor logical_not result_type can_cast "
    "promote_types equal argsort argwhere signbit isin byte char short int long bool nonzero item tolist"
)


def torch_dropout(name: str) -> OpSpec:
    """torch.dropout(input, p, train): keeps a private mask; in eval mode returns the very input."""
    parameters = "self p train"
    return op(name, parameters, "private", variants=(given("train", False, op(name, parameters, returns_input=True)),))


def dropout_in_place(name: str, saves: str) -> OpSpec:
    """torch.dropout_(input, p, train): writes its input, unless p is 0."""
    return replace(in_place(name, "self p train", saves), unless_zero="p")


LAYERS = (
    op("layer_norm", "self normalized_shape weight bias eps", "self, maybe weight, maybe bias, private"),
    op("group_norm", "self num_groups weight bias eps", "self, weight, private"),
    op("rms_norm", "self normalized_shape weight eps", "self if self, maybe weight if self, private"),
    op(
        "batch_norm",
        "self weight bias running_mean running_var training momentum eps",
        "self, weight, running_mean, running_var, maybe private",
    ),
    op("instance_norm", "self weight bias running_mean running_var use_input_stats momentum eps", "self, private"),
    op(
        "bilinear",
        "self input2 weight bias",
        "self if input2 or weight, input2 if self or weight, weight if self or input2",
    ),
    *(op(f"conv{n}d", "self weight bias stride padding dilation groups", "self, weight") for n in (1, 2, 3)),
    *(
        op(f"conv_transpose{n}d", "self weight bias stride padding output_padding groups dilation", "self, weight")
        for n in (1, 2, 3)
    ),
    op("prelu", "self weight", "self, weight"),
    op("selu", "self", "self"),
    in_place("selu_", "self", "result"),
    op("rrelu", "self lower upper training", "self, private"),
    in_place("rrelu_", "self lower upper training", "result, maybe private"),
    op("softmax", "self dim dtype", "result"),
    op("log_softmax", "self dim dtype", "result"),
    *(torch_dropout(name) for name in ("dropout", "feature_dropout", "alpha_dropout", "feature_alpha_dropout")),
    dropout_in_place("dropout_", "private"),
    dropout_in_place("feature_dropout_", "private"),
    dropout_in_place("alpha_dropout_", "maybe private"),
    dropout_in_place("feature_alpha_dropout_", "maybe private"),
    op("avg_pool1d", "self kernel_size stride padding ceil_mode count_include_pad", "self"),
    op("adaptive_avg_pool1d", "self output_size", "self"),
    op("max_pool1d", "self kernel_size stride padding dilation ceil_mode", "self, private"),
    op("max_pool2d", "self kernel_size stride padding dilation ceil_mode", "self, private"),
    op("max_pool3d", "self kernel_size stride padding dilation ceil_mode", "self, private"),
    op("adaptive_max_pool1d", "self output_size", "self, result1", outputs=2),
    op("max_pool1d_with_indices", "self kernel_size stride padding dilation ceil_mode", "self, result1", outputs=2),
    op("fake_quantize_per_tensor_affine", "self scale zero_point quant_min quant_max", "private"),
)

COMPOSITES: dict[str, OpSpec] = table(
    *SHAPES, *ARITHMETIC, *(constant(name, "self other") for name in LOGIC.split()), *LAYERS
)
