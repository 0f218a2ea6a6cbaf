"""What the rows without operations claim, run under torch: cuts, copies, writes, steps, modes."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from retain_lint.torch_api.control_methods import MODULE, TENSOR
from retain_lint.torch_api.graph_control import CUTS, GRAD_MODES
from retain_lint.torch_api.lookup import find_control, find_optimizer
from retain_lint.torch_api.optimizers import FUSED, TORCH_OPTIM
from retain_lint.torch_api.spec import ControlSpec, Role
from retain_lint.torch_api.tensor_factories import FACTORIES, FROM_DATA, WRITERS


def names(rows: tuple[ControlSpec, ...], role: Role, prefix: str = "") -> list[str]:
    """The names of the rows with a role."""
    return sorted({row.name for row in rows if row.role is role and row.name.startswith(prefix)})


def resolve(name: str) -> Any:
    """The object of a qualified name of torch."""
    value: Any = torch
    for part in name.split(".")[1:]:
        value = getattr(value, part)
    return value


def with_history() -> Tensor:
    """A tensor that is no leaf."""
    return torch.rand(2, 2, requires_grad=True) + 0


@pytest.mark.parametrize("name", names(CUTS, Role.CUT))
def test_cuts_share_data_and_version_and_have_no_history(name: str) -> None:
    source = with_history()
    found = resolve(name)(source)
    assert found.grad_fn is None and not found.requires_grad
    assert found.data_ptr() == source.data_ptr()
    found.add_(1)
    assert source._version == 1


def test_data_shares_data_but_no_version() -> None:
    source = with_history()
    source.data.add_(1)
    assert source._version == 0
    assert not source.data.requires_grad


def test_detach_in_place_cuts() -> None:
    source = with_history()
    assert source.detach_() is source
    assert source.grad_fn is None


def test_contiguous_copies_what_is_laid_out_otherwise() -> None:
    source = torch.rand(2, 3, requires_grad=True) + 0
    assert names(TENSOR, Role.CONTIGUOUS) == ["contiguous"]
    assert source.view(6).contiguous().data_ptr() == source.unsqueeze(0).contiguous().data_ptr() == source.data_ptr()
    assert source.t().contiguous().data_ptr() != source.data_ptr()
    assert source[:, 1:].contiguous()._base is None


@pytest.mark.parametrize("name", [n for n in names(TENSOR, Role.IDENTITY) if n not in ("cuda", "xpu", "pin_memory")])
def test_identities_of_tensors_save_nothing(name: str) -> None:
    source = with_history()
    source = source.to_sparse() if name in ("coalesce", "to_dense") else source
    arguments = {"to": (torch.float64,), "type": (torch.float64,), "type_as": (torch.ones(1).double(),)}
    found = getattr(source, name)(*arguments.get(name, ()))
    assert found.requires_grad
    total = found.real.sum() if found.is_complex() else found.sum() if not found.is_sparse else None
    if total is not None and not found.is_sparse and source.layout is torch.strided:
        torch.autograd.backward(total)
        torch.autograd.backward(total)
    else:
        assert name in ("coalesce", "to_dense")


@pytest.mark.parametrize("name", [n for n in names(TENSOR, Role.VALUE) if not n.startswith("__")])
def test_values_of_tensors_have_no_history(name: str) -> None:
    source = with_history().sum() if name in ("item",) else with_history()
    source = source.detach() if name == "numpy" else source
    source = source.to_sparse() if name in ("dense_dim", "sparse_dim") else source
    found = getattr(source, name)
    arguments = (source,) if name in ("is_set_to", "is_same_size") else ()
    result = found(*arguments) if callable(found) and name not in ("grad_fn", "dtype") else found
    assert not (isinstance(result, Tensor) and result.requires_grad)


@pytest.mark.parametrize("name", names(FACTORIES, Role.FACTORY, "torch."))
def test_factories_make_leaves(name: str) -> None:
    if name.startswith("torch.cuda."):
        assert name.endswith("Tensor")
        return
    sample = torch.rand(2, 2, requires_grad=True)
    arguments: dict[str, tuple[Any, ...]] = {
        "full": ((2,), 1.0),
        "linspace": (0, 1, 2),
        "logspace": (0, 1, 2),
        "randint": (3, (2,)),
        "empty_strided": ((2,), (1,)),
        "empty_permuted": ((2,), (0,)),
        "full_like": (sample, 1.0),
        "randint_like": (sample, 3),
        "tril_indices": (2, 2),
        "triu_indices": (2, 2),
        "sparse_coo_tensor": ([[0]], [1.0]),
        **{f"sparse_{form}_tensor": ([0, 1], [0], [1.0]) for form in ("csr", "csc")},
        **{f"sparse_{form}_tensor": ([0, 1], [0], [[[1.0]]]) for form in ("bsr", "bsc")},
        "sparse_compressed_tensor": ([0, 1], [0], [1.0]),
        "range": (0, 1),
    }
    short = name.removeprefix("torch.")
    default = (sample,) if short.endswith("_like") else ([1, 0],) if short.endswith("Tensor") else (2,)
    default = (2, 2) if short.startswith("sparse.") else default
    options = {"layout": torch.sparse_csr} if short == "sparse_compressed_tensor" else {}
    found = resolve(name)(*arguments.get(short, default), **options)
    assert found.is_leaf and not found.requires_grad


def test_tensors_from_data() -> None:
    roles = {row.name: row.role for row in FROM_DATA}
    source = with_history()
    for name in ("torch.tensor", "torch.as_tensor", "torch.asarray", "torch.Tensor"):
        copied = resolve(name)(source)
        assert copied.requires_grad == (roles[name] is Role.AS_TENSOR)
    assert torch.as_tensor(source) is source
    for name in ("torch.as_tensor", "torch.asarray", "torch.Tensor"):
        assert not resolve(name)([source.sum().item(), 1.0]).requires_grad
    assert not torch.tensor([source.sum(), 1.0]).requires_grad


@pytest.mark.parametrize("name", [n for n in names(WRITERS, Role.WRITE_ARGUMENT) if n.endswith("_")])
def test_initialisers_move_the_version(name: str) -> None:
    shape = (2, 2, 2) if name.endswith("dirac_") else (2, 2)
    parameter = nn.Parameter(torch.rand(shape))
    arguments = {"constant_": (1.0,), "sparse_": (0.5,)}.get(name.rpartition(".")[2], ())
    found = resolve(name)(parameter, *arguments)
    assert found is parameter
    assert parameter._version > 0


@pytest.mark.parametrize("name", names(MODULE, Role.IDENTITY))
def test_identities_of_modules_return_it_and_move_no_version(name: str) -> None:
    module = nn.Linear(2, 2)
    if name in ("cuda", "xpu"):
        assert torch.nn.Module.cuda.__annotations__["return"] == torch.nn.Module.cpu.__annotations__["return"]
        return
    if name == "compile":
        assert not module.compile(backend="eager")  # type: ignore[func-returns-value]
        return
    arguments = {"to": (torch.float64,), "type": (torch.float64,)}.get(name, ())
    options = {"to_empty": {"device": "cpu"}}.get(name, {})
    parameter = module.weight
    before = parameter._version
    assert getattr(module, name)(*arguments, **options) is module
    assert parameter._version == before


def test_methods_of_modules() -> None:
    module = nn.Linear(2, 2)
    assert module.apply(lambda part: None) is module
    assert module.train() is module and module.eval() is module and module.requires_grad_() is module
    before = module.weight._version
    module.load_state_dict(module.state_dict())
    assert module.weight._version == before + 1
    assert copy.copy(module).weight is module.weight
    assert copy.deepcopy(module).weight is not module.weight


@pytest.mark.parametrize("name", TORCH_OPTIM.split())
def test_every_step_moves_the_version_even_without_learning(name: str) -> None:
    if name == "Optimizer":  # the base class has no step of its own
        assert find_optimizer("torch.optim.Optimizer") is not None
        return
    parameter = nn.Parameter(torch.rand(2, 2))
    optimizer = getattr(torch.optim, name)([parameter], lr=0.0 if name not in ("LBFGS", "SparseAdam") else 0.1)

    def closure() -> Tensor:
        optimizer.zero_grad()
        loss = (parameter**2).sum()
        torch.autograd.backward(loss)
        return loss

    closure()
    if name == "SparseAdam":
        assert parameter.grad is not None
        parameter.grad = parameter.grad.to_sparse()
    optimizer.step(*((closure,) if name == "LBFGS" else ()))
    assert parameter._version > 0


@pytest.mark.parametrize("name", sorted(FUSED))
def test_a_fused_step_writes_but_moves_no_version(name: str) -> None:
    parameter = nn.Parameter(torch.rand(2, 2))
    before = parameter.detach().clone()
    optimizer = getattr(torch.optim, name)([parameter], lr=0.1, fused=True)
    torch.autograd.backward((parameter**2).sum())
    optimizer.step()
    assert parameter._version == 0
    assert not torch.equal(before, parameter)


def test_clipping_moves_no_version() -> None:
    parameter = nn.Parameter(torch.rand(2, 2))
    torch.autograd.backward((parameter**2).sum())
    torch.nn.utils.clip_grad_norm_([parameter], 0.1)
    torch.nn.utils.clip_grad_value_([parameter], 0.1)
    assert parameter._version == 0


@pytest.mark.parametrize("row", [row for row in GRAD_MODES if row.role in (Role.NO_GRAD, Role.ENABLE_GRAD)])
def test_grad_modes(row: ControlSpec) -> None:
    source = torch.rand(2, requires_grad=True)
    with torch.set_grad_enabled(row.role is Role.NO_GRAD), resolve(row.name)():
        assert (source * 2).requires_grad == (row.role is Role.ENABLE_GRAD)


def test_parameters_are_leaves_with_the_data_of_their_source() -> None:
    source = with_history()
    parameter = nn.Parameter(source)
    assert parameter.is_leaf and parameter.requires_grad
    assert parameter.data_ptr() == source.data_ptr()
    with torch.no_grad():
        assert nn.Parameter(torch.rand(2)).requires_grad


def test_scaled_loss_is_a_tensor_with_the_history_of_the_loss() -> None:
    row = find_control("torch.cuda.amp.GradScaler.scale")
    assert row is not None and row.role is Role.SCALE
    loss = with_history().sum()
    scaler = torch.amp.GradScaler("cpu", enabled=False)
    assert scaler.scale(loss) is loss


def test_contexts_that_hide_writes() -> None:
    weight = torch.rand(2, requires_grad=True)
    hidden = [row for row in GRAD_MODES if row.role is Role.HIDES_STALENESS]
    assert {row.name for row in hidden} >= {"torch.autograd.graph.save_on_cpu"}
    with torch.autograd.graph.allow_mutation_on_saved_tensors():
        loss = (weight * weight).sum()
        with torch.no_grad():
            weight.add_(1)
        torch.autograd.backward(loss)
    with torch.autograd.graph.save_on_cpu():
        loss = (weight * weight).sum()
    with torch.no_grad():
        weight.add_(1)
    torch.autograd.backward(loss)


def test_autocast_saves_copies_of_the_weight() -> None:
    row = find_control("torch.autocast")
    assert row is not None and row.role is Role.AUTOCAST
    layer = nn.Linear(2, 2)
    source = torch.rand(2, 2, requires_grad=True)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = layer(source).sum()
    with torch.no_grad():
        layer.weight.add_(1)
    torch.autograd.backward(loss)
