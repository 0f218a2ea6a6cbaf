"""Models of libraries that the program has frozen: what they make of data has no graph. Floor 3.

The parameters of an opaque model are one leaf, and so are those of its children: to freeze a few of them is not to freeze
the model. Only a loop over `parameters()` that does nothing else, or `requires_grad_(False)`, freezes all of them; where a
part is put in its place afterwards, or trained again, the results may hang on that.
"""

from __future__ import annotations

from collections.abc import Mapping

from retain_lint.domain.key_index import owners_of
from retain_lint.domain.purge import numbers_reached
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Ref, Symbol, Value
from retain_lint.domain.value_numbers import numbers_in
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import is_frozen_leaf, leaves_of, may_own_leaves
from retain_lint.interpreter.heap.provenance import compute
from retain_lint.interpreter.heap.tensors import known_nodes
from retain_lint.ir.model import Break, Continue, For, Function, GetAttr, Instruction, Return, SetAttr
from retain_lint.ir.operands import reads
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.vocabulary import FLAG_WORDS

#: by which a loop leaves elements out
_LEAVING = (Break, Continue, Return)


def note_frozen_in_loop(m: Analysis, state: State, module: Value, request: CallRequest) -> None:
    """`for p in module.parameters(): p.requires_grad = False`"""
    function = m.context.function
    loop = None if function.mentions.isdisjoint(FLAG_WORDS) else _flagging_loop(function, request.instruction)
    if loop is not None:
        note_frozen(m, state, module, loop)


def note_frozen(m: Analysis, state: State, module: Value, loop: For | None = None) -> None:
    """All parameters of a module are set alike, in a loop or at once, and none of them by its position afterwards."""
    if _thaws_in_loops(m):
        return
    for leaf in leaves_of(m, state, module)[0]:
        key = m.facts.leaf_keys.get(leaf)
        if isinstance(key, tuple) and (key not in m.facts.taken_apart or _holds_alone(m, state, module, key, loop)):
            m.facts.set_alike.add(leaf)


def _holds_alone(m: Analysis, state: State, module: Value, key: Key, loop: For | None) -> bool:
    """Does nothing else lead to the model of this name, which was taken apart? Then all parts that are used are those of the
    module, though each of them is taken for the whole."""
    if not isinstance(module, Ref) or not numbers_in(key):
        return False
    others = [value for n, frame in state.frames.items() if n != m.frame for value in frame.variables.values()]
    own = _read_after(m.context.function, state.variables(m.frame), loop)
    return numbers_reached(state, numbers_in((*others, *own)), {module.address}).isdisjoint(numbers_in(key))


def _read_after(function: Function, variables: Mapping[str, Value], loop: For | None) -> list[Value]:
    """The variables of a function that may be read after a loop. Those of a script stay when it ends, read or not."""
    if loop is None:
        return list(variables.values())
    read = function.mentions.union(*(reads(i) for i in instructions_of(function.body)))
    return [value for name, value in variables.items() if name in read and name in loop.live]


def note_given(m: Analysis, state: State, callee: Value, request: CallRequest) -> None:
    """`model.add_module("head", head)`: an opaque model that is given another one may have it as a part from now on."""
    if isinstance(callee, Symbol) and callee.key[0] == "attr" and isinstance(callee.key[1], tuple):
        leaf = state.leaves.get(callee.key[1])
        if leaf in m.facts.set_alike and any(may_own_leaves(m, state, value) for value in request.values()):
            m.facts.set_alike.discard(leaf)


def compute_frozen(m: Analysis, state: State, model: Value, request: CallRequest) -> Value | None:
    """What a model without trained parameters computes of data alone, or of unknown values, which operations take for data as
    well. None for another model, or another argument."""
    leaves, exact = leaves_of(m, state, model)
    frozen = exact and all(leaf in m.facts.set_alike and is_frozen_leaf(state, leaf) for leaf in leaves)
    if not leaves or not frozen or _is_changed(m, state, model):
        return None
    if any(m.graph[number].op != "unknown" for number in known_nodes(m, state, request.values())):
        return None
    return compute(m, state, m.symbol("value", plain=True), request.values())


def frozen_whole(m: Analysis, state: State, callee: Value) -> Symbol | None:
    """The frozen model of which an element is called, in a loop over its layers."""
    key = callee.key if isinstance(callee, Symbol) and callee.key[0] in ("item", "element") else ()
    wholes = (owner for owner in owners_of(key) if state.leaves.get(owner) in m.facts.set_alike) if key else ()
    return next((Symbol(owner) for owner in wholes if is_frozen_leaf(state, state.leaves[owner])), None)


def _flagging_loop(function: Function, call: Instruction) -> For | None:
    """The loop over the result of the call that sets the flag of each element, whatever it is."""
    target = getattr(call, "target", "")
    loops = (i for i in instructions_of(function.body) if isinstance(i, For) and i.iterable == target)
    return next(filter(_sets_flag, loops), None)


def _sets_flag(loop: For) -> bool:
    steps = loop.body.instructions
    inner = [i for i in instructions_of(loop.body) if all(i is not step for step in steps)]
    picks = any(map(_writes_flag, inner)) or any(isinstance(i, _LEAVING) for i in (*steps, *inner))
    return not picks and any(map(_writes_flag, steps))


def _thaws_in_loops(m: Analysis) -> bool:
    """Does a loop of the file set flags of more than parameters in a row? It may do so by a condition, or by position; of its
    iterations few are followed."""
    loaded = m.program.modules.get(m.context.module)
    bodies = [loaded.module.body, *loaded.module.functions] if loaded is not None else []
    flagging = (body for body in bodies if not body.mentions.isdisjoint(FLAG_WORDS))
    loops = (i for body in flagging for i in instructions_of(body.body) if isinstance(i, For))
    inner = (i for loop in loops if not _sets_flag(loop) for i in instructions_of(loop.body))
    return any(_writes_flag(i) for i in inner)


def _writes_flag(step: Instruction) -> bool:
    if isinstance(step, SetAttr):
        return step.name == "requires_grad"
    return isinstance(step, GetAttr) and step.name == "requires_grad_"


def _is_changed(m: Analysis, state: State, model: Value) -> bool:
    """Was a part of an opaque model replaced, or set free again?"""
    if not isinstance(model, Symbol):
        return False
    parts = [leaf for key, leaf in state.leaves.items() if _is_within(key, model.key)]
    put = [value for key, pairs in state.overlay.items() if _is_within(key, model.key) for _, value in pairs]
    return any(may_own_leaves(m, state, value) for value in put) or not all(is_frozen_leaf(state, x) for x in parts)


def _is_within(key: Key, whole: Key) -> bool:
    """Is it the name of the whole, or of a part of it?"""
    return key == whole or whole in owners_of(key)
