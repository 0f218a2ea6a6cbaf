"""Which annotations show what, and which do not."""

from __future__ import annotations

import ast
import sys

import pytest

from retain_lint.frontend.annotations import read_annotations, read_types
from retain_lint.torch_api.vocabulary import ELEMENTS, OPTIMIZER, VALUES

MODULE, OPTIMIZER = frozenset({"parameters"}), frozenset({"step", "zero_grad", OPTIMIZER})


def read(text: str) -> dict[str, frozenset[str]]:
    tree = ast.parse(text)
    return dict(read_annotations(tree, read_types(tree, text)))


@pytest.mark.parametrize(
    "annotation",
    [
        "nn.Module",
        "torch.nn.Linear",
        "'nn.Module'",
        "Optional[nn.Module]",
        "nn.Module | None",
        "Union[nn.Module, DDP]",
        "Annotated[nn.Module, 'G']",
        "pl.LightningModule",
        "GPT2LMHeadModel",
        "transformers.BertForSequenceClassification | None",
        "torchvision.models.ResNet",
        "Derived",
    ],
)
def test_a_module(annotation: str) -> None:
    classes = "import transformers\nclass Net(nn.Module): pass\nclass Derived(Net): pass\n"
    assert read(f"{classes}def f(net: {annotation}): pass\n") == {"net": MODULE}


@pytest.mark.parametrize(
    "annotation,how",
    [
        ("list['nn.Module']", ELEMENTS),
        ("Optional[Sequence[Net]]", ELEMENTS),
        ("tuple[nn.Module, ...]", ELEMENTS),
        ("list[list[nn.Module]] | None", ELEMENTS),
        ("nn.ModuleList", ELEMENTS),
        ("torch.nn.Sequential", ELEMENTS),
        ("Dict[str, nn.Module]", VALUES),
        ("nn.ModuleDict", VALUES),
    ],
)
def test_what_holds_modules(annotation: str, how: str) -> None:
    assert read(f"class Net(nn.Module): pass\ndef f(nets: {annotation}): pass\n") == {"nets": MODULE | {how}}


@pytest.mark.parametrize("annotation", ["optim.Optimizer", "Optional[torch.optim.Adam]", "'Optimizer'"])
def test_an_optimizer(annotation: str) -> None:
    assert read(f"opt: {annotation} = make()") == {"opt": OPTIMIZER}


@pytest.mark.parametrize(
    "annotation",
    [
        "type[nn.Module]",
        "Callable[..., nn.Module]",
        "DataCollatorForSeq2SeqLM",
        "pydantic.BaseModel",
        "transformers.DataCollatorForTokenClassification",
        "Iterator[nn.Module]",
        "tuple[nn.Module, optim.Optimizer]",
        "Tensor",
        "'nn.Module' + 1",
        "'not( nn.Module'",
    ],
)
def test_neither(annotation: str) -> None:
    assert read(f"def f(net: {annotation}): pass\nModule = None\n") == {}


def test_fields_attributes_and_losses() -> None:
    text = (
        "class A:\n    net: nn.Module\n    def f(self, criterion: nn.Module):\n        self.other: nn.Linear = make()\n"
    )
    assert read(text) == {"net": MODULE, "other": MODULE}


@pytest.mark.parametrize(
    "text",
    [
        "Net = nn.Module",
        "Net: TypeAlias = 'nn.Module'",
        "Net = Optional[nn.Module]",
        "Net = nn.Linear | nn.LSTM",
        "Net = TypeVar('Net', bound='nn.Module')",
        "Layer = nn.Module\nNet = Layer",
        "Net = Optional['Net'] | nn.Module",
    ],
)
def test_a_name_that_stands_for_a_type(text: str) -> None:
    assert read(f"{text}\ndef f(net: Net): pass\n") == {"net": MODULE}


def test_a_name_that_stands_for_no_type() -> None:
    for text in ("Net = Net", "Net = make(nn.Module)", "Net = TypeVar('Net', nn.Module)", "A, Net = nn.Module, 1"):
        assert read(f"{text}\ndef f(net: Net): pass\n") == {}


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is newer")
def test_type_statements_and_parameters() -> None:
    assert read("type Net = nn.Module\ndef f(net: Net): pass\n") == {"net": MODULE}
    assert read("def f[Net: nn.Module](net: Net): pass\n") == {"net": MODULE}
