"""What is said of torch's distributions is what two uses of one of them show, for each parameter that is a leaf."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import torch
from torch import Tensor, distributions, nn

from retain_lint.torch_api.distributions import keeps_graph

Make = Callable[[], object]


def _leaf(*values: float) -> Make:
    return lambda: nn.Parameter(torch.tensor(values))


REAL, POSITIVE, SHARE = _leaf(0.1, 0.2), _leaf(0.5, 0.7), _leaf(0.3, 0.7)
PLACE = {"loc": REAL, "scale": POSITIVE}
WEIGHTS: list[dict[str, Make]] = [{"probs": SHARE}, {"logits": REAL}]
NORMAL: Make = lambda: distributions.Normal(REAL(), POSITIVE())  # noqa: E731
MATRIX: Make = lambda: nn.Parameter(torch.tensor([[1.0, 0.2], [0.2, 1.0]]))  # noqa: E731

FORMS: dict[str, list[dict[str, Make]]] = {
    **dict.fromkeys(["Normal", "LogNormal", "Laplace", "Cauchy", "Gumbel", "LogisticNormal"], [PLACE]),
    **dict.fromkeys(["HalfNormal", "HalfCauchy"], [{"scale": POSITIVE}]),
    **dict.fromkeys(["Gamma", "InverseGamma"], [{"concentration": POSITIVE, "rate": POSITIVE}]),
    **dict.fromkeys(["Exponential", "Poisson"], [{"rate": POSITIVE}]),
    **dict.fromkeys(["Categorical", "OneHotCategorical", "OneHotCategoricalStraightThrough"], WEIGHTS),
    **dict.fromkeys(["ContinuousBernoulli", "Bernoulli", "Geometric"], WEIGHTS),
    "Multinomial": [{"total_count": lambda: 3, **given} for given in WEIGHTS],
    "Beta": [{"concentration1": POSITIVE, "concentration0": POSITIVE}],
    "Dirichlet": [{"concentration": POSITIVE}],
    "VonMises": [{"loc": REAL, "concentration": POSITIVE}],
    "Pareto": [{"scale": POSITIVE, "alpha": POSITIVE}],
    "Uniform": [{"low": _leaf(0.0, 0.0), "high": _leaf(1.0, 1.0)}],
    "Independent": [{"base_distribution": NORMAL, "reinterpreted_batch_ndims": lambda: 1}],
    "TransformedDistribution": [{"base_distribution": NORMAL, "transforms": lambda: [distributions.TanhTransform()]}],
    "Chi2": [{"df": POSITIVE}],
    "MixtureSameFamily": [
        {"mixture_distribution": lambda: distributions.Categorical(logits=REAL()), "component_distribution": NORMAL}
    ],
    "MultivariateNormal": [{"loc": REAL, "covariance_matrix": MATRIX}],
}


def _uses(made: distributions.Distribution) -> Iterator[Callable[[], Tensor]]:
    with torch.no_grad():
        drawn = made.sample()
    yield lambda: made.log_prob(drawn)
    yield made.rsample
    yield made.entropy
    yield lambda: made.mean


def _raises_again(name: str, form: dict[str, Make], trained: str, number: int) -> bool | None:
    """Does the second use raise? None if it can't be asked for, or does not hang on the parameter."""
    given = {key: make() for key, make in form.items()}
    for key, value in given.items():
        if key != trained and isinstance(value, Tensor):
            value.requires_grad_(False)
    use = list(_uses(getattr(distributions, name)(**given)))[number]
    try:
        use().sum().backward()
    except (NotImplementedError, RuntimeError):
        return None
    try:
        use().sum().backward()
    except RuntimeError as error:
        assert "second time" in str(error)
        return True
    return False


@pytest.mark.parametrize("name", FORMS)
def test_a_distribution_keeps_what_is_said(name: str) -> None:
    shown = {
        raised
        for form in FORMS[name]
        for trained in form
        for number in range(4)
        if (raised := _raises_again(name, form, trained, number)) is not None
    }
    said = keeps_graph(f"torch.distributions.{name}")
    assert shown == ({True, False} if said is None else {said})
