"""The vocabulary in which PyTorch's names are described. Floor 1; imports nothing of ours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

#: parameters of operations that take numbers, words and flags alone (torch's schemas type none of these as a tensor): no graph goes
#: on through them
PLAIN_PARAMETERS = frozenset(
    "axis dilation dim dim0 dim1 dims diagonal eps groups ignore_index inplace keepdim kernel_size label_smoothing margin "
    "normalized_shape num_classes output_size padding padding_idx reduction shifts size split_size split_sizes stride training".split()
)


class Kept(Enum):
    """What a saved buffer is, apart from a named argument."""

    RESULT = "result"  # the output: a later in-place write of it is stale
    PRIVATE = "private"  # a tensor or number that user code cannot write: freed, never stale


class Given(Enum):
    """How a call gives a parameter, where that rather than its truth value chooses the row of a variant."""

    TENSOR = "a tensor"
    NUMBER = "a Python number (None and an absent argument are not)"
    NOTHING = "None, or no argument"
    SOMETHING = "an argument that is not None"


@dataclass(frozen=True, slots=True)
class Saved:
    """One buffer that a node saves. `what` is a parameter name of the op, RESULT or PRIVATE. It is saved when one of
    the parameters in `when` requires grad, or, with `when` empty, always.

    A parameter that receives a Python number is saved as a private tensor: `x * 2` holds the 2. A parameter that
    receives nothing (None) is not saved. RESULT with `output` n is the nth of several outputs."""

    what: str | Kept
    when: tuple[str, ...] = ()
    maybe: bool = False  # depends on arguments that a static reading cannot see
    output: int = 0


@dataclass(frozen=True, slots=True)
class OpSpec:
    """A differentiable (or not) operation.

    `parameters`: formal names in positional order, `self`/`input` first; names in `sequences` take lists of tensors.
    `differentiable` False: the result never requires grad. `view_of`: the parameter whose storage the result shares.
    `mutates`: the parameter that is written in place. `returns_input`: the very argument may be returned.
    `outputs`: 1 for a tensor, n for a tuple of n, 0 for a tuple of unknown length; all outputs hang on one node.
    `unless_zero`: a parameter whose zero leaves the input as it is.
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
    #: (parameter, value, row): the row that holds when the parameter (`inplace`, `training`) has this truth value, or
    #: is given as this member of `Given` says. The first that applies wins; where none does, this row itself. The row
    #: has the same parameters
    variants: tuple[tuple[str, object, OpSpec], ...] = ()
    unless_zero: str = ""

    @property
    def gives_places(self) -> bool:
        """Is the second of two results kept and the first not? Then it says where the first was found (`topk`, `max_pool2d`):
        whole numbers, or a mask, through which no gradient flows."""
        kept = {saved.output for saved in self.saves if saved.what is Kept.RESULT}
        return self.outputs == 2 and kept == {1}


