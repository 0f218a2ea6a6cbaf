"""Optimiser classes. Floor 1.

Every class of torch.optim writes each parameter that has a gradient in place and moves its version on, even with
lr=0; the fused ones do not (SEMANTICS.md C). Classes of other packages are listed where their constructor takes the
parameters first and their step is of the same kind; the interpreter recognises the rest by use.
"""

from __future__ import annotations

from retain_lint.torch_api.spec import OptimizerSpec

#: what has the keyword `fused` in torch 2.13
FUSED = frozenset({"Adagrad", "Adam", "AdamW", "SGD"})
TORCH_OPTIM = (
    "ASGD Adadelta Adafactor Adagrad Adam AdamW Adamax LBFGS Muon NAdam Optimizer RAdam RMSprop Rprop SGD SparseAdam"
)

#: package and class of optimisers with the signature `Class(params, lr, ...)`
OTHERS = (
    ("transformers", "AdamW Adafactor BertAdam OpenAIAdam"),
    ("transformers.optimization", "AdamW Adafactor BertAdam"),
    ("apex.optimizers", "FusedAdagrad FusedAdam FusedLAMB FusedNovoGrad FusedSGD"),
    ("apex.contrib.optimizers", "FP16_Optimizer FusedAdam FusedLAMB FusedSGD"),
    ("deepspeed.ops.adam", "DeepSpeedCPUAdam FusedAdam"),
    ("deepspeed.ops.lamb", "FusedLamb"),
    (
        "bitsandbytes.optim",
        "AdEMAMix Adam Adam8bit AdamW AdamW8bit LAMB LARS Lion Lion8bit PagedAdamW PagedAdamW8bit SGD",
    ),
    ("bitsandbytes.optim", "PagedAdam PagedAdam8bit PagedLion RMSprop"),
    (
        "timm.optim",
        "AdaBelief AdamP AdamW Adafactor Adahessian Lamb Lars Lion MADGRAD NAdam NvNovoGrad RAdam RMSpropTF SGDP",
    ),
    (
        "torch_optimizer",
        "A2GradExp A2GradInc A2GradUni AccSGD AdaBelief AdaBound AdaMod Adafactor Adahessian AdamP AggMo",
    ),
    (
        "torch_optimizer",
        "Apollo DiffGrad LARS Lamb MADGRAD NovoGrad PID QHAdam QHM RAdam Ranger RangerQH RangerVA SGDP SGDW",
    ),
    ("torch_optimizer", "SWATS Shampoo Yogi"),
    ("pytorch_optimizer", "AdaBelief AdaBound AdamP DiffGrad Lamb Lion MADGRAD RAdam Ranger Ranger21 Shampoo"),
    ("adabound", "AdaBound AdaBoundW"),
    ("adabelief_pytorch", "AdaBelief"),
    ("adamp", "AdamP SGDP"),
    ("lion_pytorch", "Lion"),
    ("madgrad", "MADGRAD MirrorMADGRAD"),
    ("ranger", "Ranger RangerQH RangerVA"),
    ("ranger21", "Ranger21"),
    ("radam", "RAdam"),
    ("fairscale.optim", "Adam"),
    ("dadaptation", "DAdaptAdaGrad DAdaptAdam DAdaptSGD"),
    ("prodigyopt", "Prodigy"),
    ("schedulefree", "AdamWScheduleFree RAdamScheduleFree SGDScheduleFree"),
    ("sophia", "SophiaG"),
    ("came_pytorch", "CAME"),
    ("heavyball", "ForeachAdamW ForeachSOAP"),
)


def torch_row(name: str) -> OptimizerSpec:
    """A class of torch.optim."""
    return OptimizerSpec(f"torch.optim.{name}", needs_closure=name == "LBFGS", fused_keyword=name in FUSED)


OPTIMIZERS: dict[str, OptimizerSpec] = {row.name: row for row in map(torch_row, TORCH_OPTIM.split())} | {
    f"{package}.{name}": OptimizerSpec(f"{package}.{name}") for package, names in OTHERS for name in names.split()
}
