"""What runs, cuts, switches or wraps the graph: functions, classes and contexts of torch itself. Floor 1.

Names are the canonical ones of `lookup.canonical` (`torch.autograd.variable.Variable` is `torch.autograd.Variable`).
Each row's effect was run under torch 2.13 (SEMANTICS.md B, E, F); the tests repeat those runs.
"""

from __future__ import annotations

from collections.abc import Iterator

from retain_lint.torch_api.spec import ControlSpec, Role


def rows(role: Role, parameters: str, *names: str) -> Iterator[ControlSpec]:
    """Several names with the same role and formal parameters (separated by blanks)."""
    formals = tuple(parameters.split())
    return (ControlSpec(name, role, formals) for name in names)


GRAD_PARAMETERS = (
    "outputs inputs grad_outputs retain_graph create_graph only_inputs allow_unused is_grads_batched materialize_grads"
)

ENGINE_CALLS = (
    *rows(Role.BACKWARD, "self gradient retain_graph create_graph inputs", "torch.Tensor.backward"),
    *rows(
        Role.AUTOGRAD_BACKWARD,
        "tensors grad_tensors retain_graph create_graph grad_variables inputs",
        "torch.autograd.backward",
    ),
    *rows(Role.AUTOGRAD_GRAD, GRAD_PARAMETERS, "torch.autograd.grad"),
    # They build and free a graph of their own; run twice on the same function they succeed (SEMANTICS.md B).
    *rows(
        Role.FUNCTIONAL_GRAD,
        "func inputs",
        "torch.autograd.functional.jacobian",
        "torch.autograd.functional.hessian",
        "torch.autograd.functional.vjp",
        "torch.autograd.functional.jvp",
        "torch.autograd.functional.vhp",
        "torch.autograd.functional.hvp",
        "torch.autograd.gradcheck",
        "torch.autograd.gradgradcheck",
    ),
    *rows(
        Role.FUNCTIONAL_GRAD,
        "func argnums",
        "torch.func.grad",
        "torch.func.grad_and_value",
        "torch.func.jacrev",
        "torch.func.jacfwd",
        "torch.func.hessian",
        "torch.func.vmap",
    ),
    *rows(Role.FUNCTIONAL_GRAD, "func", "torch.func.vjp", "torch.func.jvp", "torch.func.linearize", "torch.vmap"),
    *rows(Role.FUNCTIONAL_GRAD, "func", "torch.func.functionalize"),
    *rows(
        Role.FUNCTIONAL_CALL,
        "module parameter_and_buffer_dicts args kwargs",
        "torch.func.functional_call",
    ),
    *rows(
        Role.FUNCTIONAL_CALL, "module parameters_and_buffers args kwargs", "torch.nn.utils.stateless.functional_call"
    ),
    *rows(Role.CHECKPOINT, "function", "torch.utils.checkpoint.checkpoint"),
    *rows(Role.CHECKPOINT, "functions segments input", "torch.utils.checkpoint.checkpoint_sequential"),
)

GRAD_MODES = (
    *rows(Role.NO_GRAD, "orig_func", "torch.no_grad", "torch.autograd.no_grad"),
    *rows(Role.NO_GRAD, "mode", "torch.inference_mode", "torch.autograd.inference_mode"),
    *rows(Role.ENABLE_GRAD, "orig_func", "torch.enable_grad", "torch.autograd.enable_grad"),
    *rows(Role.SET_GRAD_ENABLED, "mode", "torch.set_grad_enabled", "torch.autograd.set_grad_enabled"),
    # Contexts that leave gradients alone. Autocast changes what a layer saves (a cast copy of the weight): no version
    # of the parameter is then compared, so it must not pass for any other context (SEMANTICS.md C).
    *rows(Role.AUTOCAST, "device_type dtype enabled cache_enabled", "torch.autocast", "torch.amp.autocast"),
    *rows(Role.AUTOCAST, "enabled dtype cache_enabled", "torch.cuda.amp.autocast", "torch.cpu.amp.autocast"),
    # They keep clones of what is saved, so that no write makes it stale; freeing is as ever (SEMANTICS.md C).
    *rows(
        Role.HIDES_STALENESS,
        "",
        "torch.autograd.graph.allow_mutation_on_saved_tensors",
        "torch.autograd.graph.saved_tensors_hooks",
        "torch.autograd.graph.save_on_cpu",
    ),
    *rows(
        Role.HARMLESS,
        "mode",
        "torch.autograd.set_detect_anomaly",
        "torch.autograd.detect_anomaly",
        "torch.autograd.profiler.profile",
        "torch.autograd.profiler.record_function",
        "torch.profiler.profile",
        "torch.profiler.record_function",
        "torch.autograd.graph.disable_saved_tensors_hooks",
        "torch.autograd.set_multithreading_enabled",
    ),
)

