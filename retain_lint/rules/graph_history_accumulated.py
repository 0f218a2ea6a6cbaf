"""RTG204: a running total or a list keeps every iteration's graph alive. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability, Fix, Severity
from retain_lint.domain.finding import AccumulatedHistory
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.cures import use_detached
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.proposals import propose_detach
from retain_lint.rules.wording import quote


class GraphHistoryAccumulated(Rule[AccumulatedHistory]):
    """
    ## What it does
    Finds sums and lists that collect tensors with their graph from iteration to iteration, when no backward ever runs
    through what was collected. Off by default: the program is right, only larger than it need be.

    ## Why is this bad?
    `total += loss` makes `total` the end of a graph that holds the nodes of every iteration and, where no backward
    freed them, their activations too: memory grows until the loop ends.

    ## Fix safety
    Safe: a collected value that is never sent backward is the same with or without its graph. The fix appends
    `.detach()`, so that it stays a tensor; `.item()` serves as well where a number is wanted.

    ## References
    - [PyTorch FAQ: don't accumulate history across your training
      loop](https://docs.pytorch.org/docs/stable/notes/faq.html)
    """

    code = "RTG204"
    name = "graph-history-accumulated"
    severity = Severity.WARNING
    finding = AccumulatedHistory
    default = False
    examples = (
        Bad(
            "a running total",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            total = 0.0
            for _ in range(5):
                loss = net(torch.randn(16, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total += loss  # error
            print(float(total))
            """,
            wastes=Waste.HISTORY,
            fixed="""
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            total = 0.0
            for _ in range(5):
                loss = net(torch.randn(16, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total += loss.detach()  # error
            print(float(total))
            """,
            applicability=Applicability.SAFE,
        ),
        Bad(
            "a moving average",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            average = 0.0
            for step in range(5):
                loss = net(torch.randn(16, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                average = 0.9 * average + 0.1 * loss  # error
            print(average)
            """,
            wastes=Waste.HISTORY,
            fixed="""
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            average = 0.0
            for step in range(5):
                loss = net(torch.randn(16, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                average = (0.9 * average + 0.1 * loss).detach()  # error
            print(average)
            """,
            applicability=Applicability.SAFE,
        ),
        Bad(
            "a dictionary of losses",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            losses = {}
            for step in range(5):
                loss = net(torch.randn(16, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses[step] = loss  # error
            print(losses)
            """,
            wastes=Waste.HISTORY,
            fixed="""
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            losses = {}
            for step in range(5):
                loss = net(torch.randn(16, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses[step] = loss.detach()  # error
            print(losses)
            """,
            applicability=Applicability.SAFE,
        ),
        Bad(
            "a list of outputs",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            outputs = []
            for _ in range(5):
                y = net(torch.randn(16, 4))
                y.square().mean().backward()
                outputs.append(y * 2)  # error
            print(len(outputs))
            """,
            wastes=Waste.HISTORY,
            fixed="""
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            outputs = []
            for _ in range(5):
                y = net(torch.randn(16, 4))
                y.square().mean().backward()
                outputs.append((y * 2).detach())  # error
            print(len(outputs))
            """,
            applicability=Applicability.SAFE,
        ),
        Good(
            "a state that the next loss needs",
            """
            import torch
            from torch import nn

            cell = nn.Linear(4, 4)
            h = torch.zeros(16, 4)
            for _ in range(5):
                h = h + torch.tanh(cell(h))
            h.square().mean().backward()
            """,
        ),
        Good(
            "the total is sent backward",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            total = 0.0
            for _ in range(5):
                total += net(torch.randn(16, 4)).square().mean()
            total.backward()
            """,
        ),
    )

    def describe(self, finding: AccumulatedHistory) -> str:
        return f"{quote(finding.holder)} keeps the graphs of all iterations in memory, and no backward uses them"

    def advise(self, finding: AccumulatedHistory, source: SourceReader) -> str:
        return use_detached(finding, finding.value, source)

    def annotate(self, finding: AccumulatedHistory) -> tuple[str, ...]:
        name = finding.value.text
        return (f"`{name}.item()` serves as well where a number is wanted",) if name.isidentifier() else ()

    def fix(self, finding: AccumulatedHistory, source: SourceReader) -> Fix | None:
        return propose_detach(finding, Applicability.SAFE, finding.value, source)
