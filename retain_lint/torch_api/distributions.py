"""What torch.distributions save when they are built, or keep of their first use. Floor 1; imports nothing of ours.

Measured class by class in tests/torch_api/test_distributions.py, with leaves for parameters. Lazy properties are
computed once and kept (torch/distributions/utils.py, `lazy_property`): a graph that every later use goes through again.
"""

from __future__ import annotations

#: whatever is asked of them, a use builds its own graph
_KEEP_NOTHING = frozenset(
    [
        "Beta",
        "Cauchy",
        "Dirichlet",
        "Exponential",
        "Gamma",
        "Gumbel",
        "HalfCauchy",
        "HalfNormal",
        "Independent",
        "InverseGamma",
        "Laplace",
        "LogNormal",
        "LogisticNormal",
        "Normal",
        "Pareto",
        "Poisson",
        "TransformedDistribution",
        "Uniform",
        "VonMises",
    ]
)
#: every use goes through what was computed once
_KEEP = frozenset(
    [
        "Categorical",
        "Chi2",
        "ContinuousBernoulli",
        "MixtureSameFamily",
        "Multinomial",
        "OneHotCategorical",
        "OneHotCategoricalStraightThrough",
    ]
)
_PACKAGE = "torch.distributions."
#: what is asked of a distribution, and differentiates nothing (torch/distributions/distribution.py)
METHODS = frozenset("cdf entropy enumerate_support expand icdf log_prob perplexity rsample sample sample_n".split())


def is_distribution(name: str) -> bool:
    """Is it the full name of a class of torch.distributions?"""
    return name.startswith(_PACKAGE) and name.rpartition(".")[2][:1].isupper()


def keeps_graph(name: str) -> bool | None:
    """Does a distribution of this full name keep a graph with saved tensors? None: that hangs on its parameters and on what
    is asked of it."""
    cls = name.rpartition(".")[2]
    return False if cls in _KEEP_NOTHING else True if cls in _KEEP else None
