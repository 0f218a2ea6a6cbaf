"""RTG104: an argument that PyTorch has removed. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability, Fix
from retain_lint.domain.finding import RemovedArgument
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.examples import Bad, Good
from retain_lint.rules.proposals import propose_keyword
from retain_lint.rules.wording import quote


class RemovedRetainVariables(Rule[RemovedArgument]):
    """
    ## What it does
    Finds `retain_variables=` in calls of `backward()`.

    ## Why is this bad?
    PyTorch 0.2 renamed the argument to `retain_graph` and has since removed the old name: the call raises
    `TypeError: Tensor.backward() got an unexpected keyword argument 'retain_variables'`.

    ## Fix safety
    Safe: the new name means the same, and the call cannot work as it stands. Whether the graph has to be retained at
    all is RTG201's question.

    ## References
    - [torch.Tensor.backward](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    """

    code = "RTG104"
    name = "removed-retain-variables"
    finding = RemovedArgument
    examples = (
        Bad(
            "the old name",
            """
            import torch

            a = torch.randn(4, requires_grad=True)
            c = a.square() * 2
            d, e = c.mean(), c.sum()
            d.backward(retain_variables=True)  # error
            print(a.grad)
            e.backward()
            """,
            raises="unexpected keyword argument 'retain_variables'",
            fixed="""
            import torch

            a = torch.randn(4, requires_grad=True)
            c = a.square() * 2
            d, e = c.mean(), c.sum()
            d.backward(retain_graph=True)  # error
            print(a.grad)
            e.backward()
            """,
            applicability=Applicability.SAFE,
        ),
        Good(
            "a method of the program's own",
            """
            import torch


            class Loss:
                def __init__(self, value):
                    self.value = value

                def backward(self, retain_variables=False):
                    self.value.backward(retain_graph=retain_variables)


            x = torch.randn(4, requires_grad=True)
            loss = Loss(x.square().sum())
            loss.backward(retain_variables=True)
            print(x.grad)
            loss.backward()
            """,
        ),
    )

    def describe(self, finding: RemovedArgument) -> str:
        return f"{quote(finding.site.text)} raises TypeError: PyTorch has renamed `retain_variables`"

    def advise(self, finding: RemovedArgument, source: SourceReader) -> str:
        return f"use `{finding.argument.text.replace('retain_variables', 'retain_graph')}`"

    def fix(self, finding: RemovedArgument, source: SourceReader) -> Fix | None:
        return propose_keyword(finding, finding.argument, "retain_graph", source)
