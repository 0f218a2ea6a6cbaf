"""Stands in for transformers 4.49: what its base classes do with configurations, and its outputs with their fields."""

from torch import nn


class PretrainedConfig:
    _attn_implementation = None

    def __init__(self, **kwargs):
        options = {"return_dict": True, "output_attentions": False, "output_hidden_states": False} | kwargs
        self.__dict__.update(options)

    @property
    def use_return_dict(self):
        return self.return_dict


class PreTrainedModel(nn.Module):
    config_class = PretrainedConfig
    _supports_sdpa = False

    def __init__(self, config, *inputs, **kwargs):
        super().__init__()
        self.config = config
        if config._attn_implementation is None:
            config._attn_implementation = "sdpa" if self._supports_sdpa else "eager"

    @classmethod
    def from_pretrained(cls, path, *model_args, config=None, **kwargs):
        config = config or cls.config_class()
        config._attn_implementation = kwargs.pop("attn_implementation", config._attn_implementation)
        return cls(config, *model_args, **kwargs).eval()
