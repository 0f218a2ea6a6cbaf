"""Engine wrappers and helpers of Lightning, Fabric, Accelerate, DeepSpeed, apex, transformers, GradScaler. Floor 1.

Classes have the role ENGINE; their methods are rows by qualified name (`accelerate.Accelerator.backward`). What each
forwards was run where SEMANTICS.md G says so, and read in the source of the version it names elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from retain_lint.torch_api.graph_control import rows
from retain_lint.torch_api.spec import ControlSpec, Forwards, Role

SCALER = "torch.amp.GradScaler"
#: packages whose names the tables describe: their source, where a project holds it, is not followed
PACKAGES = frozenset(
    (
        "torch",
        "lightning",
        "pytorch_lightning",
        "lightning_fabric",
        "accelerate",
        "deepspeed",
        "apex",
        "transformers",
        "peft",
    )
)
FABRIC = "lightning.fabric.Fabric"
LIGHTNING_MODULE = "lightning.LightningModule"
ACCELERATOR = "accelerate.Accelerator"
DEEPSPEED = "deepspeed.DeepSpeedEngine"
#: the arguments that the constructors of classes outside keep as attributes, by how the names of the classes end
#: (transformers/modeling_utils.py: every `…PreTrainedModel` does)
KEPT_ARGUMENTS = {"PreTrainedModel": ("config",)}


def methods(owner: str, group: tuple[ControlSpec, ...]) -> Iterator[ControlSpec]:
    """The rows under the owner's qualified name."""
    for row in group:
        yield ControlSpec(f"{owner}.{row.name}", row.role, row.parameters, row.subject, row.forwards, row.may_step)


SCALER_METHODS = (
    # scale(loss) is loss times a tensor (or the loss itself when disabled), so its backward is Tensor.backward.
    ControlSpec("scale", Role.SCALE, ("outputs",), "outputs"),
    ControlSpec("step", Role.SCALER_STEP, ("optimizer",), "optimizer"),
    *rows(Role.RESCALE, "optimizer", "unscale_"),
    *rows(Role.HARMLESS, "new_scale", "update"),
    *rows(Role.VALUE, "", "get_scale", "is_enabled", "state_dict", "get_growth_factor", "get_backoff_factor"),
    *rows(Role.HARMLESS, "state_dict", "load_state_dict"),
)

LIGHTNING_METHODS = (
    # lightning 2.6: `manual_backward(loss, *args, **kwargs)` is `loss.backward(*args, **kwargs)`.
    ControlSpec(
        "manual_backward",
        Role.ENGINE_WRAPPER,
        ("loss", "gradient", "retain_graph", "create_graph", "inputs"),
        "loss",
        Forwards.ALL,
    ),
    *rows(Role.TOGGLE_OPTIMIZER, "optimizer", "toggle_optimizer"),
    *rows(Role.UNTOGGLE_OPTIMIZER, "optimizer", "untoggle_optimizer"),
    *rows(Role.HARMLESS, "name value", "log", "log_dict", "print", "save_hyperparameters"),
    *rows(Role.RESCALE, "optimizer gradient_clip_val gradient_clip_algorithm", "clip_gradients"),
)

FABRIC_METHODS = (
    # lightning 2.6: `backward(tensor, *args, model=None, **kwargs)` is `tensor.backward(*args, **kwargs)`.
    ControlSpec(
        "backward",
        Role.ENGINE_WRAPPER,
        ("tensor", "gradient", "retain_graph", "create_graph", "inputs"),
        "tensor",
        Forwards.ALL,
    ),
    ControlSpec("setup", Role.WRAP_MODULE, ("module", "*optimizers")),
    ControlSpec("setup_module", Role.WRAP_MODULE, ("module",)),
    ControlSpec("setup_optimizers", Role.IDENTITY, ("*optimizers",)),
    ControlSpec("setup_dataloaders", Role.LOADER, ("dataloaders",)),
    *rows(Role.IDENTITY, "obj", "to_device"),
    *rows(Role.RESCALE, "module optimizer clip_val max_norm", "clip_gradients"),
    *rows(Role.HARMLESS, "name value", "log", "log_dict", "print", "save", "launch", "seed_everything"),
)

