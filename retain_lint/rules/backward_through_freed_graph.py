"""RTG101: a second traversal of a graph whose buffers are gone. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability, Fix, RelatedLocation
from retain_lint.domain.finding import CallSite, FreedGraphTraversal
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.examples import Bad, Good
from retain_lint.rules.proposals import propose_detach, propose_retain, propose_sum
from retain_lint.rules.wording import cite, cite_tensor, name_line, quote, relate


class BackwardThroughFreedGraph(Rule[FreedGraphTraversal]):
    """
    ## What it does
    Finds calls of `backward()` and `autograd.grad()` that run through a part of the graph which an earlier call has
    already run through and freed.

    ## Why is this bad?
    The call raises `RuntimeError: Trying to backward through the graph a second time`. PyTorch's message recommends
    `retain_graph=True`, which is seldom the best answer: two losses on one output are cheaper sent back as their sum;
    a network whose gradients are thrown away should be cut off with `detach()`; and after an `optimizer.step()` the
    retained graph no longer fits the weights, so that only running the forward again helps.

    ## Fix safety
    Unsafe: the fix decides what the program should compute. It cuts one of the calls off from the shared part if its
    gradients there are thrown away, else sums two neighbouring calls, else makes the earlier call retain its graph.

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
        here = finding.site.location
        built = cite(finding.built, here)
        error = f"{quote(finding.site.text)} re-enters the graph of {built}, freed by {_name_freer(finding)}"
        return f"{error}: {_advise(finding)}"

    def relate(self, finding: FreedGraphTraversal) -> tuple[RelatedLocation, ...]:
        return (
            *relate("the graph is built", finding.built),
            *relate("detach()", finding.boundary if finding.discarded else finding.spared),
            *relate("its buffers are freed", finding.freed_by),
            *relate("what it saved is changed", finding.write),
        )

    def fix(self, finding: FreedGraphTraversal, source: SourceReader) -> Fix | None:
        if finding.discarded and finding.boundary is not None:
            return propose_detach(finding, Applicability.UNSAFE, finding.boundary, source)
        if finding.spared is not None:
            return propose_detach(finding, Applicability.UNSAFE, finding.spared, source)
        summed = propose_sum(finding, finding.freed_by, finding.site, source) if finding.adjacent else None
        if summed is not None or finding.write is not None:
            return summed
        return propose_retain(finding, finding.freed_by, source)


def _frees_itself(finding: FreedGraphTraversal) -> bool:
    return finding.freed_by.location == finding.site.location


def _name_freer(finding: FreedGraphTraversal) -> str:
    """The earlier call; when it is the same line of code, how that was reached."""
    here, freer = finding.site.location, finding.freed_by
    if not _frees_itself(finding):
        return cite(freer, here)
    if freer.calls and freer.calls != finding.site.calls:
        return f"the same call, reached from {name_line(freer.calls[0], here)}"
    return "the same call in an earlier round"


def _differentiates(call: CallSite) -> bool:
    """Is it autograd.grad, which gives gradients of its own and cannot be called on a sum?"""
    return call.text.partition("(")[0].rpartition(".")[2] == "grad"


def _advise(finding: FreedGraphTraversal) -> str:
    """The cheapest way out that fits."""
    here = finding.site.location
    line = name_line(finding.freed_by.location, here)
    if finding.discarded and finding.boundary is not None:
        return f"detach() {cite_tensor(finding.boundary, here)}, whose gradients are thrown away; no retain_graph is needed"
    if finding.spared is not None:
        return (
            f"detach() {cite_tensor(finding.spared, here)}, which that call is not to train; no retain_graph is needed"
        )
    if finding.write is not None:
        return f"run the forward again after {cite(finding.write, here)}; a retained graph would no longer fit"
    if not _frees_itself(finding) and (_differentiates(finding.site) or _differentiates(finding.freed_by)):
        given = finding.site.arguments if _differentiates(finding.site) else ()
        creates = any(argument.keyword == "create_graph" for argument in given)
        first = f"call it before {line}, as create_graph=True keeps the graph, or " if creates else ""
        return f"{first}pass retain_graph=True on {line} only"
    if _frees_itself(finding) and _differentiates(finding.site):
        return "every call but the last needs retain_graph=True"
    if _frees_itself(finding):
        return "sum the losses and call backward once; else every call but the last needs retain_graph=True"
    if finding.adjacent:
        return "sum the losses and call backward once; retain_graph=True would run the shared part twice"
    return f"sum the losses and call backward once or, if that is impossible, pass retain_graph=True on {line} only"
