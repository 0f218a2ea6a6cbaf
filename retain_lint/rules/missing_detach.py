"""RTG301: gradients are computed for another optimiser's submodel and thrown away. Floor 4."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.diagnostic import Applicability, Fix, RelatedLocation
from retain_lint.domain.finding import MissingDetach as DetachFinding
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.proposals import find_removal, propose_detach
from retain_lint.rules.wording import cite, quote, quote_name, relate


class MissingDetach(Rule[DetachFinding]):
    """
    ## What it does
    Finds calls of `backward()` that also run through a submodel whose gradients nobody uses: another optimiser owns
    it and clears them before its next step, or no optimiser owns it. Only where expressions separate the two, so
    that `detach()` can cut there; with one optimiser over both models there is nothing to cut.

    ## Why is this bad?
    The backward pass of the submodel is computed for nothing, for a generator often the larger half. It also frees
    the submodel's graph, which the submodel's own loss may need: this is where much `retain_graph=True` comes from.

    ## Fix safety
    Safe: no parameter that is ever updated gets another gradient. There is no fix if another call needs the same
    forward attached; run it again from the detached input then.

    ## References
    - [torch.Tensor.detach](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    - [DCGAN tutorial](https://docs.pytorch.org/tutorials/beginner/dcgan_faces_tutorial.html)
    """

    code = "RTG301"
    name = "missing-detach"
    finding = DetachFinding
    examples = (
        Bad(
            "the discriminator's loss runs through the generator",
            """
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
            for _ in range(3):
                fake = G(torch.randn(16, 2))
                d_loss = D(fake).mean() - D(torch.randn(16, 4)).mean()  # note
                opt_d.zero_grad()
                d_loss.backward()  # error
                opt_d.step()

                g_loss = -D(G(torch.randn(16, 2))).mean()
                opt_g.zero_grad()  # note
                g_loss.backward()
                opt_g.step()
            """,
            wastes=Waste.DISCARDED,
            fixed="""
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
            for _ in range(3):
                fake = G(torch.randn(16, 2))
                d_loss = D(fake.detach()).mean() - D(torch.randn(16, 4)).mean()  # note
                opt_d.zero_grad()
                d_loss.backward()  # error
                opt_d.step()

                g_loss = -D(G(torch.randn(16, 2))).mean()
                opt_g.zero_grad()  # note
                g_loss.backward()
                opt_g.step()
            """,
            applicability=Applicability.SAFE,
        ),
        Bad(
            "a target network that no optimiser owns",
            """
            import torch
            from torch import nn

            net, target = nn.Linear(4, 1), nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            for _ in range(3):
                x = torch.randn(16, 4)
                goal = target(x)
                loss = nn.functional.mse_loss(net(x), goal)  # note
                optimizer.zero_grad()
                loss.backward()  # error
                optimizer.step()
            """,
            wastes=Waste.DISCARDED,
            fixed="""
            import torch
            from torch import nn

            net, target = nn.Linear(4, 1), nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            for _ in range(3):
                x = torch.randn(16, 4)
                goal = target(x)
                loss = nn.functional.mse_loss(net(x), goal.detach())  # note
                optimizer.zero_grad()
                loss.backward()  # error
                optimizer.step()
            """,
            applicability=Applicability.SAFE,
        ),
        Good(
            "one optimiser trains both models",
            """
            import itertools

            import torch
            from torch import nn

            first, second = nn.Linear(4, 8), nn.Linear(8, 1)
            optimizer = torch.optim.SGD(itertools.chain(first.parameters(), second.parameters()), lr=0.1)
            for _ in range(3):
                loss = second(torch.tanh(first(torch.randn(16, 4)))).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            """,
        ),
        Good(
            "a generator's loss has to run through the discriminator",
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
                d_loss.backward()
                opt_d.step()

                g_loss = -D(fake).mean()
                opt_g.zero_grad()
                g_loss.backward()
                opt_g.step()
            """,
        ),
    )

    def describe(self, finding: DetachFinding) -> str:
        here = finding.site.location
        lost = f"{cite(finding.discarded_by, here)} throws away" if finding.discarded_by else "no optimiser uses"
        error = f"{quote(finding.site.text)} also computes gradients of {quote_name(finding.upstream)}, which {lost}"
        return f"{error}: {_advise(finding)}"

    def relate(self, finding: DetachFinding) -> tuple[RelatedLocation, ...]:
        return (
            *relate("detach()", finding.boundary),
            *(place for event in finding.also_at for place in relate("detach()", event)),
            *relate(f"the gradients of {quote_name(finding.upstream)} are thrown away", finding.discarded_by),
            *relate("this needs the graph attached", finding.also_needed_by),
        )

    def fix(self, finding: DetachFinding, source: SourceReader) -> Fix | None:
        if finding.also_needed_by is not None or finding.also_at:
            return None
        fix = propose_detach(finding, Applicability.SAFE, finding.boundary.location, source)
        removal = find_removal(finding, finding.retain, source) if finding.retain else None
        if fix is None or removal is None:
            return fix
        # A retain that only the part behind the boundary needed goes too, else RTG201 would report it next.
        return replace(fix, edits=fix.edits + removal.edits)


def _advise(finding: DetachFinding) -> str:
    here = finding.site.location
    boundary = cite(finding.boundary, here)
    if finding.also_needed_by is not None:
        other = cite(finding.also_needed_by, here)
        return f"for this loss, run the forward again from the detached {boundary}, since {other} needs it attached"
    if finding.also_at:
        boundary += f" and {len(finding.also_at)} more"
    instead = "" if finding.retain is None else " instead of retaining the graph"
    return f"detach() {boundary}{instead}"
