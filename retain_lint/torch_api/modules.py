"""The layers of torch.nn, seen from outside: what one forward saves and holds. Floor 1.

Facts by execution under torch 2.13 (SEMANTICS.md A3, D): a Linear saves its weight only for the gradient of its input,
a convolution always, an embedding never. `saves_weight` tells whether a step between two backwards makes it stale.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.torch_api.spec import LayerSpec, When

DIMENSIONS = ("1d", "2d", "3d")
INPUT_GRAD = When.INPUT_GRAD
ALWAYS = When.ALWAYS
NEVER = When.NEVER

#: the parameters of most layers
BIASED = ("weight", "bias")
#: weight and input are factors: each is saved for the other's gradient only
LINEAR = LayerSpec("", parameters=True, saves_weight=INPUT_GRAD, saves_input=True, input_for_weight=True)
#: convolutions and normalisations save the weight whatever requires grad
WEIGHTED = LayerSpec("", parameters=True, saves_weight=ALWAYS, saves_input=True)
#: without parameters, keeps the input
KEEPS_INPUT = LayerSpec("", saves_input=True)
#: without parameters, keeps the output
KEEPS_RESULT = LayerSpec("", saves_result=True)
#: keeps what user code cannot write: a mask, an index, an intermediate
KEEPS_PRIVATE = LayerSpec("")
#: moves or copies values; nothing is released
KEEPS_NOTHING = LayerSpec("", holds=NEVER)
CONTAINER = LayerSpec("", holds=NEVER, container=True)
PRETRAINED = LayerSpec("", parameters=True, saves_input=True, arguments=("embeddings", "freeze"), frozen=True)
NORMALISED = replace(WEIGHTED, names=BIASED, buffers=("running_mean", "running_var"))
STATISTICS = ("eps", "momentum", "affine", "track_running_stats")
DROPOUT = LayerSpec("", identity_in_eval=True, inplace=True, arguments=("p", "inplace"), unless_zero="p")


def layers(template: LayerSpec, *names: str) -> tuple[LayerSpec, ...]:
    """The template under several names of torch.nn."""
    return tuple(replace(template, name=f"torch.nn.{name}") for name in names)


def each(*stems: str) -> tuple[str, ...]:
    """The one-, two- and three-dimensional variants."""
    return tuple(stem + dimension for stem in stems for dimension in DIMENSIONS)


def inplace(template: LayerSpec, *arguments: str) -> LayerSpec:
    """A layer with the constructor argument `inplace`, which writes its input."""
    return replace(template, inplace=True, arguments=arguments)


def rewriting(*arguments: str) -> LayerSpec:
    """One that saves its input, or, where it writes that, what it wrote."""
    return replace(inplace(KEEPS_INPUT, *arguments), inplace_saves_result=True)


PARAMETRIC = (
    *layers(replace(LINEAR, names=BIASED), "Linear", "LazyLinear"),
    # mm of the normalised input with the weight: RMSNorm multiplies by its weight last.
    *layers(replace(LINEAR, input_for_weight=False, names=("weight",)), "RMSNorm"),
    # Each of the two inputs is saved with the weight; the weight is needed for the inputs' gradients.
    *layers(replace(LINEAR, names=BIASED), "Bilinear"),
    *layers(replace(WEIGHTED, names=BIASED), *each("Conv", "ConvTranspose", "LazyConv", "LazyConvTranspose")),
    *layers(replace(WEIGHTED, names=BIASED), "GroupNorm", "LayerNorm"),
    *layers(replace(WEIGHTED, names=("weight",)), "PReLU"),
    # The running statistics are saved in training, too, although only eval mode uses them. A forward writes them without
    # a new version; the third buffer, a count, is never saved.
    *layers(replace(NORMALISED, arguments=("num_features", *STATISTICS)), *each("BatchNorm"), "SyncBatchNorm"),
    *layers(replace(NORMALISED, arguments=STATISTICS), *each("LazyBatchNorm")),
    # affine=False is the default: no parameters. With affine=True the weight is multiplied outside of what is saved.
    *layers(replace(WEIGHTED, saves_weight=NEVER), *each("InstanceNorm", "LazyInstanceNorm")),
    # The input is a tensor of integers, the saved buffer that index.
    *layers(LayerSpec("", parameters=True, names=("weight",), saves_input=True, takes_places=True), "Embedding"),
    *layers(
        LayerSpec("", parameters=True, saves_input=True), "EmbeddingBag"
    ),  # its weights per sample may have a graph
    *layers(replace(PRETRAINED, takes_places=True), "Embedding.from_pretrained"),
    *layers(PRETRAINED, "EmbeddingBag.from_pretrained"),
)

RECURRENT = (
    # More than one step: the weights of the hidden state are factors of a hidden state that requires grad.
    *layers(replace(LINEAR, saves_weight=When.INPUT_GRAD_OR_SHAPE, outputs=2), "RNN", "GRU", "RNNBase"),
    # (output, (h, c)); float32 runs in oneDNN, which saves every weight and bias.
    *layers(replace(WEIGHTED, outputs=2, states=2), "LSTM"),
    # One step: the weights are factors of the input and of the given hidden state.
    *layers(replace(LINEAR, saves_result=True), "RNNCell"),
    *layers(LINEAR, "GRUCell"),
    *layers(replace(LINEAR, outputs=2), "LSTMCell"),
)

#: linear layers, of which some save their weights whatever requires grad
PROJECTIONS = replace(WEIGHTED, input_for_weight=True)
ATTENTION = (
    *layers(replace(PROJECTIONS, outputs=2), "MultiheadAttention"),
    *layers(PROJECTIONS, "Transformer", "TransformerEncoder", "TransformerEncoderLayer"),
    *layers(PROJECTIONS, "TransformerDecoder", "TransformerDecoderLayer"),
)

ACTIVATIONS = (
    *layers(KEEPS_RESULT, "Sigmoid", "Tanh"),
    *layers(replace(KEEPS_RESULT, arguments=("dim",)), "Softmax", "LogSoftmax", "Softmin"),
    *layers(KEEPS_RESULT, "Softmax2d"),
    *layers(inplace(KEEPS_RESULT, "inplace"), "ReLU"),
    *layers(inplace(KEEPS_INPUT, "inplace"), "ReLU6", "SiLU", "Mish", "Hardswish", "Hardsigmoid"),
    *layers(rewriting("inplace"), "SELU"),
    *layers(rewriting("negative_slope", "inplace"), "LeakyReLU"),
    *layers(rewriting("alpha", "inplace"), "ELU", "CELU"),
    *layers(inplace(KEEPS_INPUT, "min_val", "max_val", "inplace"), "Hardtanh"),
    *layers(inplace(KEEPS_INPUT, "threshold", "value", "inplace"), "Threshold"),
    *layers(rewriting("lower", "upper", "inplace"), "RReLU"),
    *layers(KEEPS_INPUT, "GELU", "GLU", "Hardshrink", "LogSigmoid", "Softplus", "Softshrink", "Softsign"),
    # x - tanh(x): what is kept is the tanh.
    *layers(KEEPS_PRIVATE, "Tanhshrink"),
)

POOLING = (
    *layers(KEEPS_INPUT, *each("AvgPool", "MaxPool", "LPPool", "AdaptiveAvgPool", "AdaptiveMaxPool")),
    *layers(KEEPS_INPUT, "FractionalMaxPool2d", "FractionalMaxPool3d", "LocalResponseNorm", "CrossMapLRN2d"),
    *layers(KEEPS_PRIVATE, *each("MaxUnpool")),  # the index
)

SHAPES = (
    *layers(replace(KEEPS_NOTHING, view=True), "Identity", "Flatten", "Unflatten"),
    *layers(KEEPS_NOTHING, "Fold", "Unfold", "PixelShuffle", "PixelUnshuffle", "ChannelShuffle"),
    *layers(KEEPS_NOTHING, *each("ZeroPad", "ConstantPad"), "UpsamplingNearest2d", "UpsamplingBilinear2d", "Upsample"),
    *layers(KEEPS_INPUT, *each("ReflectionPad", "ReplicationPad")),
    *layers(KEEPS_PRIVATE, *each("CircularPad")),  # filled by writes into slices
)

DROPOUTS = layers(DROPOUT, "Dropout", *each("Dropout"), "AlphaDropout", "FeatureAlphaDropout")

LOSSES = (
    *layers(KEEPS_INPUT, "MSELoss", "SmoothL1Loss", "HuberLoss", "KLDivLoss", "NLLLoss", "NLLLoss2d", "BCELoss"),
    *layers(KEEPS_INPUT, "BCEWithLogitsLoss", "PoissonNLLLoss", "SoftMarginLoss", "MultiLabelMarginLoss", "CTCLoss"),
    *layers(KEEPS_INPUT, "MultiMarginLoss", "MultiLabelSoftMarginLoss", "CosineEmbeddingLoss", "CosineSimilarity"),
    *layers(KEEPS_RESULT, "PairwiseDistance"),
    # Only intermediates: the difference, the log-probabilities.
    *layers(KEEPS_PRIVATE, "L1Loss", "CrossEntropyLoss", "GaussianNLLLoss", "HingeEmbeddingLoss"),
    *layers(KEEPS_PRIVATE, "MarginRankingLoss", "TripletMarginLoss", "TripletMarginWithDistanceLoss"),
    *layers(replace(WEIGHTED, outputs=2), "AdaptiveLogSoftmaxWithLoss"),
    *layers(LINEAR, "LinearCrossEntropyLoss"),
)

CONTAINERS = layers(CONTAINER, "Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict", "Container")

LAYERS: dict[str, LayerSpec] = {
    row.name: row
    for group in (
        PARAMETRIC,
        RECURRENT,
        ATTENTION,
        ACTIVATIONS,
        POOLING,
        SHAPES,
        DROPOUTS,
        LOSSES,
        CONTAINERS,
    )
    for row in group
}
