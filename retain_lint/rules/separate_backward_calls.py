"""RTG203: losses go backward one by one through what they share. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability, Diagnostic, Fix, RelatedLocation, Severity
from retain_lint.domain.finding import Finding, SeparateBackwards
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.cures import can_sum, sum_up
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.proposals import propose_sum
from retain_lint.rules.wording import cite, quote, relate


class SeparateBackwardCalls(Rule[SeparateBackwards]):
    """
    ## What it does
    Finds a graph that is retained only because the losses on it go backward one by one, with nothing between the
    calls that reads or changes gradients. Off by default: the program is right, only slower than it could be.

    ## Why is this bad?
    Each call runs through the shared part again and needs its buffers until then. One call on the sum of the losses
    gives the same gradients in one pass, without `retain_graph=True`.

    ## Fix safety
    Unsafe: the gradients are those of the sum, equal up to rounding.

    ## References
    - [torch.autograd.backward](https://docs.pytorch.org/docs/stable/generated/torch.autograd.backward.html)
    """

    code = "RTG203"
    name = "separate-backward-calls"
    severity = Severity.WARNING
    finding = SeparateBackwards
    default = False
    examples = (
        Bad(
            "two heads",
            """
            import torch
            from torch import nn

            trunk, left, right = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
            h = torch.tanh(trunk(torch.randn(16, 4)))
            loss1 = left(h).square().mean()
            loss2 = right(h).abs().mean()
            loss1.backward(retain_graph=True)  # error
            loss2.backward()  # note
            """,
            wastes=Waste.SEPARATE_PASSES,
            fixed="""
            import torch
            from torch import nn

            trunk, left, right = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
            h = torch.tanh(trunk(torch.randn(16, 4)))
            loss1 = left(h).square().mean()
            loss2 = right(h).abs().mean()
            # error
            (loss1 + loss2).backward()  # note
            """,
            applicability=Applicability.UNSAFE,
        ),
        Good(
            "the gradients of both losses are compared",
            """
            import torch
            from torch import nn

            trunk, left, right = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
            weights = list(trunk.parameters())
            h = torch.tanh(trunk(torch.randn(16, 4)))
            first = torch.autograd.grad(left(h).square().mean(), weights, retain_graph=True)
            second = torch.autograd.grad(right(h).abs().mean(), weights)
            print(sum((a * b).sum().item() for a, b in zip(first, second)))
            """,
        ),
        Good(
            "the second call does not always run",
            """
            import torch
            from torch import nn

            trunk, left, right = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
            for penalise in (True, False):
                h = torch.tanh(trunk(torch.randn(16, 4)))
                left(h).square().mean().backward(retain_graph=True)
                if penalise:
                    right(h).abs().mean().backward()
            """,
        ),
        Good(
            "the gradients are read between the calls",
            """
            import torch
            from torch import nn

            trunk, left, right = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
            h = torch.tanh(trunk(torch.randn(16, 4)))
            loss1 = left(h).square().mean()
            loss2 = right(h).abs().mean()
            loss1.backward(retain_graph=True)
            share = trunk.weight.grad.norm().item()
            loss2.backward()
            print(share, trunk.weight.grad.norm().item())
            """,
        ),
        Good(
            "an optimiser of an unseen class steps between the calls",
            """
            import pydoc

            import torch
            from torch import nn

            trunk, left, right = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
            optimizer = pydoc.locate("torch.optim.SGD")(left.parameters(), lr=0.1)
            h = torch.tanh(trunk(torch.randn(16, 4)))
            left(h).square().mean().backward(retain_graph=True)
            optimizer.step()
            right(h).abs().mean().backward()
            """,
        ),
    )

    def check(self, finding: Finding, source: SourceReader) -> Diagnostic | None:
        """Only of calls of one block, and not of autograd.grad, whose results are used apart."""
        if not isinstance(finding, SeparateBackwards) or not can_sum(finding.site, finding.later, source):
            return None
        return super().check(finding, source)

    def describe(self, finding: SeparateBackwards) -> str:
        later = cite(finding.later, finding.site.location)
        return f"{quote(finding.site.text)} keeps its graph only for {later}"

    def advise(self, finding: SeparateBackwards, source: SourceReader) -> str:
        return sum_up(finding.site, finding.later)

    def annotate(self, finding: SeparateBackwards) -> tuple[str, ...]:
        return ("one pass through the shared part is enough, without retain_graph",)

    def relate(self, finding: SeparateBackwards) -> tuple[RelatedLocation, ...]:
        return relate("this call goes through the graph again", finding.later)

    def fix(self, finding: SeparateBackwards, source: SourceReader) -> Fix | None:
        return propose_sum(finding, finding.site, finding.later, source)
