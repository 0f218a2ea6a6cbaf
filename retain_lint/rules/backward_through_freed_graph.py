"""RTG101: a second traversal of a graph whose buffers are gone. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability, Fix, RelatedLocation
from retain_lint.domain.finding import FreedGraphTraversal
from retain_lint.domain.history import Event, EventKind
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.cures import can_sum, differentiates, sum_up, use_detached
from retain_lint.rules.examples import Bad, Good
from retain_lint.rules.proposals import propose_detach, propose_retain, propose_sum
from retain_lint.rules.wording import at_line, cite, first_fitting, name_line, name_loss, quote, quote_name, relate


class BackwardThroughFreedGraph(Rule[FreedGraphTraversal]):
    """
    ## What it does
    Finds calls of `backward()` and `autograd.grad()` that run through a part of the graph which an earlier call has
    already run through and freed.

    ## Why is this bad?
    The call raises `RuntimeError: Trying to backward through the graph a second time`. PyTorch's message recommends
    `retain_graph=True`, which is seldom the best answer: two losses on one output cost less as one call on their sum;
    a network whose gradients are discarded should be cut off with `detach()`; and after an `optimizer.step()` the
    retained graph no longer fits the weights, so that only running the forward again helps.

    ## Fix safety
    Unsafe: the fix decides what the program should compute. It cuts one of the calls off from the shared part if its
    gradients there are discarded, else sums two neighbouring calls, else makes the earlier call retain its graph.

    ## References
    - [torch.Tensor.backward](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    - [Autograd mechanics: saved tensors](https://docs.pytorch.org/docs/stable/notes/autograd.html#saved-tensors)
    """

    code = "RTG101"
    name = "backward-through-freed-graph"
    finding = FreedGraphTraversal
    examples = (
        Bad(
            "two losses on one output",
            """
            import torch
            from torch import nn

            trunk, left, right = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
            h = torch.tanh(trunk(torch.randn(16, 4)))  # note
            loss1 = left(h).square().mean()
            loss2 = right(h).abs().mean()
            loss1.backward()  # note
            loss2.backward()  # error
            """,
            raises="Trying to backward through the graph a second time",
            fixed="""
            import torch
            from torch import nn

            trunk, left, right = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
            h = torch.tanh(trunk(torch.randn(16, 4)))  # note
            loss1 = left(h).square().mean()
            loss2 = right(h).abs().mean()
            # note
            (loss1 + loss2).backward()  # error
            """,
            applicability=Applicability.UNSAFE,
        ),
        Bad(
            "the gradients between the calls are read",
            """
            import torch
            from torch import nn

            trunk, left, right = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
            h = torch.tanh(trunk(torch.randn(16, 4)))  # note
            loss1 = left(h).square().mean()
            loss2 = right(h).abs().mean()
            loss1.backward()  # note
            share = trunk.weight.grad.norm().item()
            loss2.backward()  # error
            print(share, trunk.weight.grad.norm().item())
            """,
            raises="Trying to backward through the graph a second time",
            fixed="""
            import torch
            from torch import nn

            trunk, left, right = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
            h = torch.tanh(trunk(torch.randn(16, 4)))  # note
            loss1 = left(h).square().mean()
            loss2 = right(h).abs().mean()
            loss1.backward(retain_graph=True)  # note
            share = trunk.weight.grad.norm().item()
            loss2.backward()  # error
            print(share, trunk.weight.grad.norm().item())
            """,
            applicability=Applicability.UNSAFE,
        ),
        Good(
            "addition saves nothing that could be freed",
            """
            import torch

            x = torch.randn(3, requires_grad=True)
            loss = (x + 1).sum()
            loss.backward()
            loss.backward()
            """,
        ),
        Good(
            "the forward runs again",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            x = torch.randn(16, 4)
            net(x).square().mean().backward()
            net(x).abs().mean().backward()
            """,
        ),
    )

    def accepts(self, finding: FreedGraphTraversal) -> bool:
        return not finding.carried

    def describe(self, finding: FreedGraphTraversal) -> str:
        again, freers = f"{quote(finding.site.text)} goes through the graph of", _name_freer(finding)
        built, name = cite(finding.built, finding.site.location), quote(finding.built.text)
        ways = (f"{again} {built} a second time; {freer} freed it" for freer in freers)
        return first_fitting(finding, *ways, bare=f"{again} {name} a second time; {freers[-1]} freed it")

    def advise(self, finding: FreedGraphTraversal, source: SourceReader) -> str:
        return _advise(finding, source)

    def annotate(self, finding: FreedGraphTraversal) -> tuple[str, ...]:
        if _cut(finding) is not None:
            return ("retain_graph=True is not needed then",)
        late = finding.write or finding.update
        if late is not None:
            here = finding.site.location
            again = (f"else compute {cite(finding.built, here)} again after {cite(late, here)}",)
            what = f"retain_graph=True cannot help: {cite(late, here)} changes what the graph was computed with"
            return (again if finding.separable else ()) + (
                (what,) if finding.write or late.kind is EventKind.MODIFIED else ()
            )
        if differentiates(finding.site) and any(a.keyword == "create_graph" for a in finding.site.arguments):
            line = name_line(finding.freed_by.location, finding.site.location)
            return (f"or call it before {line}: `create_graph=True` keeps the graph",)
        return ()

    def relate(self, finding: FreedGraphTraversal) -> tuple[RelatedLocation, ...]:
        return (
            *relate("the graph is built here", finding.built),
            *relate("detach() here", _cut(finding) or finding.separable),
            *relate("its buffers are freed here", finding.freed_at or finding.freed_by),
            *relate("what it saved is changed here", finding.write),
        )

    def fix(self, finding: FreedGraphTraversal, source: SourceReader) -> Fix | None:
        place = _cut(finding)
        if place is not None:
            return propose_detach(finding, Applicability.UNSAFE, place, source)
        if finding.separable is not None:
            return propose_detach(finding, Applicability.UNSAFE, finding.separable, source)
        if finding.write is not None or finding.update is not None:
            return None
        if _is_sum(finding, source):
            return propose_sum(finding, finding.freed_by, finding.site, source)
        return propose_retain(finding, finding.freed_by, source)


