"""RTG202: retain_graph written where it changes nothing. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability, Fix, Severity
from retain_lint.domain.finding import RedundantRetain
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.proposals import propose_removal


class RedundantRetainGraph(Rule[RedundantRetain]):
    """
    ## What it does
    Finds `retain_graph=True` beside `create_graph=True`, and `retain_graph=False` where that is the default. The
    second form is a matter of style: it is reported only if the rule is selected.

    ## Why is this bad?
    `retain_graph` defaults to the value of `create_graph`: a graph of the gradients needs the graph that it was
    computed from. Written out, the argument suggests a choice where there is none.

    ## Fix safety
    Safe: the default is the value that was written. Unsafe only if a comment on the argument's line would go with it.

    ## References
    - [torch.autograd.grad](https://docs.pytorch.org/docs/stable/generated/torch.autograd.grad.html)
    """

    code = "RTG202"
    name = "redundant-retain-graph"
    severity = Severity.WARNING
    finding = RedundantRetain
    examples = (
        Bad(
            "a gradient penalty",
            """
            import torch
            from torch import nn

            critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            x = torch.randn(16, 4, requires_grad=True)
            (gradient,) = torch.autograd.grad(  # error
                outputs=critic(x).sum(),
                inputs=x,
                create_graph=True,
                retain_graph=True,
            )
            penalty = (gradient.norm(dim=1) - 1).square().mean()
            penalty.backward()
            """,
            wastes=Waste.REDUNDANT,
            fixed="""
            import torch
            from torch import nn

            critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            x = torch.randn(16, 4, requires_grad=True)
            (gradient,) = torch.autograd.grad(  # error
                outputs=critic(x).sum(),
                inputs=x,
                create_graph=True,
            )
            penalty = (gradient.norm(dim=1) - 1).square().mean()
            penalty.backward()
            """,
            applicability=Applicability.SAFE,
        ),
        Bad(
            "the default spelled out",
            """
            import torch

            x = torch.randn(4, requires_grad=True)
            x.exp().sum().backward(retain_graph=False)  # error
            """,
            wastes=Waste.REDUNDANT,
            fixed="""
            import torch

            x = torch.randn(4, requires_grad=True)
            x.exp().sum().backward()  # error
            """,
            applicability=Applicability.SAFE,
        ),
        Good(
            "create_graph without retain_graph",
            """
            import torch

            x = torch.randn(4, requires_grad=True)
            y = x.pow(3).sum()
            (gradient,) = torch.autograd.grad(y, x, create_graph=True, retain_graph=False)
            print(gradient)
            """,
        ),
    )

    def is_default(self, finding: RedundantRetain) -> bool:
        return finding.implied

    def describe(self, finding: RedundantRetain) -> str:
        if finding.implied:
            return "`retain_graph=True` is redundant: `create_graph=True` implies it"
        return "`retain_graph=False` is redundant: it is the default"

    def advise(self, finding: RedundantRetain, source: SourceReader) -> str:
        return f"remove `retain_graph={finding.implied}`"

    def fix(self, finding: RedundantRetain, source: SourceReader) -> Fix | None:
        return propose_removal(finding, finding.argument, source)
