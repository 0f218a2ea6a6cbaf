"""Which attributes the layers of torch.nn have, for `hasattr(layer, "weight")` and kin. Floor 1.

By execution under torch 2.13 for every layer of the tables (tests/torch_api/test_layer_attributes.py).
"""

from __future__ import annotations

from retain_lint.torch_api.spec import LayerSpec

#: made of layers, which have the parameters
_COMPOSED = frozenset(
    {
        "torch.nn.MultiheadAttention",
        "torch.nn.Transformer",
        "torch.nn.TransformerDecoder",
        "torch.nn.TransformerDecoderLayer",
        "torch.nn.TransformerEncoder",
        "torch.nn.TransformerEncoderLayer",
        "torch.nn.LinearCrossEntropyLoss",
    }
)
#: the names that are asked for in practice
ASKED = frozenset({"weight", "bias", "reset_parameters", "inplace"})

#: what layers with parameters keep of their constructor's arguments: numbers, flags and names
SETTINGS = frozenset(
    "affine batch_first bidirectional dilation dropout embed_dim embedding_dim eps groups head_dim hidden_size in1_features "
    "in2_features in_channels in_features input_size kdim kernel_size momentum norm_type normalized_shape num_channels "
    "num_embeddings num_features num_groups num_heads num_layers out_channels out_features output_padding padding padding_idx "
    "padding_mode proj_size stride track_running_stats transposed vdim".split()
)

#: those of them that are numbers, whatever has them
SIZES = frozenset(
    "embed_dim embedding_dim head_dim hidden_size in1_features in2_features in_channels in_features input_size kdim kernel_size "
    "num_channels num_embeddings num_features num_groups num_heads num_layers out_channels out_features padding_idx proj_size "
    "vdim".split()
)


def has_attribute(spec: LayerSpec, name: str) -> bool | None:
    """Has each layer of this kind the attribute? None: not known, as of `torch.nn.Module`, which stands for any."""
    if name not in ASKED or not spec.name.startswith("torch.nn.") or spec.name == "torch.nn.Module":
        return None
    if name == "inplace":
        return None if spec.container else spec.inplace
    if spec.names and name in ("weight", "bias"):
        return name in spec.names
    if spec.parameters:
        return spec.name not in _COMPOSED if name == "reset_parameters" else None
    if name != "reset_parameters" and (spec.container or "Loss" in spec.name):
        return None  # a child may be called so; losses have weights of classes
    return False
