"""The generated table is what the generator writes, and every name that it leaves out has a hand row or is listed."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from retain_lint.torch_api import ops_generated
from retain_lint.torch_api.lookup import find_control, find_method, find_op
from retain_lint.torch_api.op_tables import _HAND
from retain_lint.torch_api.spec import OpSpec

ROOT = Path(__file__).parents[2]

#: public names that stay unknown, and so silent: kernels, random number state, layouts, what torch.nn.functional wraps
UNKNOWN = frozenset(
    "choose_qparams_optimized cosine_embedding_loss ctc_loss dequantize embedding_bag fused_moving_avg_obs_fake_quant "
    "grid_sampler gru hinge_embedding_loss is_distributed is_vulkan_available "
    "kl_div margin_ranking_loss nn.functional.cross_entropy_loss nn.functional.flatten_dense_tensors "
    "nn.functional.log_sigmoid nn.functional.nll_loss2d nn.functional.nll_loss_nd nn.functional.pad_sequence "
    "nn.functional.relu6_ nn.functional.slow_conv3d nn.functional.thnn_conv2d "
    "nn.functional.unflatten_dense_tensors pin_memory poisson_nll_loss quantize_per_tensor retain_grad rnn_relu "
    "rnn_tanh smm sspaddmm to_sparse_bsc to_sparse_bsr to_sparse_csc to_sparse_csr triplet_margin_loss".split()
)


@cache
def load_generator() -> ModuleType:
    """The tool as a module."""
    spec = importlib.util.spec_from_file_location("gen_torch_ops", ROOT / "tools" / "gen_torch_ops.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)

    sys.modules[spec.name] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


def test_the_table_is_up_to_date() -> None:
    generator = load_generator()
    table, _ = generator.build_table()
    assert Path(ops_generated.__file__).read_text(encoding="utf-8") == generator.render(table)


def test_what_is_left_out_has_a_hand_row_or_is_listed() -> None:
    _, left = load_generator().build_table()
    unknown = {n for n in left if not (find_op(f"torch.{n}") or find_method(n) or find_control(f"torch.{n}"))}
    assert unknown == UNKNOWN


def test_every_saved_name_is_a_parameter() -> None:
    rows = [row for name in ops_generated.OPS if (row := find_op(f"torch.{name}")) is not None]
    for row in [*rows, *_HAND.values()]:
        assert_names_are_known(row)


def assert_names_are_known(row: OpSpec) -> None:
    """What a row and its variants name is a parameter of theirs."""
    for saved in row.saves:
        names = {*saved.when, *([saved.what] if isinstance(saved.what, str) else [])}
        assert names <= set(row.parameters), row
    assert {row.view_of, row.mutates, *row.sequences} - {None} <= set(row.parameters), row
    for _, _, variant in row.variants:
        assert variant.parameters[: len(row.parameters)] == row.parameters
        assert_names_are_known(variant)
