"""Models of libraries: every one has its row, every role of a torch name its handler."""

from __future__ import annotations

from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.drivers.assembly import LIBRARY
from retain_lint.interpreter.library.modules import MODULE_ROLES
from retain_lint.interpreter.library.running_roles import RUNNING_ROLES
from retain_lint.interpreter.library.torch_roles import OPTIMIZER_ROLES, VALUE_ROLES
from retain_lint.torch_api.graph_control import FUNCTIONAL_CALLS
from retain_lint.torch_api.spec import INERT, Role

CLAIMS = ("functions", "packages", "attributes", "methods", "iterators", "part")
HANDLED = {*OPTIMIZER_ROLES, *RUNNING_ROLES, *VALUE_ROLES, *MODULE_ROLES} | {r.role for r in FUNCTIONAL_CALLS.values()}


def test_every_role_has_a_handler_or_is_inert() -> None:
    assert set(Role) - INERT == HANDLED - INERT


def test_inert_roles_have_no_handler_of_their_own() -> None:
    assert INERT.isdisjoint({*OPTIMIZER_ROLES, *RUNNING_ROLES, *MODULE_ROLES})
    assert {VALUE_ROLES[role] for role in INERT} == {VALUE_ROLES[Role.VALUE]}


def test_every_model_has_one_row() -> None:
    rows = [type(model) for model in LIBRARY.models]
    assert sorted(rows, key=repr) == sorted(LibraryModel.__subclasses__(), key=repr)


def test_every_model_claims_something() -> None:
    for model in LIBRARY.models:
        derives = type(model).is_base is not LibraryModel.is_base or type(model).item is not LibraryModel.item
        assert derives or any(getattr(model, claim) for claim in CLAIMS), type(model)


def test_a_part_has_a_name_that_no_program_can_write() -> None:
    parts = [model.part for model in LIBRARY.parts]
    assert len(set(parts)) == len(parts)
    assert not any(part.isidentifier() for part in parts)
