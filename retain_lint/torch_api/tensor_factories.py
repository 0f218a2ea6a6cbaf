"""Where tensors without history come from, and what writes them. Floor 1.

The results are leaves; only those that take the keyword `requires_grad` can require grad.
"""

from __future__ import annotations

from retain_lint.torch_api.graph_control import rows
from retain_lint.torch_api.spec import ControlSpec, Role

SIZED = "zeros ones rand randn empty"
SIZED_TYPES = "FloatTensor DoubleTensor HalfTensor LongTensor IntTensor ByteTensor BoolTensor CharTensor ShortTensor"

QUESTIONS = (
    "get_device get_default_device get_num_interop_threads get_float32_matmul_precision is_autocast_enabled is_inference "
    "is_inference_mode_enabled is_anomaly_enabled is_signed is_conj is_neg unravel_index"
)

#: the parameter by which a factory takes what may have a history
VALUES = "values"
#: sparse tensors of indices and values
COORDINATES = (
    "sparse_coo_tensor",
    *(f"sparse.{kind}" for kind in SIZED_TYPES.split() if kind != "BoolTensor"),
    *(f"cuda.sparse.{kind}" for kind in SIZED_TYPES.split() if kind != "BoolTensor"),
)

#: the parameters of factories whose positional arguments are sizes and counts, which never require grad
COUNTED = frozenset({("size",), ("start", "end", "step"), ("n", "m"), ("n",)})

FACTORIES = (
    *rows(Role.FACTORY, "size", *(f"torch.{name}" for name in SIZED.split())),
    *rows(Role.FACTORY, "size fill_value", "torch.full"),
    *rows(Role.FACTORY, "start end step", "torch.arange", "torch.range"),
    *rows(Role.FACTORY, "start end steps", "torch.linspace", "torch.logspace"),
    *rows(Role.FACTORY, "n m", "torch.eye"),
    *rows(Role.FACTORY, "n", "torch.randperm"),
    *rows(Role.FACTORY, "low high size", "torch.randint"),
    *rows(Role.FACTORY, "size stride", "torch.empty_strided", "torch.empty_permuted"),
    *rows(Role.FACTORY, "window_length", "torch.hann_window", "torch.hamming_window", "torch.blackman_window"),
    *rows(Role.FACTORY, "window_length", "torch.bartlett_window", "torch.kaiser_window"),
    *rows(
        Role.FACTORY,
        "input",
        *(f"torch.{name}_like" for name in "zeros ones rand randn empty randint".split()),
    ),
    *rows(Role.FACTORY, "input fill_value", "torch.full_like"),
    *rows(Role.FACTORY, "row col", "torch.tril_indices", "torch.triu_indices"),
    # Given values with a history they compute: torch_api/linear_algebra.py has their rows.
    *rows(Role.FACTORY, "indices values size", *(f"torch.{name}" for name in COORDINATES)),
    *rows(
        Role.FACTORY,
        "compressed_indices plain_indices values size",
        "torch.sparse_compressed_tensor",
        *(f"torch.sparse_{form}_tensor" for form in "csr csc bsr bsc".split()),
    ),
    *rows(Role.FACTORY, "data", *(f"torch.{name}" for name in SIZED_TYPES.split())),
    *rows(Role.FACTORY, "data", *(f"torch.cuda.{name}" for name in SIZED_TYPES.split())),
)

FROM_DATA = (
    # A copy of the values: torch.tensor(t), torch.Tensor([l]) cut (SEMANTICS.md E).
    *rows(Role.FACTORY, "data", "torch.tensor", "torch.scalar_tensor"),
    *rows(Role.FACTORY, "ndarray", "torch.from_numpy"),
    *rows(Role.FACTORY, "buffer", "torch.frombuffer"),
    # The tensor itself where one is given; of a list or an array a leaf without history.
    *rows(Role.AS_TENSOR, "data", "torch.as_tensor", "torch.Tensor"),
    *rows(Role.AS_TENSOR, "obj", "torch.asarray"),
    *rows(Role.VALUE, "ext_tensor", "torch.from_dlpack", "torch.utils.dlpack.from_dlpack"),
    *rows(Role.LOADED, "f map_location", "torch.load"),
    *rows(Role.LOADED, "f", "torch.jit.load"),
)

READERS = (
    *rows(
        Role.VALUE,
        "input",
        "torch.is_tensor",
        "torch.numel",
        "torch.is_grad_enabled",
        "torch.is_floating_point",
        "torch.is_complex",
        "torch.is_nonzero",
        "torch.get_rng_state",
        "torch.initial_seed",
        "torch.manual_seed",
        "torch.seed",
        "torch.device",
        "torch.Generator",
        "torch.Size",
        "torch.get_default_dtype",
        "torch.finfo",
        "torch.iinfo",
        "torch.get_num_threads",
        "torch.broadcast_shapes",
        "torch.typename",
        *(f"torch.{name}" for name in QUESTIONS.split()),
    ),
    *rows(
        Role.HARMLESS,
        "obj f",
        "torch.save",
        "torch.set_default_dtype",
        "torch.set_default_tensor_type",
        "torch.set_default_device",
        "torch.set_num_threads",
        "torch.set_rng_state",
        "torch.set_printoptions",
        "torch.set_float32_matmul_precision",
        "torch.use_deterministic_algorithms",
        "torch.set_flush_denormal",
        "torch.set_num_interop_threads",
        "torch.set_warn_always",
        "torch.clear_autocast_cache",
    ),
)

NN_INIT = (
    "constant dirac eye kaiming_normal kaiming_uniform normal orthogonal sparse uniform xavier_normal xavier_uniform"
)

WRITERS = (
    # They write under no_grad: the version moves on, what was saved is stale (SEMANTICS.md C).
    *rows(Role.WRITE_ARGUMENT, "tensor", *(f"torch.nn.init.{name}_" for name in NN_INIT.split())),
    *rows(Role.WRITE_ARGUMENT, "tensor", *(f"torch.nn.init.{name}" for name in NN_INIT.split())),
    *rows(Role.WRITE_ARGUMENT, "tensor", "torch.nn.init.zeros_", "torch.nn.init.ones_", "torch.nn.init.trunc_normal_"),
    *rows(Role.VALUE, "nonlinearity param", "torch.nn.init.calculate_gain"),
)

CONTROLS: dict[str, ControlSpec] = {
    row.name: row for group in (FACTORIES, FROM_DATA, READERS, WRITERS) for row in group
}
