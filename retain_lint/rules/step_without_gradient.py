"""RTG303: an optimiser steps on parameters that no backward reaches. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import RelatedLocation
from retain_lint.domain.finding import StepWithoutGradient as IdleStepFinding
from retain_lint.rules.base import Rule
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.wording import cite, quote, relate


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
        here, optimizer = finding.site.location, quote(finding.optimizer)
        what = f"{quote(finding.site.text)} changes nothing, since no parameter of {optimizer} has a gradient"
        if finding.cut is not None:
            return f"{what}: {cite(finding.cut, here)} cuts the graph, so pass the tensor on attached there"
        if finding.cleared is not None:
            return f"{what}: {cite(finding.cleared, here)} cleared them, so step before it or call backward after it"
        return f"{what}: check which parameters it was given and that a loss which reaches them is sent backward before"

    def relate(self, finding: IdleStepFinding) -> tuple[RelatedLocation, ...]:
        return (
            *relate("the graph is cut", finding.cut),
            *relate("the gradients are computed", finding.computed),
            *relate("they are cleared", finding.cleared),
        )
