"""Stands in for peft 0.15: what `get_peft_model` freezes, and the weights that LoRA puts beside the frozen ones."""

from torch import nn


class LoraConfig:
    def __init__(self, r=8, target_modules=None, modules_to_save=None):
        self.r, self.target_modules, self.modules_to_save = r, target_modules, modules_to_save


class Adapted(nn.Module):
    def __init__(self, base, r):
        super().__init__()
        self.base_layer = base
        self.lora_A = nn.Linear(base.in_features, r, bias=False)
        self.lora_B = nn.Linear(r, base.out_features, bias=False)
        nn.init.normal_(self.lora_B.weight)

    def forward(self, x):
        return self.base_layer(x) + self.lora_B(self.lora_A(x)) * 2.0


class PeftModel(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.base_model = model

    def forward(self, *args, **kwargs):
        return self.base_model(*args, **kwargs)

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.base_model, name)

    @classmethod
    def from_pretrained(cls, model, path, is_trainable=False):
        wrapped = get_peft_model(model, LoraConfig(target_modules=["body"]))
        return wrapped if is_trainable else wrapped.requires_grad_(False)


def prepare_model_for_kbit_training(model):
    return model.requires_grad_(False)


def get_peft_model(model, peft_config):
    model.requires_grad_(False)
    saved = peft_config.modules_to_save or []
    for name, part in list(model.named_modules()):
        if any(f".{name}".endswith(f".{target}") for target in peft_config.target_modules):
            owner, _, last = name.rpartition(".")
            setattr(model.get_submodule(owner), last, Adapted(part, peft_config.r))
        if any(f".{name}".endswith(f".{target}") for target in saved):
            part.requires_grad_(True)
    return PeftModel(model)
