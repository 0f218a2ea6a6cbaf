"""Methods and attributes that are no operations, by the kind of object they are called on. Floor 1.

`parameters` are the formal names after `self`. An attribute (`data`, `grad_fn`) is a row without parameters.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from retain_lint.torch_api.graph_control import rows
from retain_lint.torch_api.spec import ControlSpec, Forwards, Role

#: what registers a hook before the forward of a module, and one after it
FORWARD_HOOKS = ("register_forward_pre_hook", "register_forward_hook")

Receiver: TypeAlias = Literal["tensor", "module", "optimizer", "any"]

TENSOR = (
    *rows(Role.BACKWARD, "gradient retain_graph create_graph inputs", "backward"),
    *rows(Role.CUT, "", "detach", "data"),
    *rows(Role.CUT_IN_PLACE, "", "detach_"),
    *rows(Role.REQUIRES_GRAD_, "requires_grad", "requires_grad_"),
    *rows(Role.VALUE, "", "item", "numpy", "tolist", "__array__", "__float__", "__int__", "__bool__", "__len__"),
    *rows(Role.SIZE, "dim", "size"),
    *rows(Role.VALUE, "dim", "stride"),
    *rows(
        Role.VALUE,
        "",
        "dim",
        "ndimension",
        "nelement",
        "numel",
        "element_size",
        "get_device",
        "data_ptr",
        "storage",
        "untyped_storage",
        "storage_offset",
        "is_contiguous",
        "is_floating_point",
        "is_complex",
        "is_shared",
        "is_pinned",
        "is_set_to",
        "is_same_size",
        "is_inference",
        "__hash__",
        "__repr__",
        "__format__",
        "dense_dim",
        "sparse_dim",
    ),
    # Attributes.
    *rows(
        Role.VALUE,
        "",
        "shape",
        "dtype",
        "device",
        "layout",
        "ndim",
        "is_cuda",
        "is_sparse",
        "is_leaf",
        "requires_grad",
        "grad_fn",
        "itemsize",
        "nbytes",
        "output_nr",
        "_version",
    ),
    *rows(Role.HARMLESS, "hook", "register_hook", "register_post_accumulate_grad_hook"),
    *rows(Role.HARMLESS, "", "retain_grad"),
    # A copy in another type or place is differentiable and saves nothing; where nothing changes it is the tensor.
    *rows(Role.IDENTITY, "device dtype non_blocking copy", "to"),
    *rows(Role.IDENTITY, "dtype non_blocking", "type"),
    *rows(Role.IDENTITY, "other", "type_as"),
    *rows(Role.IDENTITY, "device non_blocking memory_format", "cuda", "cpu", "xpu", "pin_memory"),
    *rows(Role.IDENTITY, "memory_format", "float"),
    *rows(Role.CONTIGUOUS, "memory_format", "contiguous"),
    *rows(Role.IDENTITY, "", "share_memory_", "coalesce", "to_dense"),
    # Casts to a type without gradients.
    *rows(Role.VALUE, "memory_format", "int", "long", "bool", "short", "byte", "char"),
    *rows(Role.FACTORY, "size", "new_zeros", "new_ones", "new_empty", "new"),
    *rows(Role.FACTORY, "size fill_value", "new_full"),
    *rows(Role.FACTORY, "data", "new_tensor"),
)

MODULE = (
    *rows(Role.PARAMETERS, "recurse", "parameters"),
    *rows(Role.NAMED_PARAMETERS, "prefix recurse", "named_parameters"),
    *rows(Role.CHILDREN, "", "children"),
    *rows(Role.MODULES, "", "modules"),
    *rows(Role.NAMED_CHILDREN, "", "named_children"),
    *rows(Role.NAMED_MODULES, "memo prefix remove_duplicate", "named_modules"),
    *rows(Role.TRAIN_MODE, "mode", "train"),
    *rows(Role.EVAL_MODE, "", "eval"),
    *rows(Role.ZERO_GRAD, "set_to_none", "zero_grad"),
    *rows(Role.REQUIRES_GRAD_, "requires_grad", "requires_grad_"),
    *rows(Role.LOAD_STATE, "state_dict strict assign", "load_state_dict"),
    *rows(Role.LOAD_STATE, "", "reset_parameters"),
    *rows(Role.WRITE_BUFFERS, "", "reset_running_stats"),
    # `.to` and its kin write `.data`, which moves no version (SEMANTICS.md C), and return the module.
    *rows(Role.IDENTITY, "device dtype non_blocking", "to"),
    *rows(Role.IDENTITY, "device", "cuda", "cpu", "xpu", "to_empty"),
    *rows(Role.IDENTITY, "", "half", "float", "double", "bfloat16", "share_memory", "compile"),
    *rows(Role.IDENTITY, "dst_type", "type"),
    *rows(Role.APPLY_TO_CHILDREN, "fn", "apply"),
    *rows(Role.VALUE, "destination prefix keep_vars", "state_dict"),
    *rows(Role.BUFFERS, "recurse", "buffers"),
    *rows(Role.NAMED_BUFFERS, "prefix recurse remove_duplicate", "named_buffers"),
    *rows(Role.VALUE, "", "extra_repr", "training"),
    # A static method of nn.Transformer (torch/nn/modules/transformer.py): a mask of zeros and -inf.
    *rows(Role.FACTORY, "sz device dtype", "generate_square_subsequent_mask"),
    *rows(
        Role.HARMLESS,
        "hook",
        "register_forward_hook",
        "register_forward_pre_hook",
        "register_full_backward_hook",
        "register_full_backward_pre_hook",
        "register_backward_hook",
    ),
    *rows(Role.HARMLESS, "name tensor persistent", "register_buffer"),
    *rows(Role.HARMLESS, "name module", "add_module", "register_module", "register_parameter"),
)

OPTIMIZER = (
    *rows(Role.STEP, "closure", "step"),
    *rows(Role.ZERO_GRAD, "set_to_none", "zero_grad"),
    *rows(Role.ADD_PARAM_GROUP, "param_group", "add_param_group"),
    *rows(Role.VALUE, "", "state_dict", "param_groups", "state", "defaults"),
    *rows(Role.HARMLESS, "state_dict", "load_state_dict"),
    *rows(Role.HARMLESS, "hook", "register_step_pre_hook", "register_step_post_hook"),
)

#: on an object whose class cannot be seen: Lightning, Fabric, Accelerate, DeepSpeed, GradScaler, loggers
ANY = (
    ControlSpec("manual_backward", Role.ENGINE_WRAPPER, ("loss",), "loss", Forwards.ALL),
    # `engine.backward(loss)`: Fabric passes all on, Accelerate keywords, DeepSpeed retain_graph and perhaps steps.
    ControlSpec("backward", Role.ENGINE_WRAPPER, ("loss",), "loss", Forwards.ALL, may_step=True),
    *rows(Role.TOGGLE_OPTIMIZER, "optimizer", "toggle_optimizer"),
    *rows(Role.UNTOGGLE_OPTIMIZER, "optimizer", "untoggle_optimizer"),
    ControlSpec("scale", Role.SCALE, ("outputs",), "outputs"),
    # Apex's `amp`, imported under a condition and handed on.
    ControlSpec("scale_loss", Role.SCALE_CONTEXT, ("loss", "optimizers"), "loss"),
    # Unscaling writes .grad, update the scale: neither touches a graph.
    *rows(Role.RESCALE, "optimizer", "unscale_"),
    *rows(Role.HARMLESS, "new_scale", "update"),
    *rows(Role.HARMLESS, "", "get_scale"),
    # Lightning's `log` is not here: it is a tensor's logarithm, too.
    *rows(Role.HARMLESS, "dictionary", "log_dict"),
    # Lightning's clip_gradients(optimizer, ...), Accelerate's clip_grad_norm_(parameters, ...): write .grad.
    *rows(Role.RESCALE, "optimizer gradient_clip_val", "clip_gradients"),
    *rows(Role.CLIP_NORM, "parameters max_norm norm_type", "clip_grad_norm_"),
    *rows(Role.RESCALE, "parameters clip_value", "clip_grad_value_"),
    *rows(
        Role.HARMLESS,
        "tag value global_step",
        "add_scalar",
        "add_scalars",
        "add_image",
        "add_images",
        "add_figure",
        "add_histogram",
        "add_text",
        "add_video",
        "add_audio",
        "add_embedding",
        "add_hparams",
        "log_metrics",
        "log_metric",
        "log_image",
    ),
    *rows(Role.HARMLESS, "message", "debug", "info", "warning", "warn", "error", "critical", "exception"),
    *rows(Role.HARMLESS, "", "set_description", "set_postfix", "set_postfix_str", "set_description_str", "write"),
    *rows(Role.HARMLESS, "", "flush", "close"),
    *rows(Role.FUNCTION_APPLY, "args", "apply"),
    # options, whatever parses them
    *rows(Role.VALUE, "args namespace", "parse_args", "parse_known_args"),
    # of texts, which no tensor and no output object of a model has
    *rows(Role.VALUE, "chars", "strip", "lstrip", "rstrip", "lower", "upper", "casefold", "capitalize", "swapcase"),
    *rows(Role.VALUE, "keepends", "splitlines", "isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower"),
    *rows(Role.VALUE, "prefix start end", "startswith", "endswith", "removeprefix", "removesuffix"),
    *rows(Role.VALUE, "old new count", "replace", "zfill", "ljust", "rjust", "rsplit", "rpartition"),
    # of arrays and tables, which no tensor has either
    *rows(Role.VALUE, "dtype", "astype", "to_numpy", "tobytes", "iterrows", "itertuples", "fillna", "dropna", "to_csv"),
    # of Optuna's trials (optuna/trial/_base.py): numbers, and choices that are numbers, words or truths
    *rows(Role.VALUE, "name low high", "suggest_float", "suggest_int", "suggest_uniform", "suggest_loguniform"),
    *rows(Role.VALUE, "name choices", "suggest_categorical", "suggest_discrete_uniform"),
    # a distribution's sample() is drawn under no_grad; rsample() is not
    *rows(Role.VALUE, "sample_shape", "sample", "sample_n"),
)

METHODS: dict[str, dict[str, ControlSpec]] = {
    kind: {row.name: row for row in group}
    for kind, group in (("tensor", TENSOR), ("module", MODULE), ("optimizer", OPTIMIZER), ("any", ANY))
}

#: members of tensors, of torch 2.13 and before, that no row of the tables describes
RARE_TENSOR_MEMBERS = frozenset(
    "apply_ const_data_ptr dequantize dim_order eig grad grad_dtype index ipu is_conj is_cpu is_distributed is_ipu is_maia "
    "is_meta is_mkldnn is_mps is_mtia is_neg is_nested is_quantized is_signed is_sparse_csr is_vulkan is_xla is_xpu lstsq "
    "map2_ map_ module_load mtia name reinforce resize resize_as retains_grad smm solve sspaddmm storage_type symeig "
    "to_sparse_bsc to_sparse_bsr to_sparse_coo to_sparse_csc to_sparse_csr volatile".split()
)
