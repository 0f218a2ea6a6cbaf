"""RTG303: an optimiser steps on parameters that no backward reaches. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import RelatedLocation
from retain_lint.domain.finding import StepWithoutGradient as IdleStepFinding
from retain_lint.domain.history import EventKind
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.wording import cite, name_line, quote, relate


class StepWithoutGradient(Rule[IdleStepFinding]):
    """
    ## What it does
    Finds `optimizer.step()` when, on every path, no parameter of that optimiser has a gradient: commonly because the tensor
    that should lead there was detached, `backward()` is missing, or `zero_grad()` comes between `backward()` and the step.

    ## Why is this bad?
    A parameter without a gradient is skipped: the step does nothing, PyTorch says nothing, and the model never
    learns.

    ## Fix safety
    There is no automatic fix: whether the `detach()` or the step is wrong, only the author knows.

    ## References
    - [torch.optim](https://docs.pytorch.org/docs/stable/optim.html)
    - [torch.Tensor.detach](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    """

    code = "RTG303"
    name = "step-without-gradient"
    finding = IdleStepFinding
    examples = (
        Bad(
            "the generator's loss is computed from a detached fake",
            """
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
            for _ in range(3):
                fake = G(torch.randn(16, 2)).detach()  # note
                d_loss = D(fake).mean() - D(torch.randn(16, 4)).mean()
                opt_d.zero_grad()
                d_loss.backward()
                opt_d.step()

                g_loss = -D(fake).mean()
                opt_g.zero_grad()
                g_loss.backward()
                opt_g.step()  # error
            """,
            wastes=Waste.IDLE_STEP,
            fixed="""
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
            for _ in range(3):
                fake = G(torch.randn(16, 2))
                d_loss = D(fake.detach()).mean() - D(torch.randn(16, 4)).mean()
                opt_d.zero_grad()
                d_loss.backward()
                opt_d.step()

                g_loss = -D(fake).mean()
                opt_g.zero_grad()
                g_loss.backward()
                opt_g.step()  # error
            """,
        ),
        Bad(
            "the fake is computed without gradients",
            """
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            for _ in range(3):
                with torch.no_grad():
                    fake = G(torch.randn(16, 2))  # note
                g_loss = -D(fake).mean()
                opt_g.zero_grad()
                g_loss.backward()
                opt_g.step()  # error
            """,
            wastes=Waste.IDLE_STEP,
            fixed="""
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            for _ in range(3):
                z = torch.randn(16, 2)
                fake = G(z)
                g_loss = -D(fake).mean()
                opt_g.zero_grad()
                g_loss.backward()
                opt_g.step()  # error
            """,
        ),
        Good(
            "each optimiser's model is reached",
            """
            import torch
            from torch import nn

            encoder, head = nn.Linear(4, 8), nn.Linear(8, 1)
            opt_encoder = torch.optim.SGD(encoder.parameters(), lr=0.1)
            opt_head = torch.optim.SGD(head.parameters(), lr=0.1)
            for _ in range(3):
                h = torch.tanh(encoder(torch.randn(16, 4)))
                loss = head(h.detach()).square().mean() + h.square().mean()
                opt_encoder.zero_grad()
                opt_head.zero_grad()
                loss.backward()
                opt_encoder.step()
                opt_head.step()
            """,
        ),
    )

    def describe(self, finding: IdleStepFinding) -> str:
        here, step = finding.site.location, quote(finding.site.text)
        if finding.cut is not None and finding.cut.kind is EventKind.UNRECORDED:
            return f"{step} does nothing: {cite(finding.cut, here)} is computed under `torch.no_grad()`"
        if finding.cut is not None:
            return f"{step} does nothing: {cite(finding.cut, here)} cuts the graph to its parameters"
        if finding.cleared is not None:
            return f"{step} does nothing: {cite(finding.cleared, here)} has just cleared the gradients"
        return f"{step} does nothing: no parameter of {quote(finding.optimizer)} has a gradient"

    def advise(self, finding: IdleStepFinding, source: SourceReader) -> str:
        here = finding.site.location
        if finding.cut is not None and finding.cut.kind is EventKind.UNRECORDED:
            return f"run {name_line(finding.cut.location, here)} with gradients for the loss that is to train these parameters"
        if finding.cut is not None:
            return "use the tensor without `.detach()` for the loss that is to train these parameters"
        if finding.cleared is not None and finding.computed is not None:
            before = cite(finding.computed, here)
            return f"call {quote(finding.cleared.text)} before {before}"
        if finding.cleared is not None:
            return f"move {cite(finding.cleared, here)} below the step"
        return "call backward() before, on a loss that depends on its parameters"

    def relate(self, finding: IdleStepFinding) -> tuple[RelatedLocation, ...]:
        unrecorded = finding.cut is not None and finding.cut.kind is EventKind.UNRECORDED
        return (
            *relate("no graph is recorded here" if unrecorded else "the graph is cut here", finding.cut),
            *relate("the gradients are computed here", finding.computed),
            *relate("they are cleared here", finding.cleared),
        )

    def excuse(self, finding: IdleStepFinding) -> str:
        if finding.cut is None:
            return "no fix is made: the loss that is to train these parameters is not known"
        if finding.cut.kind is EventKind.UNRECORDED:
            return "no fix is made: what else the block computes may be meant to have no gradients"
        return "no fix is made: what else uses the tensor may need it detached"