ACCELERATOR_METHODS = (
    # accelerate 1.15: `(loss / accumulation steps).backward(**kwargs)`; under DeepSpeed the engine's backward, which
    # also steps when gradients are synchronised.
    ControlSpec("backward", Role.ENGINE_WRAPPER, ("loss",), "loss", Forwards.KEYWORDS, may_step=True),
    ControlSpec("prepare", Role.WRAP_MODULE, ("*args",)),
    ControlSpec("prepare_model", Role.WRAP_MODULE, ("model",)),
    ControlSpec("prepare_optimizer", Role.IDENTITY, ("optimizer",)),
    ControlSpec("unwrap_model", Role.IDENTITY, ("model",)),
    ControlSpec("prepare_data_loader", Role.LOADER, ("data_loader",)),
    *rows(Role.CLIP_NORM, "parameters max_norm norm_type", "clip_grad_norm_"),
    *rows(Role.RESCALE, "parameters clip_value", "clip_grad_value_"),
    *rows(Role.VALUE, "tensor", "gather", "gather_for_metrics", "reduce", "get_state_dict"),
    *rows(Role.HARMLESS, "values step", "log", "print", "wait_for_everyone", "save", "save_state", "init_trackers"),
    *rows(Role.HARMLESS, "", "accumulate", "autocast", "no_sync", "end_training", "free_memory"),
)

DEEPSPEED_METHODS = (
    # deepspeed 0.19.8: only retain_graph reaches the engine; the scaled loss is returned.
    ControlSpec(
        "backward", Role.ENGINE_WRAPPER, ("loss", "retain_graph", "scale_wrt_gas"), "loss", Forwards.RETAIN_GRAPH
    ),
    ControlSpec("step", Role.STEP, ("lr_kwargs",)),
    ControlSpec("zero_grad", Role.ZERO_GRAD, ()),
)

APEX = (
    ControlSpec("apex.amp.scale_loss", Role.SCALE_CONTEXT, ("loss", "optimizers", "loss_id"), "loss"),
    ControlSpec("apex.amp.initialize", Role.WRAP_MODULE, ("models", "optimizers")),
    ControlSpec("apex.parallel.DistributedDataParallel", Role.WRAP_MODULE, ("module",)),
    ControlSpec("apex.parallel.convert_syncbn_model", Role.WRAP_MODULE, ("module",)),
    # The step is FP16_Optimizer's own method `backward(loss, update_master_grads=True, retain_graph=False)`.
    ControlSpec("apex.fp16_utils.FP16_Optimizer", Role.ENGINE, ("init_optimizer",)),
    ControlSpec(
        "apex.fp16_utils.FP16_Optimizer.backward",
        Role.ENGINE_WRAPPER,
        ("loss", "update_master_grads", "retain_graph"),
        "loss",
        Forwards.RETAIN_GRAPH,
    ),
)

PEFT = (
    ControlSpec("peft.get_peft_model", Role.ADAPT, ("model", "peft_config")),
    # all that is trained afterwards was put in before, or is put in later
    *rows(Role.ADAPT, "model", "peft.prepare_model_for_kbit_training", "peft.prepare_model_for_int8_training"),
    ControlSpec("peft.PeftModel.from_pretrained", Role.ADAPT, ("model", "model_id")),
)

CONTROLS: dict[str, ControlSpec] = {
    row.name: row
    for group in (
        rows(Role.ENGINE, "", SCALER, FABRIC, ACCELERATOR, DEEPSPEED),
        methods(SCALER, SCALER_METHODS),
        methods(LIGHTNING_MODULE, LIGHTNING_METHODS),
        methods(FABRIC, FABRIC_METHODS),
        methods(ACCELERATOR, ACCELERATOR_METHODS),
        methods(DEEPSPEED, DEEPSPEED_METHODS),
        rows(Role.HARMLESS, "seed", "lightning.seed_everything", "accelerate.utils.set_seed"),
        APEX,
        PEFT,
        rows(Role.INITIALIZE_ENGINE, "args model optimizer model_parameters training_data", "deepspeed.initialize"),
    )
    for row in group
}
