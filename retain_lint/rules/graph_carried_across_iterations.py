"""RTG102: the freed graph was built in an earlier iteration, or before the loop. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability, Fix, RelatedLocation
from retain_lint.domain.finding import FreedGraphTraversal
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.examples import Bad, Good
from retain_lint.rules.proposals import propose_detach
from retain_lint.rules.wording import cite, cite_tensor, name_line, quote, relate


class GraphCarriedAcrossIterations(Rule[FreedGraphTraversal]):
    """
    ## What it does
    Finds calls of `backward()` and `autograd.grad()` that reach a graph of an earlier iteration, or one built once
    before the loop: a recurrent state that is carried on with its history, or a forward that stands outside.

    ## Why is this bad?
    The second iteration raises `RuntimeError: Trying to backward through the graph a second time`. With the
    recommended `retain_graph=True` each iteration would go through those before it as well: slower from step to step,
    with memory that is never given back, and after an `optimizer.step()` with an error about a modification in place.

    ## Fix safety
    Unsafe: `detach()` stops gradients at the border between two iterations (truncated backpropagation through time).
    It is offered when one expression carries the graph over.

    ## References
    - [PyTorch: frequently asked questions](https://docs.pytorch.org/docs/stable/notes/faq.html)
    - [torch.Tensor.detach](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    """

    code = "RTG102"
    name = "graph-carried-across-iterations"
    finding = FreedGraphTraversal
    examples = (
        Bad(
            "a hidden state keeps its history",
            """
            import torch
            from torch import nn

            cell = nn.RNNCell(4, 8)
            optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
            h = torch.zeros(16, 8)
            for _ in range(3):
                h = cell(torch.randn(16, 4), h)  # note
                loss = h.square().mean()
                optimizer.zero_grad()
                loss.backward()  # error
                optimizer.step()
            """,
            raises="Trying to backward through the graph a second time",
            fixed="""
            import torch
            from torch import nn

            cell = nn.RNNCell(4, 8)
            optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
            h = torch.zeros(16, 8)
            for _ in range(3):
                h = cell(torch.randn(16, 4), h.detach())  # note
                loss = h.square().mean()
                optimizer.zero_grad()
                loss.backward()  # error
                optimizer.step()
            """,
            applicability=Applicability.UNSAFE,
        ),
        Bad(
            "the forward stands before the loop",
            """
            import torch
            from torch import nn

            encoder, head = nn.Sequential(nn.Linear(4, 8), nn.Tanh()), nn.Linear(8, 1)
            optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
            features = encoder(torch.randn(16, 4))  # note
            for _ in range(3):
                loss = head(features).square().mean()
                optimizer.zero_grad()
                loss.backward()  # error
                optimizer.step()
            """,
            raises="Trying to backward through the graph a second time",
            fixed="""
            import torch
            from torch import nn

            encoder, head = nn.Sequential(nn.Linear(4, 8), nn.Tanh()), nn.Linear(8, 1)
            optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
            x = torch.randn(16, 4)
            for _ in range(3):
                loss = head(encoder(x)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            """,
        ),
        Good(
            "the state is detached at the end of the iteration",
            """
            import torch
            from torch import nn

            cell = nn.RNNCell(4, 8)
            optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
            h = torch.zeros(16, 8)
            for _ in range(3):
                h = cell(torch.randn(16, 4), h)
                loss = h.square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                h = h.detach()
            """,
        ),
        Good(
            "features of a frozen encoder carry no graph",
            """
            import torch
            from torch import nn

            encoder, head = nn.Sequential(nn.Linear(4, 8), nn.Tanh()), nn.Linear(8, 1)
            optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
            with torch.no_grad():
                features = encoder(torch.randn(16, 4))
            for _ in range(3):
                loss = head(features).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            """,
        ),
    )

    def accepts(self, finding: FreedGraphTraversal) -> bool:
        return finding.carried

    def describe(self, finding: FreedGraphTraversal) -> str:
        here = finding.site.location
        call, built = quote(finding.site.text), cite(finding.built, here)
        if finding.before_loop:
            error = (
                f"{call} re-enters the graph of {built}, built once before the loop and freed by its first iteration"
            )
        else:
            error = f"{call} re-enters an earlier iteration's graph of {built}, freed by {_name_freer(finding)}"
        return f"{error}: {_advise(finding)}"

    def relate(self, finding: FreedGraphTraversal) -> tuple[RelatedLocation, ...]:
        itself = finding.freed_by.location == finding.site.location
        return (
            *relate("the graph is built", finding.built),
            *relate("detach()", finding.boundary if _is_cut_off(finding) else None),
            *relate("its buffers are freed", None if itself else finding.freed_by),
        )

    def fix(self, finding: FreedGraphTraversal, source: SourceReader) -> Fix | None:
        if finding.boundary is None or not _is_cut_off(finding):
            return None
        return propose_detach(finding, Applicability.UNSAFE, finding.boundary, source)


def _is_cut_off(finding: FreedGraphTraversal) -> bool:
    """Whether detach() is the advice; a forward that is to be trained moves into the loop instead."""
    return finding.discarded or not finding.before_loop


def _name_freer(finding: FreedGraphTraversal) -> str:
    if finding.freed_by.location == finding.site.location:
        return "this call in that iteration"
    return cite(finding.freed_by, finding.site.location)


def _advise(finding: FreedGraphTraversal) -> str:
    """Never retain_graph, which would go through every earlier iteration once more."""
    here = finding.site.location
    if not _is_cut_off(finding):
        return (
            f"move {name_line(finding.built.location, here)} into the loop, or detach() it if nothing there is trained"
        )
    where = cite_tensor(finding.boundary, here) if finding.boundary else "what is carried over"
    why = (
        "its gradients are thrown away"
        if finding.discarded
        else "retain_graph=True would go through all iterations again"
    )
    return f"detach() {where}; {why}"
