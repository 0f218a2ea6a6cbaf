"""RTG302: gradients of one loss add silently into another optimiser's step. Floor 4."""

from __future__ import annotations

import re

from retain_lint.diagnostic import Applicability, Fix, RelatedLocation
from retain_lint.domain.finding import GradientLeak as LeakFinding
from retain_lint.fixes.call_text import parse_call
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.cures import use_detached
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.proposals import propose_detach
from retain_lint.rules.wording import cite, first_fitting, name_line, quote, quote_name, relate

_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


class GradientLeak(Rule[LeakFinding]):
    """
    ## What it does
    Finds an optimiser's step that applies, beside the gradients of its own loss, those which another loss left
    behind in the same parameters: one that has had its own step already, or one that was made for the other optimiser, as
    its `zero_grad()` between the two calls shows.

    ## Why is this bad?
    Nothing raises. In a GAN, where both optimisers are zeroed at the top of the iteration, the discriminator's loss
    on an undetached fake pushes the generator the opposite way: most of the generator's gradient cancels, and
    training stalls without a sign.

    ## Fix safety
    Shown only, never applied: it changes what is trained, and clearing the gradients in time is the other way out.

    ## References
    - [torch.Tensor.detach](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    -
      [torch.optim.Optimizer.zero_grad](https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html)
    """

    code = "RTG302"
    name = "gradient-leak"
    finding = LeakFinding
    examples = (
        Bad(
            "both optimisers are zeroed too early",
            """
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
            for _ in range(3):
                opt_g.zero_grad()
                opt_d.zero_grad()
                fake = G(torch.randn(16, 2))
                d_loss = D(fake).mean() - D(torch.randn(16, 4)).mean()  # note
                d_loss.backward()  # error
                opt_d.step()

                g_loss = -D(G(torch.randn(16, 2))).mean()
                g_loss.backward()  # note
                opt_g.step()  # note
            """,
            wastes=Waste.LEAKED,
            fixed="""
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
            for _ in range(3):
                opt_g.zero_grad()
                opt_d.zero_grad()
                fake = G(torch.randn(16, 2))
                d_loss = D(fake.detach()).mean() - D(torch.randn(16, 4)).mean()  # note
                d_loss.backward()  # error
                opt_d.step()

                g_loss = -D(G(torch.randn(16, 2))).mean()
                g_loss.backward()  # note
                opt_g.step()  # note
            """,
            applicability=Applicability.DISPLAY_ONLY,
        ),
        Bad(
            "the discriminator keeps what the generator's loss left in it",
            """
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
            for _ in range(3):
                opt_g.zero_grad()
                g_loss = -D(G(torch.randn(16, 2))).mean()
                g_loss.backward()  # error
                opt_g.step()

                fake = G(torch.randn(16, 2)).detach()
                d_loss = D(fake).mean() - D(torch.randn(16, 4)).mean()
                d_loss.backward()  # note
                opt_d.step()  # note
                opt_d.zero_grad()
            """,
            wastes=Waste.LEAKED,
            fixed="""
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
            for _ in range(3):
                opt_g.zero_grad()
                g_loss = -D(G(torch.randn(16, 2))).mean()
                g_loss.backward()
                opt_g.step()

                opt_d.zero_grad()
                fake = G(torch.randn(16, 2)).detach()
                d_loss = D(fake).mean() - D(torch.randn(16, 4)).mean()
                d_loss.backward()
                opt_d.step()
            """,
        ),
        Bad(
            "two optimisers of one encoder, cleared once",
            """
            import torch
            from torch import nn

            encoder, decoder, critic = nn.Linear(4, 2), nn.Linear(2, 4), nn.Linear(2, 1)
            opt_decoder = torch.optim.SGD(decoder.parameters(), lr=0.1)
            opt_encoder = torch.optim.SGD(encoder.parameters(), lr=0.1)
            opt_prior = torch.optim.SGD(encoder.parameters(), lr=0.1)
            for _ in range(3):
                x = torch.randn(16, 4)
                encoder.zero_grad()
                decoder.zero_grad()
                (decoder(encoder(x)) - x).square().mean().backward()  # error
                opt_decoder.step()
                opt_encoder.step()

                critic(encoder(x)).mean().backward()  # note
                opt_prior.step()  # note
            """,
            wastes=Waste.LEAKED,
            fixed="""
            import torch
            from torch import nn

            encoder, decoder, critic = nn.Linear(4, 2), nn.Linear(2, 4), nn.Linear(2, 1)
            opt_decoder = torch.optim.SGD(decoder.parameters(), lr=0.1)
            opt_encoder = torch.optim.SGD(encoder.parameters(), lr=0.1)
            opt_prior = torch.optim.SGD(encoder.parameters(), lr=0.1)
            for _ in range(3):
                x = torch.randn(16, 4)
                encoder.zero_grad()
                decoder.zero_grad()
                (decoder(encoder(x)) - x).square().mean().backward()
                opt_decoder.step()
                opt_encoder.step()

                encoder.zero_grad()
                critic(encoder(x)).mean().backward()
                opt_prior.step()
            """,
        ),
        Bad(
            "both losses go backward before both steps",
            """
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
                d_loss.backward()  # note

                opt_g.zero_grad()
                g_loss = -D(fake).mean()
                g_loss.backward()  # error
                opt_d.step()  # note
                opt_g.step()
            """,
            wastes=Waste.LEAKED,
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

                opt_g.zero_grad()
                g_loss = -D(fake).mean()
                g_loss.backward(inputs=list(G.parameters()))
                opt_d.step()
                opt_g.step()
            """,
        ),
        Good(
            "joint training: one backward, two steps",
            """
            import torch
            from torch import nn

            first, second = nn.Linear(4, 8), nn.Linear(8, 1)
            opt_first = torch.optim.SGD(first.parameters(), lr=0.1)
            opt_second = torch.optim.SGD(second.parameters(), lr=0.1)
            for _ in range(3):
                opt_first.zero_grad()
                opt_second.zero_grad()
                loss = second(torch.tanh(first(torch.randn(16, 4)))).square().mean()
                loss.backward()
                opt_first.step()
                opt_second.step()
            """,
        ),
    )

    def describe(self, finding: LeakFinding) -> str:
        here, step = finding.site.location, finding.step
        written = f"{quote(finding.site.text)} also writes gradients into {quote_name(finding.upstream)}, and"
        line = name_line(step.location, here)
        return first_fitting(finding, f"{written} {cite(step, here)} applies them", f"{written} {line} applies them")

    def advise(self, finding: LeakFinding, source: SourceReader) -> str:
        return _clear(finding) if finding.boundary is None else use_detached(finding, finding.boundary, source)

    def annotate(self, finding: LeakFinding) -> tuple[str, ...]:
        return () if finding.boundary is None else (f"or {_clear(finding)}",)

    def relate(self, finding: LeakFinding) -> tuple[RelatedLocation, ...]:
        return (
            *relate("detach() here", finding.boundary),
            *relate(f"the gradients meant for {quote_name(finding.upstream)} come from here", finding.intended),
            *relate("both are applied here", finding.step),
        )

    def fix(self, finding: LeakFinding, source: SourceReader) -> Fix | None:
        if finding.boundary is None:
            return None
        return propose_detach(finding, Applicability.DISPLAY_ONLY, finding.boundary, source)

    def excuse(self, finding: LeakFinding) -> str:
        if finding.late:
            return "no fix is made: the parameters that it is for have no name in common"
        return f"no fix is made: no name of an optimizer of {quote_name(finding.upstream)} is known"


def _limit(finding: LeakFinding) -> str:
    """The call with `inputs=`, if what it is for has a name."""
    call = parse_call(finding.site.text) if _NAME.fullmatch(finding.trained) else None
    if call is None or any(argument.keyword == "inputs" for argument in call.arguments):
        return "name in `inputs=` the parameters that it is for"
    comma = ", " if call.arguments else ""
    return f"use {quote(f'{finding.site.text[:-1]}{comma}inputs=list({finding.trained}.parameters()))')}"


def _clear(finding: LeakFinding) -> str:
    """The call that clears in time: of the optimiser whose step applies both."""
    if finding.late:  # to clear before this call would lose the gradients that are meant
        return _limit(finding)
    line = name_line(finding.intended.location, finding.site.location)
    if not finding.optimizer:
        return f"clear the gradients of {quote_name(finding.upstream)} before {line}"
    return f"call {quote(f'{finding.optimizer}.zero_grad()')} before {line}"