def _cut(finding: FreedGraphTraversal) -> Event | None:
    """Where a detach() keeps one of the calls out of the shared part."""
    return finding.boundary if finding.discarded and finding.boundary is not None else finding.spared


def _is_sum(finding: FreedGraphTraversal, source: SourceReader) -> bool:
    """Can the two calls be one, on the sum of the losses?"""
    return finding.adjacent and not _frees_itself(finding) and can_sum(finding.freed_by, finding.site, source)


def _frees_itself(finding: FreedGraphTraversal) -> bool:
    return finding.freed_by.location == finding.site.location


def _name_freer(finding: FreedGraphTraversal) -> tuple[str, ...]:
    """The earlier call, or its line; when it is the same line of code, how that was reached."""
    here, freer = finding.site.location, finding.freed_at or finding.freed_by
    if freer.location == here:
        return ("an earlier iteration",)
    return cite(freer, here), name_line(freer.location, here)


def _advise(finding: FreedGraphTraversal, source: SourceReader) -> str:
    """The cheapest way out that fits."""
    here = finding.site.location
    line = at_line(finding.freed_by.location, here)
    place = _cut(finding)
    if place is not None:
        return use_detached(finding, place, source)
    if finding.separable is not None:
        condition = f"if {name_loss(finding.freed_by)} should not train {quote_name(finding.upstream)}"
        return f"{condition}, {use_detached(finding, finding.separable, source)}"
    late = finding.write or finding.update
    if late is not None:
        return f"compute {cite(finding.built, here)} again after {cite(late, here)}"
    if _frees_itself(finding):
        retain = "pass `retain_graph=True` in all calls but the last"
        return (
            retain if differentiates(finding.site) else f"call backward() once, on the sum of the losses, or {retain}"
        )
    if _is_sum(finding, source):
        return sum_up(finding.freed_by, finding.site)
    return f"pass `retain_graph=True` to {quote(finding.freed_by.text)} {line}"
