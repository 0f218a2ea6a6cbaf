"""The vocabulary in which PyTorch's names are described. Floor 1; imports nothing of ours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kept(Enum):
    """What a saved buffer is, apart from a named argument."""

    RESULT = "result"  # the output: a later in-place write of it is stale
    PRIVATE = "private"  # a tensor or number that user code cannot write: freed, never stale


@dataclass(frozen=True, slots=True)
class Saved:
    """One buffer that a node saves. `what` is a parameter name of the op, RESULT or PRIVATE. It is saved when one of
    the parameters in `when` requires grad, or, with `when` empty, always (SEMANTICS.md A3)."""

    what: str | Kept
    when: tuple[str, ...] = ()
    maybe: bool = False  # depends on arguments that a static reading cannot see


@dataclass(frozen=True, slots=True)
class OpSpec:
    """A differentiable (or not) operation.

    `parameters`: formal names in positional order, `self`/`input` first; names in `sequences` take lists of tensors.
    `differentiable` False: the result never requires grad. `view_of`: the parameter whose storage the result shares.
    `mutates`: the parameter that is written in place. `returns_input`: the very argument may be returned.
    `outputs`: 1 for a tensor, n for a tuple of n, 0 for a tuple of unknown length; all outputs hang on one node.
    """

    name: str
    parameters: tuple[str, ...] = ("self",)
    saves: tuple[Saved, ...] = ()
    sequences: tuple[str, ...] = ()
    differentiable: bool = True
    view_of: str | None = None
    mutates: str | None = None
    returns_input: bool = False
    outputs: int = 1
    #: parameter names (such as `inplace`, `training`) whose constant truth value changes the row, with the other row
    variants: tuple[tuple[str, object, "OpSpec"], ...] = ()


class When(Enum):
    """Condition on the module's input."""

    NEVER = "never"
    INPUT_GRAD = "input requires grad"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class LayerSpec:
    """A torch.nn layer seen from outside: one node for its whole forward.

    `parameters`: it owns trainable parameters. `saves_weight`: when its parameters are saved (so that a step makes the
    node stale). `holds`: when it releases anything at all. `saves_input`/`saves_result`: buffers that user code can write.
    `outputs` as in OpSpec (LSTM: nested, all on one node: 0). `inplace`: has an `inplace` argument that writes its input.
    `identity_in_eval`: Dropout and kin return their input in eval mode. `container`: Sequential, ModuleList, ModuleDict.
    `arguments`: formal constructor names in order, for the few that matter.
    """

    name: str
    parameters: bool = False
    saves_weight: When = When.NEVER
    holds: When = When.ALWAYS
    saves_input: bool = False
    saves_result: bool = False
    outputs: int = 1
    inplace: bool = False
    identity_in_eval: bool = False
    container: bool = False
    differentiable: bool = True


@dataclass(frozen=True, slots=True)
class OptimizerSpec:
    """An optimiser class. `needs_closure`: LBFGS. `parameters_at`: index of the parameters argument. `wraps`: the
    keyword/position 0 is another optimiser (SAM-like take base classes; then None)."""

    name: str
    parameters_at: int = 0
    needs_closure: bool = False
    fused_keyword: bool = False


class Role(Enum):
    """What a function, method or context manager does to the graph when it is not an operation."""

    BACKWARD = "Tensor.backward"
    AUTOGRAD_BACKWARD = "torch.autograd.backward"
    AUTOGRAD_GRAD = "torch.autograd.grad"
    ENGINE_WRAPPER = "an object's backward(loss, ...) that calls Tensor.backward"
    CUT = "result shares data but has no history: detach, .data, Variable"
    CUT_IN_PLACE = "detach_"
    VALUE = "result is plain data: item, numpy, tolist, torch.tensor"
    IDENTITY = "returns its argument, or a differentiable copy that saves nothing: to, cuda, half, contiguous"
    NO_GRAD = "no_grad, inference_mode"
    ENABLE_GRAD = "enable_grad"
    SET_GRAD_ENABLED = "set_grad_enabled(flag)"
    REQUIRES_GRAD_ = "requires_grad_(flag=True) of a tensor or module"
    PARAMETERS = "parameters()"
    NAMED_PARAMETERS = "named_parameters()"
    CHILDREN = "children(), modules()"
    ZERO_GRAD = "zero_grad(set_to_none=True)"
    STEP = "optimizer.step(closure=None)"
    ADD_PARAM_GROUP = "optimizer.add_param_group(group)"
    TRAIN_MODE = "train(mode=True)"
    EVAL_MODE = "eval()"
    FACTORY = "new leaf tensor; keyword requires_grad"
    PARAMETER = "torch.nn.Parameter(data, requires_grad=True)"
    DEEPCOPY = "copy.deepcopy: a new set of parameters"
    HARMLESS = "reads values, never runs the engine nor stores its arguments: print, log, add_scalar, clip_grad_norm_"
    SCALE = "GradScaler.scale(loss)"
    SCALER_STEP = "GradScaler.step(optimizer)"
    WRAP_MODULE = "returns the given module, wrapped: DataParallel, DDP, torch.compile, Accelerator.prepare"
    CHECKPOINT = "torch.utils.checkpoint.checkpoint(function, *args)"
    LOAD_STATE = "load_state_dict: writes every parameter in place"
    WRITE_ARGUMENT = "nn.init.*_: writes its first argument in place"
    FUNCTION_APPLY = "autograd.Function.apply"
    SCHEDULER = "a learning-rate scheduler: touches no graph"
    LOADER = "a data loader or dataset: what it yields has no history"
    DATA_LIBRARY = "a library that never sees a graph: numpy, random, os, time"
    FUNCTIONAL_GRAD = "torch.func / functional.jacobian: leaves no graph of ours freed"


@dataclass(frozen=True, slots=True)
class ControlSpec:
    """A name with a role. `parameters` are its formal names in order (for a method, without self)."""

    name: str
    role: Role
    parameters: tuple[str, ...] = ()