OWN_CLASSES = (
    # What a subclass of the program inherits; `apply` is bound to the class.
    *rows(Role.FUNCTION_APPLY, "cls *args", "torch.autograd.Function.apply"),
    *rows(Role.OPTIMIZER_INIT, "self params defaults", "torch.optim.Optimizer.__init__"),
)

CUTS = (
    *rows(Role.VARIABLE, "data requires_grad volatile", "torch.autograd.Variable"),
    *rows(Role.CUT, "input", "torch.detach", "torch.Tensor.detach"),
    *rows(Role.CUT_IN_PLACE, "input", "torch.detach_"),
    *rows(Role.PARAMETER, "data requires_grad", "torch.nn.Parameter", "torch.nn.Buffer"),
    *rows(Role.DEEPCOPY, "x memo", "copy.deepcopy"),
    *rows(Role.COPY, "x", "copy.copy"),  # the copy of a module holds the very same parameters
)

WRAPPERS = (
    *rows(Role.WRAP_MODULE, "module device_ids output_device", "torch.nn.DataParallel"),
    *rows(Role.WRAP_MODULE, "module device_ids output_device", "torch.nn.parallel.DistributedDataParallel"),
    *rows(Role.WRAP_MODULE, "module device_ids", "torch.nn.parallel.DistributedDataParallelCPU"),
    *rows(Role.WRAP_MODULE, "module", "torch.distributed.fsdp.FullyShardedDataParallel"),
    *rows(Role.WRAP_MODULE, "module", "torch.distributed.fsdp.fully_shard"),
    *rows(Role.WRAP_MODULE, "model", "torch.compile"),
    *rows(Role.WRAP_MODULE, "obj", "torch.jit.script"),
    *rows(Role.WRAP_MODULE, "func example_inputs", "torch.jit.trace"),
    *rows(Role.WRAP_MODULE, "module process_group", "torch.nn.SyncBatchNorm.convert_sync_batchnorm"),
    # They replace the weight by a function of new parameters of the same module, and return the module.
    *rows(Role.WRAP_MODULE, "module name", "torch.nn.utils.remove_spectral_norm", "torch.nn.utils.remove_weight_norm"),
    *rows(
        Role.REPARAMETRISE,
        "module name",
        "torch.nn.utils.spectral_norm",
        "torch.nn.utils.weight_norm",
        "torch.nn.utils.parametrizations.spectral_norm",
        "torch.nn.utils.parametrizations.weight_norm",
        "torch.nn.utils.parametrizations.orthogonal",
    ),
    *rows(Role.DEEPCOPY, "model device avg_fn", "torch.optim.swa_utils.AveragedModel"),
)

#: of several tensors each gets a view of its own: what one result hangs on, the others do not
VIEWS_OF_EACH = (
    *rows(Role.IDENTITY, "*tensors", "torch.atleast_1d", "torch.atleast_2d", "torch.atleast_3d"),
    *rows(Role.IDENTITY, "*tensors", "torch.broadcast_tensors", "torch.meshgrid"),
)

CLIPPING = (
    # They write .grad, which no node saves (SEMANTICS.md C), and never run the engine.
    *rows(
        Role.CLIP_NORM,
        "parameters max_norm norm_type",
        "torch.nn.utils.clip_grad_norm_",
        "torch.nn.utils.clip_grad_norm",
    ),
    *rows(Role.RESCALE, "parameters max_norm total_norm", "torch.nn.utils.clip_grads_with_norm_"),
    *rows(Role.RESCALE, "parameters clip_value", "torch.nn.utils.clip_grad_value_"),
    # sets `.data`, which moves no version counter
    *rows(Role.HARMLESS, "vec parameters", "torch.nn.utils.vector_to_parameters"),
    *rows(Role.HARMLESS, "tensors norm_type", "torch.nn.utils.get_total_norm"),
)

CONTROLS = {
    row.name: row
    for group in (ENGINE_CALLS, GRAD_MODES, OWN_CLASSES, CUTS, WRAPPERS, VIEWS_OF_EACH, CLIPPING)
    for row in group
}
#: the functions that call a module with other tensors in the places of its parameters
FUNCTIONAL_CALLS = {name: row for name, row in CONTROLS.items() if row.role is Role.FUNCTIONAL_CALL}
