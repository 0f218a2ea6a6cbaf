"""Functions that minimise another one, which they call again and again (scipy/optimize/_minimize.py). Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, BoundMethod, FunctionValue, Partial, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.effects.escaping_functions import runs_engine
from retain_lint.interpreter.heap.iterables import concrete_items

_PACKAGE = "scipy.optimize."
#: their arguments in order; the first is the function
_FORMALS = {
    **dict.fromkeys(("minimize", "basinhopping"), ("fun", "x0", "args", "method", "jac")),
    **dict.fromkeys(("fmin_l_bfgs_b", "fmin_bfgs", "fmin_cg", "fmin_tnc"), ("func", "x0", "fprime", "args")),
    **dict.fromkeys(("least_squares", "root"), ("fun", "x0", "jac")),
}
#: a function for the gradient, which is called as well
_GRADIENTS = ("jac", "fprime")
#: times that the function is called
_CALLS = 2


class Minimizers(LibraryModel):
    """See the module's text."""

    functions = frozenset(_PACKAGE + name for name in _FORMALS)

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        """Runs the functions as the iterations of a loop; what comes of it all is data."""
        formals = _FORMALS[name.removeprefix(_PACKAGE)]
        asked = [request.argument(formals, formal) for formal in (formals[0], *_GRADIENTS)]
        called = [function for function in asked if isinstance(function, (FunctionValue, BoundMethod, Partial))]
        if not any(runs_engine(m, function) for function in called):
            return None
        given = request.argument(formals, "args") or NONE
        others = concrete_items(state, given)
        others = others if others is not None else () if given == NONE else (given,)
        before, loop, paths = state.loops, m.fresh(), [state]
        for turn in range(_CALLS):
            for path in paths:
                path.loops = (*before, (loop, turn))
                path.leave_picked(loop, True)
            for function in called:
                paths = [after for path in paths for after in _run(m, path, function, others, request)]
        for path in paths:
            path.loops = before
            path.leave_picked(loop, False)
        return [Outcome(path, m.symbol("value", plain=True)) for path in paths]


def _run(m: Analysis, state: State, function: Value, others: tuple[Value, ...], request: CallRequest) -> list[State]:
    m.note_run(function)
    point = m.symbol("value", plain=True)
    outcomes = m.interpreter.call_value(m, state, function, (point, *others), {}, request.span)
    return [outcome.state for outcome in outcomes if not outcome.raised]
