"""torch.nn.functional, whose functions are Python around one or several operations: activations, layers, pooling. Floor 1.

Every row was run under torch 2.13; what an intermediate operation saves is `private`. Losses are in losses.py.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.torch_api.rows import constant, given, in_place, op, table
from retain_lint.torch_api.spec import Given, OpSpec

POOL = "input kernel_size stride padding"


def activation(name: str, saves: str, written: str, extra: str = "") -> OpSpec:
    """An activation with the argument `inplace`; `written` is what that variant saves."""
    parameters = f"input {extra} inplace"
    return op(name, parameters, saves, variants=(given("inplace", True, in_place(f"{name}_", parameters, written)),))


def dropout(name: str) -> OpSpec:
    """Keeps a private mask; in eval mode or with p=0 the very input is returned."""
    parameters = "input p training inplace"
    same = op(name, parameters, returns_input=True)
    return op(
        name,
        parameters,
        "private",
        variants=(
            given("training", False, same),
            given("p", 0, same),
            given("inplace", True, replace(in_place(f"{name}_", parameters, "private"), unless_zero="p")),
        ),
    )


def feature_dropout(name: str) -> OpSpec:
    """As dropout, but without the argument `training` it is in eval mode."""
    row = dropout(name)
    same = given("training", Given.NOTHING, op(name, " ".join(row.parameters), returns_input=True))
    return replace(row, variants=(same, *row.variants))


ACTIVATIONS = (
    activation("relu", "result", "result"),
    activation("elu", "input", "result", "alpha"),
    activation("celu", "input", "result", "alpha"),
    activation("selu", "input", "result"),
    activation("leaky_relu", "input", "result", "negative_slope"),
    activation("rrelu", "input, maybe private", "result, maybe private", "lower upper training"),
    # these clone their input before the write
    activation("relu6", "input", "private"),
    activation("hardtanh", "input", "private", "min_val max_val"),
    activation("silu", "input", "private"),
    activation("mish", "input", "private"),
    activation("hardswish", "input", "private"),
    activation("hardsigmoid", "input", "private"),
    activation("threshold", "input", "private", "threshold value"),
    in_place("relu_", "input", "result"),
    in_place("elu_", "input alpha", "result"),
    in_place("celu_", "input alpha", "result"),
    in_place("selu_", "input", "result"),
    in_place("leaky_relu_", "input negative_slope", "result"),
    in_place("rrelu_", "input lower upper training", "result, maybe private"),
    in_place("hardtanh_", "input min_val max_val", "private"),
    in_place("threshold_", "input threshold value", "private"),
    op("gelu", "input approximate", "input"),
    op("glu", "input dim", "input"),
    op("prelu", "input weight", "input, weight"),
    op("logsigmoid", "input", "input"),
    op("hardshrink", "input lambd", "input"),
    op("softshrink", "input lambd", "input"),
    op("softplus", "input beta threshold", "input"),
    op("tanh", "input", "result"),
    op("sigmoid", "input", "result"),
    op("softmax", "input dim _stacklevel dtype", "result"),
    op("log_softmax", "input dim _stacklevel dtype", "result"),
    op("softmin", "input dim _stacklevel dtype", "result"),  # softmax of the negative input
    op("tanhshrink", "input", "private"),  # x - tanh(x): the tanh
    op("softsign", "input", "input, private"),  # x / (1 + |x|)
    op(
        "gumbel_softmax",
        "logits tau hard eps dim",
        "result",
        # hard: one-hot - soft.detach() + soft: only the soft sample is kept
        variants=(given("hard", True, op("gumbel_softmax", "logits tau hard eps dim", "private")),),
    ),
)

LAYERS = (
    op("linear", "input weight bias", "input if weight, weight if input"),
    op(
        "bilinear",
        "input1 input2 weight bias",
        "input1 if input2 or weight, input2 if input1 or weight, weight if input1 or input2",
    ),
    *(op(f"conv{n}d", "input weight bias stride padding dilation groups", "input, weight") for n in (1, 2, 3)),
    *(
        op(f"conv_transpose{n}d", "input weight bias stride padding output_padding groups dilation", "input, weight")
        for n in (1, 2, 3)
    ),
    op("conv_tbc", "input weight bias pad", "input, weight, bias"),
    constant("one_hot", "input num_classes"),
    op("embedding", "input weight padding_idx max_norm norm_type scale_grad_by_freq sparse", "input"),
    op(
        "embedding_bag",
        "input weight offsets max_norm norm_type scale_grad_by_freq mode sparse per_sample_weights include_last_offset "
        "padding_idx",
        "input, maybe offsets, maybe per_sample_weights, weight if per_sample_weights, private",
    ),
    op(
        "batch_norm",
        "input running_mean running_var weight bias training momentum eps",
        "input, weight, maybe running_mean, maybe running_var, maybe private",
    ),
    # the affine part works on private copies of weight and bias
    op("instance_norm", "input running_mean running_var weight bias use_input_stats momentum eps", "input, private"),
    op("layer_norm", "input normalized_shape weight bias eps", "input, weight, bias, private"),
    op("group_norm", "input num_groups weight bias eps", "input, weight, private"),
    op("rms_norm", "input normalized_shape weight eps", "input if input, weight if input, private"),
    op("local_response_norm", "input size alpha beta k", "input, private"),
    op("normalize", "input p dim eps out", "input, private"),  # x / max(norm(x), eps)
    op(
        "scaled_dot_product_attention",
        "query key value attn_mask dropout_p is_causal scale enable_gqa",
        "maybe query, maybe key, maybe value, maybe result, private",
    ),
    op(
        "multi_head_attention_forward",
        "query key value embed_dim_to_check num_heads in_proj_weight in_proj_bias bias_k bias_v add_zero_attn "
        "dropout_p out_proj_weight out_proj_bias training key_padding_mask need_weights attn_mask",
        "query if in_proj_weight, key if in_proj_weight, value if in_proj_weight, "
        "in_proj_weight if query or key or value, out_proj_weight, private",
        outputs=2,
    ),
    dropout("dropout"),
    dropout("dropout1d"),
    dropout("dropout2d"),
    dropout("dropout3d"),
    feature_dropout("alpha_dropout"),
    feature_dropout("feature_alpha_dropout"),
)

#: one output, or two with return_indices; the index is kept
MAX_POOL = "input kernel_size stride padding dilation ceil_mode return_indices"


def max_pool(name: str, parameters: str) -> OpSpec:
    """A pooling with the argument `return_indices`."""
    pair = op(name, parameters, "input, result1", outputs=2)
    return op(name, parameters, "input, private", variants=(given("return_indices", True, pair),))


POOLING = (
    *(max_pool(f"max_pool{n}d", MAX_POOL) for n in (1, 2, 3)),
    *(op(f"max_pool{n}d_with_indices", MAX_POOL, "input, result1", outputs=2) for n in (1, 2, 3)),
    *(max_pool(f"adaptive_max_pool{n}d", "input output_size return_indices") for n in (1, 2, 3)),
    *(
        op(f"adaptive_max_pool{n}d_with_indices", "input output_size return_indices", "input, result1", outputs=2)
        for n in (1, 2, 3)
    ),
    *(
        max_pool(
            f"fractional_max_pool{n}d", "input kernel_size output_size output_ratio return_indices _random_samples"
        )
        for n in (2, 3)
    ),
    *(op(f"max_unpool{n}d", "input indices kernel_size stride padding output_size", "indices") for n in (1, 2, 3)),
    *(op(f"avg_pool{n}d", f"{POOL} ceil_mode count_include_pad divisor_override", "input") for n in (1, 2, 3)),
    # with output size 1 it is a mean, which keeps nothing; adaptive_avg_pool1d is the 2d one of a view
    *(
        op(
            f"adaptive_avg_pool{n}d",
            "input output_size",
            "input",
            variants=(given("output_size", 1, op(f"adaptive_avg_pool{n}d", "input output_size")),),
        )
        for n in (1, 2, 3)
    ),
    *(op(f"lp_pool{n}d", "input norm_type kernel_size stride ceil_mode", "input, private") for n in (1, 2, 3)),
)

PAD = "input pad mode value"
RESAMPLE = "input size scale_factor mode align_corners recompute_scale_factor antialias"

RESHAPING = (
    op(
        "pad",
        PAD,
        variants=(
            given("mode", "reflect", op("pad", PAD, "input")),
            given("mode", "replicate", op("pad", PAD, "input")),
            given("mode", "circular", op("pad", PAD, "private")),  # filled by writes into slices
        ),
    ),
    op("interpolate", RESAMPLE, variants=(given("mode", "area", op("interpolate", RESAMPLE, "input")),)),
    op("upsample", "input size scale_factor mode align_corners"),
    op("upsample_nearest", "input size scale_factor"),
    op("upsample_bilinear", "input size scale_factor"),
    op("grid_sample", "input grid mode padding_mode align_corners", "input, grid"),
    op("affine_grid", "theta size align_corners"),
    op("pixel_shuffle", "input upscale_factor"),
    op("pixel_unshuffle", "input downscale_factor"),
    op("channel_shuffle", "input groups"),
    op("native_channel_shuffle", "input groups"),
    op("fold", "input output_size kernel_size dilation padding stride"),
    op("unfold", "input kernel_size dilation padding stride"),
)

FUNCTIONAL: dict[str, OpSpec] = table(*ACTIVATIONS, *LAYERS, *POOLING, *RESHAPING)
