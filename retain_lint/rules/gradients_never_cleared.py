"""RTG304: a step consumes gradients that an earlier step has consumed. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import RelatedLocation
from retain_lint.domain.finding import UnclearedGradients
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.wording import name_line, quote, relate


class GradientsNeverCleared(Rule[UnclearedGradients]):
    """
    ## What it does
    Finds `optimizer.step()` that applies gradients which an earlier step of the same optimiser has applied already,
    because nothing cleared them in between. Accumulation over several batches, with a step only every so many, is not
    it.

    ## Why is this bad?
    `backward()` adds to `.grad`: without `zero_grad()` every step is taken along the sum of all gradients since the
    start. A step for which nothing was computed, as one left in the validation, goes the same way again. Nothing raises;
    training is erratic or diverges.

    ## Fix safety
    There is no automatic fix: where the gradients should be cleared depends on how many batches make a step.

    ## References
    -
      [torch.optim.Optimizer.zero_grad](https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html)
    """

    code = "RTG304"
    name = "gradients-never-cleared"
    finding = UnclearedGradients
    examples = (
        Bad(
            "a loop without zero_grad",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            for _ in range(3):
                loss = net(torch.randn(16, 4)).square().mean()
                loss.backward()  # note
                optimizer.step()  # error
            """,
            wastes=Waste.REPEATED,
            fixed="""
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            for _ in range(3):
                loss = net(torch.randn(16, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()  # note
                optimizer.step()  # error
            """,
        ),
        Bad(
            "a step in the validation",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            for _ in range(3):
                optimizer.zero_grad()
                loss = net(torch.randn(16, 4)).square().mean()
                loss.backward()  # note
                optimizer.step()
                with torch.no_grad():
                    print(net(torch.randn(16, 4)).square().mean())
                    optimizer.step()  # error
            """,
            wastes=Waste.REPEATED,
            fixed="""
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            for _ in range(3):
                optimizer.zero_grad()
                loss = net(torch.randn(16, 4)).square().mean()
                loss.backward()  # note
                optimizer.step()
                with torch.no_grad():
                    print(net(torch.randn(16, 4)).square().mean())
            """,
        ),
        Good(
            "gradients are accumulated over two batches",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            for i in range(6):
                loss = net(torch.randn(16, 4)).square().mean() / 2
                loss.backward()
                if (i + 1) % 2 == 0:
                    optimizer.step()
                    optimizer.zero_grad()
            """,
        ),
    )

    def describe(self, finding: UnclearedGradients) -> str:
        step = quote(finding.site.text)
        if finding.renewed is None:
            return f"{step} applies the gradients of an earlier step again: nothing was added to them"
        return f"gradients are never cleared before {step}: each step adds all earlier ones"

    def advise(self, finding: UnclearedGradients, source: SourceReader) -> str:
        if finding.renewed is None:
            return f"remove {quote(finding.site.text)}, or compute gradients before it"
        line = name_line(finding.renewed.location, finding.site.location)
        return f"call {quote(f'{finding.optimizer}.zero_grad()')} before {line}"

    def relate(self, finding: UnclearedGradients) -> tuple[RelatedLocation, ...]:
        return relate("gradients are added here", finding.contributed)
