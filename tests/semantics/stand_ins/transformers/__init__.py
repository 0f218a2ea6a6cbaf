"""Stands in for transformers 4.49: what its base classes do with configurations, and its outputs with their fields."""

from torch import nn


class PretrainedConfig:
    def __init__(self, **kwargs):
        options = {"return_dict": True, "output_attentions": False, "output_hidden_states": False} | kwargs
        self.__dict__.update(options)

    @property
    def use_return_dict(self):
        return self.return_dict


class PreTrainedModel(nn.Module):
    config_class = PretrainedConfig

    def __init__(self, config, *inputs, **kwargs):
        super().__init__()
        self.config = config

    @classmethod
    def from_pretrained(cls, path, *model_args, config=None, **kwargs):
        return cls(config or cls.config_class(), *model_args, **kwargs).eval()
