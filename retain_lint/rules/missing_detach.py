"""RTG301: gradients are computed for another optimiser's submodel and discarded. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability, Fix, RelatedLocation, Severity
from retain_lint.domain.finding import MissingDetach as DetachFinding
from retain_lint.domain.history import Event, EventKind
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.cures import use_detached
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.proposals import propose_detach, propose_detaches
from retain_lint.rules.wording import cite, first_fitting, name_line, quote, relate

_MOST = 2


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
    Mostly safe: no parameter that is ever updated gets another gradient. Unsafe where `torch.autograd.grad` needs what is
    detached to require grad (a gradient penalty that gets its grad flag from the generator): `requires_grad_()` makes
    a new leaf of it, which no operation in place may change; and where the program clears the gradients by a method of `.grad`,
    which may be None then; and where a name goes on to hold what is cut off: backward would have freed it. Where several expressions have to be detached together, the
    fix detaches them all. A tensor that nothing else uses is detached where it is made, so that its graph goes at once; what a
    detach() elsewhere cuts off stays in memory as long as the name for it.

    ## References
    - [torch.Tensor.detach](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    - [DCGAN tutorial](https://docs.pytorch.org/tutorials/beginner/dcgan_faces_tutorial.html)
    """

    code = "RTG301"
    name = "missing-detach"
    severity = Severity.WARNING
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
                fake = G(torch.randn(16, 2))  # note
                d_loss = D(fake).mean() - D(torch.randn(16, 4)).mean()
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
                fake = G(torch.randn(16, 2)).detach()  # note
                d_loss = D(fake).mean() - D(torch.randn(16, 4)).mean()
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
                goal = target(x)  # note
                loss = nn.functional.mse_loss(net(x), goal)
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
                goal = target(x).detach()  # note
                loss = nn.functional.mse_loss(net(x), goal)
                optimizer.zero_grad()
                loss.backward()  # error
                optimizer.step()
            """,
            applicability=Applicability.SAFE,
        ),
        Bad(
            "a gradient penalty whose input requires grad through the generator alone",
            """
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
            for _ in range(3):
                fake = G(torch.randn(16, 2))
                mixed = torch.lerp(torch.randn(16, 4), fake, torch.rand(16, 1))  # note
                (slope,) = torch.autograd.grad(D(mixed).sum(), mixed, create_graph=True)
                penalty = (slope.norm(dim=1) - 1).square().mean()
                opt_d.zero_grad()
                penalty.backward()  # error
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
                mixed = torch.lerp(torch.randn(16, 4), fake.detach().requires_grad_(), torch.rand(16, 1))  # note
                (slope,) = torch.autograd.grad(D(mixed).sum(), mixed, create_graph=True)
                penalty = (slope.norm(dim=1) - 1).square().mean()
                opt_d.zero_grad()
                penalty.backward()  # error
                opt_d.step()

                g_loss = -D(G(torch.randn(16, 2))).mean()
                opt_g.zero_grad()  # note
                g_loss.backward()
                opt_g.step()
            """,
            applicability=Applicability.UNSAFE,
        ),
        Bad(
            "a gradient penalty at the generated sample itself",
            """
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)


            def train_discriminator():
                fake = G(torch.randn(16, 2))  # note
                score = D(fake)
                (slope,) = torch.autograd.grad(score.sum(), fake, create_graph=True)
                d_loss = score.mean() - D(torch.randn(16, 4)).mean() + slope.square().mean()
                opt_d.zero_grad()
                d_loss.backward()  # error
                opt_d.step()


            for _ in range(3):
                train_discriminator()
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


            def train_discriminator():
                fake = G(torch.randn(16, 2)).detach().requires_grad_()  # note
                score = D(fake)
                (slope,) = torch.autograd.grad(score.sum(), fake, create_graph=True)
                d_loss = score.mean() - D(torch.randn(16, 4)).mean() + slope.square().mean()
                opt_d.zero_grad()
                d_loss.backward()  # error
                opt_d.step()


            for _ in range(3):
                train_discriminator()
                g_loss = -D(G(torch.randn(16, 2))).mean()
                opt_g.zero_grad()  # note
                g_loss.backward()
                opt_g.step()
            """,
            applicability=Applicability.UNSAFE,
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
        wasted = f"{quote(finding.site.text)} also computes gradients of {_name_upstream(finding)}, which"
        if finding.discarded_by is None:
            return f"{wasted} no optimizer uses"
        line = name_line(finding.discarded_by.location, here)
        return first_fitting(
            finding, f"{wasted} {cite(finding.discarded_by, here)} discards", f"{wasted} {line} discards"
        )

    def advise(self, finding: DetachFinding, source: SourceReader) -> str:
        if finding.also_at:
            here, places = finding.site.location, (finding.boundary, *finding.also_at)
            named = " and ".join(cite(place, here) for place in places[:_MOST])
            if finding.boundary.kind is not EventKind.HELD:
                return f"use `.detach()` on {named}"
            same = len({place.text for place in places}) == 1
            return use_detached(finding, finding.boundary, source) if same else f"detach what {named} hold"
        calls = ".detach().requires_grad_()" if finding.new_leaves else ".detach()"
        return use_detached(finding, finding.boundary, source, calls)

    def annotate(self, finding: DetachFinding) -> tuple[str, ...]:
        more = finding.also_at[_MOST - 1 :]
        have = "place has" if len(more) == 1 else "places have"
        others = (f"{len(more)} more {have} to be detached with these",) if more else ()
        needed = "autograd.grad differentiates with respect to it: it has to require grad"
        kept = f"{quote(finding.keeper)} then keeps in memory the graph that {quote(finding.site.text)} frees now"
        return (*others, *([needed] if finding.new_leaves else []), *([kept] if finding.keeper else []))

    def relate(self, finding: DetachFinding) -> tuple[RelatedLocation, ...]:
        return (
            *(
                place
                for event in (finding.boundary, *finding.also_at)
                for place in relate(f"{_form(finding, event)} here", event)
            ),
            *relate(f"the gradients of {_name_upstream(finding)} are discarded here", finding.discarded_by),
        )

    def fix(self, finding: DetachFinding, source: SourceReader) -> Fix | None:
        unsafe = finding.new_leaves or finding.keeper or _needs_gradients(finding)
        applicability = Applicability.UNSAFE if unsafe else Applicability.SAFE
        if finding.also_at:
            places = (finding.boundary, *finding.also_at)
            return propose_detaches(finding, applicability, places, finding.new_leaves, source)
        return propose_detach(finding, applicability, finding.boundary, source, new_leaf=bool(finding.new_leaves))


def _needs_gradients(finding: DetachFinding) -> bool:
    """Does the program write to the gradients that would not be there any more?"""
    return finding.discarded_by is not None and finding.discarded_by.kind is EventKind.OVERWRITTEN


def _name_upstream(finding: DetachFinding) -> str:
    return quote(finding.upstream) if finding.upstream else "a module"


def _form(finding: DetachFinding, place: Event) -> str:
    return "detach().requires_grad_()" if place in finding.new_leaves else "detach()"
