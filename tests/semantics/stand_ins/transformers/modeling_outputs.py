"""Stands in for transformers.modeling_outputs: fields that are None are no items."""

FIELDS = ("loss", "logits", "hidden_states")


class CausalLMOutput:
    def __init__(self, **fields):
        self.fields = {name: fields[name] for name in FIELDS if fields.get(name) is not None}

    def __getattr__(self, name):
        return self.fields.get(name)

    def __getitem__(self, index):
        return self.fields[index] if isinstance(index, str) else self.to_tuple()[index]

    def to_tuple(self):
        return tuple(self.fields.values())
