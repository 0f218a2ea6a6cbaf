"""RTG201: a graph is retained that nothing enters again. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability, Fix, RelatedLocation, Severity
from retain_lint.domain.finding import UnneededRetain
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.proposals import propose_removal
from retain_lint.rules.wording import name_line, quote, relate


class UnnecessaryRetainGraph(Rule[UnneededRetain]):
    """
    ## What it does
    Finds `retain_graph=True` on calls whose graph no later call enters, on any path.

    ## Why is this bad?
    The buffers that the forward pass saved stay allocated for as long as a tensor of the graph lives, commonly until
    the next iteration has built its own: the memory for activations doubles. Compiled functions and
    DistributedDataParallel may refuse `retain_graph=True` altogether. And the argument tells the reader of a second
    backward that does not exist.

    ## Fix safety
    Safe: every gradient stays the same. Unsafe only if a comment on the argument's line would go with it, or if its
    value is a call that would then not run.

    ## References
    - [torch.Tensor.backward](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html): "in nearly
      all cases setting this option to True is not needed"
    """

    code = "RTG201"
    name = "unnecessary-retain-graph"
    severity = Severity.WARNING
    finding = UnneededRetain
    examples = (
        Bad(
            "the forward runs again in each iteration",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            for _ in range(3):
                loss = net(torch.randn(16, 4)).square().mean()  # note
                optimizer.zero_grad()
                loss.backward(retain_graph=True)  # error
                optimizer.step()
            """,
            wastes=Waste.RETAINED,
            fixed="""
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            for _ in range(3):
                loss = net(torch.randn(16, 4)).square().mean()  # note
                optimizer.zero_grad()
                loss.backward()  # error
                optimizer.step()
            """,
            applicability=Applicability.SAFE,
        ),
        Bad(
            "only the first of two calls needs it",
            """
            import torch

            x = torch.randn(4, requires_grad=True)
            h = x.exp()
            first, second = h.sum(), h.mean()
            first.backward(retain_graph=True)
            print(x.grad)
            second.backward(None, True)  # error
            """,
            wastes=Waste.RETAINED,
            fixed="""
            import torch

            x = torch.randn(4, requires_grad=True)
            h = x.exp()
            first, second = h.sum(), h.mean()
            first.backward(retain_graph=True)
            print(x.grad)
            second.backward()  # error
            """,
            applicability=Applicability.SAFE,
        ),
        Good(
            "the same graph is entered again",
            """
            import torch

            x = torch.randn(4, requires_grad=True)
            h = x.exp()
            first, second = h.sum(), h.mean()
            first.backward(retain_graph=True)
            print(x.grad)
            second.backward()
            """,
        ),
        Good(
            "all rounds but the last retain",
            """
            import torch

            x = torch.randn(4, requires_grad=True)
            h = x.exp()
            losses = [h.sum(), h.mean(), h.square().sum()]
            for i, loss in enumerate(losses):
                loss.backward(retain_graph=i < len(losses) - 1)
                print(x.grad)
            """,
        ),
    )

    def describe(self, finding: UnneededRetain) -> str:
        here = finding.site.location
        if finding.rebuilt is None:
            return "`retain_graph=True` is not needed: no later call goes through this graph"
        line = name_line(finding.rebuilt.location, here)
        return f"`retain_graph=True` is not needed: each iteration builds a new graph ({line})"

    def advise(self, finding: UnneededRetain, source: SourceReader) -> str:
        drop = f"remove {quote(_written(finding))}" if finding.optional else "pass `False`"
        return f"{drop}: it keeps the activations in memory"

    def relate(self, finding: UnneededRetain) -> tuple[RelatedLocation, ...]:
        built = relate("a new graph is built here", finding.rebuilt)
        return (*built, *relate("the flag arrives here", finding.engine))

    def fix(self, finding: UnneededRetain, source: SourceReader) -> Fix | None:
        return propose_removal(finding, finding.argument, source) if finding.argument and finding.optional else None


def _written(finding: UnneededRetain) -> str:
    """The argument, if it says what it is."""
    argument = finding.argument
    spoken = argument is not None and argument.keyword is not None and argument.text.endswith("True")
    return argument.text if argument is not None and spoken else "retain_graph=True"
