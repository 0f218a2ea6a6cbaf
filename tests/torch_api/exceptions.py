"""The measured entries that the tables do not describe, each with its reason. The tests fail if one is no exception."""

from __future__ import annotations

NO_SUCH_NAME = "torch has no function of that name: a kernel, which programs do not call"
COMPLEX = "whether the input is real or complex decides, and no row sees a type"
FUNCTION = "what a function that is handed over does is not a row"
DISTRIBUTION = "a class of Python around its parameters, not an operation"
REPARAMETRISED = "the weight is computed from other parameters; the row is that of the plain layer"
LENGTH = "the length of the sequence decides, which no row sees: undecided"

SECOND_BACKWARD: dict[str, str] = {
    **dict.fromkeys(
        ("torch.max_pool2d_with_indices_backward", "torch.native_dropout_backward"),
        NO_SUCH_NAME,
    ),
    **dict.fromkeys(
        ("torch.fft.ifft", "expr:torch.fft.ifft(real)", "expr:torch.fft.ifft(complex)", "expr:torch.fft.fft(complex)"),
        COMPLEX,
    ),
    **dict.fromkeys(("expr:torch.vmap(mul2)", "expr:torch.vmap(sin)"), FUNCTION),
    **dict.fromkeys(
        (
            "expr:distributions.Normal.rsample",
            "expr:distributions.Normal.log_prob",
            "expr:distributions.Categorical.log_prob",
            "expr:distributions.Categorical.entropy",
            "expr:distributions.kl_divergence(N,N)",
        ),
        DISTRIBUTION,
    ),
    "torch.linalg.eig": "its backward raised for the sampled gradients only",
    "expr:nn.Dropout p=0": "a number given to a constructor decides",
}

STALE: dict[str, str] = {
    "torch.native_dropout_backward": NO_SUCH_NAME,
    **dict.fromkeys(("expr:torch.fft.fft(complex)", "expr:torch.fft.ifft(complex)"), COMPLEX),
    "torch.segment_reduce": "the lengths, which it keeps too, were not written by the measurement",
    **dict.fromkeys(
        ("torch.binary_cross_entropy_with_logits", "F.bce"), "measured without weights, which it keeps too"
    ),
    "Tensor.values": "of a sparse tensor, which no write through a name was measured for",
}

#: kept parameters, and a step between two backwards
WEIGHTS: dict[str, str] = {
    **dict.fromkeys(
        (
            "expr:utils.weight_norm(Linear)",
            "expr:parametrizations.weight_norm(Linear)",
            "expr:utils.spectral_norm(Linear)",
            "expr:parametrizations.spectral_norm(Linear)",
            "expr:parametrizations.orthogonal(Linear)",
        ),
        REPARAMETRISED,
    ),
    **dict.fromkeys(("nn.RNN", "nn.GRU"), LENGTH),
    "nn.LinearCrossEntropyLoss": "the kept tensor is the constant weight of the classes, not a parameter",
    "expr:nn.EmbeddingBag sum+psw": "weights of the samples, an argument of the call, make the weight a factor",
}

#: whether the input and the result are kept
BUFFERS: dict[str, str] = {
    "nn.LSTM": "the result is kept inside a tuple; the row speaks of results that are tensors",
    "nn.TransformerDecoder": "measured with inputs of two names",
    "expr:nn.MultiheadAttention self nw": "measured with one input under three names",
}