class When(Enum):
    """Condition on the module's input."""

    NEVER = "never"
    INPUT_GRAD = "input requires grad"
    INPUT_GRAD_OR_SHAPE = "input requires grad; else the length of the sequence decides, which cannot be seen"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class LayerSpec:
    """A torch.nn layer seen from outside: one node for its whole forward.

    `parameters`: it owns trainable parameters. `saves_weight`: when its parameters are saved (so that a step makes the
    node stale). `holds`: when it releases anything at all. `saves_input`/`saves_result`: buffers that user code can write.
    `outputs` as in OpSpec, the last of them a tuple of `states` (LSTM: h and c). `inplace`: has an `inplace` argument that writes its input.
    `inplace_saves_result`: what it saves then is what it wrote.
    `identity_in_eval`: Dropout and kin return their input in eval mode. `container`: Sequential, ModuleList, ModuleDict.
    `arguments`: formal constructor names in order, for the few that matter. `buffers`: tensors that it owns, saves in
    every forward and writes there without a trace. `frozen`: its parameters require grad only with `freeze=False`.
    `view`: its result shares the input's storage. `input_for_weight`: the input is saved for the parameters' gradients alone.
    `unless_zero`: an argument whose zero leaves the input as it is. `takes_places`: the input is of whole numbers, on
    which no graph goes on. `names`: of its parameters, the second being a bias; empty where these are more.
    `runs`: the children of a container that its forward runs; empty: all of them.
    """

    name: str
    parameters: bool = False
    names: tuple[str, ...] = ()
    saves_weight: When = When.NEVER
    holds: When = When.ALWAYS
    saves_input: bool = False
    saves_result: bool = False
    outputs: int = 1
    states: int = 1
    inplace: bool = False
    inplace_saves_result: bool = False
    identity_in_eval: bool = False
    container: bool = False
    arguments: tuple[str, ...] = ()
    buffers: tuple[str, ...] = ()
    frozen: bool = False
    view: bool = False
    input_for_weight: bool = False
    unless_zero: str = ""
    takes_places: bool = False
    runs: tuple[str, ...] = ()


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
    CUT = "result shares data but has no history: detach, .data"
    VARIABLE = "torch.autograd.Variable(data, requires_grad=False): shares data, has no history, may be a leaf"
    CUT_IN_PLACE = "detach_"
    SIZE = "the shape, or one of its numbers"
    VALUE = "result is plain data: item, numpy, tolist, torch.tensor"
    LOADED = "what was written to a file: data without history, or a model"
    IDENTITY = "returns its argument, or a differentiable copy that saves nothing: to, cuda, half"
    CONTIGUOUS = "contiguous: returns its argument, or a copy of a view that is laid out otherwise"
    NO_GRAD = "no_grad, inference_mode"
    ENABLE_GRAD = "enable_grad"
    SET_GRAD_ENABLED = "set_grad_enabled(flag)"
    REQUIRES_GRAD_ = "requires_grad_(flag=True) of a tensor or module"
    PARAMETERS = "parameters()"
    NAMED_PARAMETERS = "named_parameters()"
    CHILDREN = "nn.Module.children"
    MODULES = "nn.Module.modules: itself first"
    ZERO_GRAD = "zero_grad(set_to_none=True)"
    STEP = "optimizer.step(closure=None)"
    ADD_PARAM_GROUP = "optimizer.add_param_group(group)"
    TRAIN_MODE = "train(mode=True)"
    EVAL_MODE = "eval()"
    FACTORY = "new leaf tensor; keyword requires_grad"
    AS_TENSOR = "the given tensor itself; of numbers, a list or an array a new leaf: torch.as_tensor, torch.Tensor"
    PARAMETER = "torch.nn.Parameter(data, requires_grad=True)"
    COPY = "copy.copy: a container of its own with the very same items"
    DEEPCOPY = "copy.deepcopy: a new set of parameters"
    HARMLESS = "reads values, never runs the engine nor stores its arguments: print, log, add_scalar"
    CLIP_NORM = "scales each gradient of the parameters by the norm of all: clip_grad_norm_"
    RESCALE = "changes the gradients that are there, each by itself: clip_grad_value_, GradScaler.unscale_"
    SCALE = "GradScaler.scale(loss)"
    SCALER_STEP = "GradScaler.step(optimizer)"
    ADAPT = "returns the given module, most of it frozen, with adapters in it"
    WRAP_MODULE = "returns the given module, wrapped: DataParallel, DDP, torch.compile, Accelerator.prepare"
    CHECKPOINT = "torch.utils.checkpoint.checkpoint(function, *args)"
    LOAD_STATE = "load_state_dict: writes every parameter in place"
    BUFFERS = "buffers()"
    NAMED_BUFFERS = "named_buffers()"
    WRITE_BUFFERS = "reset_running_stats: writes every buffer in place"
    REPARAMETRISE = "spectral_norm: the module's weight becomes a function of other parameters, and is always saved"
    OPTIMIZER_INIT = "Optimizer.__init__(params, defaults), called by a subclass"
    WRITE_ARGUMENT = "nn.init.*_: writes its first argument in place"
    FUNCTION_APPLY = "autograd.Function.apply"
    SCHEDULER = "a learning-rate scheduler: touches no graph"
    LOADER = "a data loader or dataset: what it yields has no history"
    BATCH_LOADER = "torch's own loader: what it yields is stacked, unless it is given a function that does otherwise"
    DATA_LIBRARY = "a library that never sees a graph: numpy, random, os, time"
    DATA_CLASS = (
        "a class of such a library, or its method: what is made gives data, called too (albumentations.Compose)"
    )
    FUNCTIONAL_GRAD = "torch.func / functional.jacobian: leaves no graph of ours freed"
    FUNCTIONAL_CALL = "calls a module with other tensors in the places of its parameters"
    ENGINE = "a class whose objects run the engine: Accelerator, Fabric, GradScaler; see its methods by qualified name"
    INITIALIZE_ENGINE = "deepspeed.initialize(model=, optimizer=): returns (engine, optimizer, loader, scheduler)"
    NAMED_CHILDREN = "module.named_children()"
    NAMED_MODULES = "module.named_modules()"
    APPLY_TO_CHILDREN = "module.apply(function): hands every submodule to the function; returns the module"
    CHAIN = "iterates over the elements of its arguments: itertools.chain"
    AUTOCAST = "autocast: inside, Linear and Conv save a cast copy of the weight, which no step makes stale"
    HIDES_STALENESS = "a context in which clones are saved: nothing that is built in it goes stale"
    TOGGLE_OPTIMIZER = "switches requires_grad off for every parameter that the given optimiser does not own"
    UNTOGGLE_OPTIMIZER = "undoes toggle_optimizer"
    SCALE_CONTEXT = "apex amp.scale_loss(loss, optimizers): a context that yields the loss, scaled"


#: roles that do nothing to graphs, gradients or modes; that a call has one of them says that it is not opaque
INERT = frozenset(
    {
        Role.HARMLESS,
        Role.DATA_LIBRARY,
        Role.FUNCTIONAL_GRAD,
        Role.TOGGLE_OPTIMIZER,
        Role.UNTOGGLE_OPTIMIZER,
    }
)


class Forwards(Enum):
    """What a wrapper's backward(loss, ...) hands on to Tensor.backward besides the loss (SEMANTICS.md G)."""

    NOTHING = "nothing"
    ALL = "the positional and keyword arguments after the loss: wrapper(loss, None, True) retains"
    KEYWORDS = "keyword arguments; a positional one is a TypeError"
    RETAIN_GRAPH = "its own parameter retain_graph only"


@dataclass(frozen=True, slots=True)
class ControlSpec:
    """A name with a role. `parameters` are its formal names in order (for a method, without self); `*args` takes the
    rest: what returns its arguments (IDENTITY, WRAP_MODULE) then returns a tuple where several are given.

    Of engine wrappers: `subject` is the parameter that is sent back (or scaled), `forwards` what else reaches
    Tensor.backward, `may_step` that the call may also run the optimiser's step. Of the other roles `subject` is the
    parameter that the role acts on, where that is not the receiver or the first parameter."""

    name: str
    role: Role
    parameters: tuple[str, ...] = ()
    subject: str = ""
    forwards: Forwards = Forwards.NOTHING
    may_step: bool = False
