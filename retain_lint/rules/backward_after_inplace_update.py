"""RTG103: the graph is alive, but what it saved has changed. Floor 4."""

from __future__ import annotations

import re
from dataclasses import replace

from retain_lint.diagnostic import RelatedLocation
from retain_lint.domain.finding import StaleGraphTraversal
from retain_lint.domain.history import Event
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.base import Rule
from retain_lint.rules.cures import use_detached
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.wording import at_line, cite, first_fitting, name_line, name_loss, quote, quote_name, relate

_IN_PLACE = re.compile(r"([^\W\d][\w.]*) ([-+*/@%]|\*\*|//)= ([\w.()]+)")
_TOLD_TO = re.compile(r"\binplace\s*=\s*True\b")
_AUGMENTED = re.compile(r"(\*\*|//|>>|<<|[-+*/@%&|^])=")


class BackwardAfterInplaceUpdate(Rule[StaleGraphTraversal]):
    """
    ## What it does
    Finds calls of `backward()` and `autograd.grad()` that need a tensor as it was in the forward pass, after
    `optimizer.step()` or another write has changed it in place.

    ## Why is this bad?
    The call raises `RuntimeError: one of the variables needed for gradient computation has been modified by an
    inplace operation`, which names neither the write nor the tensor. It is often met by those who add
    `retain_graph=True` against the error of RTG101. With a fused optimiser (`fused=True`) there is no error at all:
    torch computes the gradient with the new weights, and it is wrong.

    ## Fix safety
    There is no automatic fix of its own: the forward is run again after the step, or, if the step is to apply these
    gradients, too, the backward moves before it. Where the detach() that RTG301 proposes for the same call mends both, it
    is the advice here as well, and the fix is that of RTG301.

    ## References
    - [Autograd mechanics: in-place correctness
      checks](https://docs.pytorch.org/docs/stable/notes/autograd.html#in-place-correctness-checks)
    """

    code = "RTG103"
    name = "backward-after-inplace-update"
    finding = StaleGraphTraversal
    examples = (
        Bad(
            "the generator's loss is older than the discriminator's step",
            """
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
            for _ in range(2):
                fake = G(torch.randn(16, 2))
                d_loss = D(fake.detach()).mean() - D(torch.randn(16, 4)).mean()
                g_loss = -D(fake).mean()  # note
                opt_d.zero_grad()
                d_loss.backward()
                opt_d.step()  # note
                opt_g.zero_grad()
                g_loss.backward()  # error
                opt_g.step()
            """,
            raises="modified by an inplace operation",
            fixed="""
            import torch
            from torch import nn

            G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
            opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
            for _ in range(2):
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
        Bad(
            "the graph is older than the loop that steps",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            loss = net(torch.randn(16, 4)).square().mean()  # note
            for _ in range(5):
                optimizer.zero_grad()
                loss.backward(retain_graph=True)  # error
                optimizer.step()  # note
            """,
            raises="modified by an inplace operation",
            fixed="""
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
            for _ in range(5):
                loss = net(torch.randn(16, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            """,
        ),
        Bad(
            "an activation is changed in place",
            """
            import torch
            from torch import nn

            net = nn.Linear(4, 8)
            h = torch.sigmoid(net(torch.randn(16, 4)))  # note
            h += 1  # note
            h.mean().backward()  # error
            """,
            raises="modified by an inplace operation",
            fixed="""
            import torch
            from torch import nn

            net = nn.Linear(4, 8)
            h = torch.sigmoid(net(torch.randn(16, 4)))
            h = h + 1
            h.mean().backward()
            """,
        ),
        Bad(
            "a fused step is not even noticed",
            """
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1, fused=True)
            x = torch.randn(16, 4)
            loss1 = net(x).square().mean()
            loss2 = net(x).abs().mean()  # note
            loss1.backward()
            optimizer.step()  # note
            optimizer.zero_grad()
            loss2.backward()  # error
            optimizer.step()
            """,
            wastes=Waste.WRONG_GRADIENT,
            fixed="""
            import torch
            from torch import nn

            net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            optimizer = torch.optim.SGD(net.parameters(), lr=0.1, fused=True)
            x = torch.randn(16, 4)
            loss1 = net(x).square().mean()
            loss1.backward()
            optimizer.step()
            optimizer.zero_grad()
            loss2 = net(x).abs().mean()
            loss2.backward()
            optimizer.step()
            """,
        ),
        Good(
            "both calls come before both steps",
            """
            import torch
            from torch import nn

            trunk, left, right = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
            opt_left = torch.optim.SGD([*trunk.parameters(), *left.parameters()], lr=0.1)
            opt_right = torch.optim.SGD(right.parameters(), lr=0.1)
            h = torch.tanh(trunk(torch.randn(16, 4)))
            loss = left(h).square().mean() + right(h).square().mean()
            loss.backward()
            opt_left.step()
            opt_right.step()
            """,
        ),
        Good(
            "exp needs its result, which is not what changes",
            """
            import torch
            from torch import nn

            net = nn.Linear(4, 8)
            h = net(torch.randn(16, 4))
            y = h.exp()
            h += 1
            y.mean().backward()
            """,
        ),
    )

    def describe(self, finding: StaleGraphTraversal) -> str:
        here = finding.site.location
        write, line = cite(_as_statement(finding.write), here), name_line(finding.built.location, here)
        what, loss = quote_name(finding.what), name_loss(finding.site)
        if finding.silent:
            return f"the gradient is wrong: fused {write} changed `{finding.what}` after the forward pass ({line})"
        if finding.carried:
            return f"{write} changed {what} in place, which the graph of an earlier iteration needs ({line})"
        if finding.written_by_step:
            weights, graph = f"changed weights of {what} in place that", f"{loss} was computed with"
            short, late = "changed weights in place that", name_line(finding.write.location, here)
            ways = (f"{write} {weights} {graph} ({line})", f"{write} {short} {graph} ({line})")
            return first_fitting(finding, *ways, f"{late} {short} {graph} ({line})", bare=f"{late} {short} {graph}")
        return f"{write} changed {what} in place, which {loss} needs for its gradient ({line})"

    def advise(self, finding: StaleGraphTraversal, source: SourceReader) -> str:
        return _advise(finding) if finding.spared is None else use_detached(finding, finding.spared, source)

    def annotate(self, finding: StaleGraphTraversal) -> tuple[str, ...]:
        """Called before the step, the site would leave its gradients to it: a leak, unless that is meant."""
        if not finding.written_by_step or finding.silent:
            return ()
        if _is_loaded(finding):
            return ("retain_graph=True cannot help",)
        line = name_line(finding.write.location, finding.site.location)
        before = f"or call {quote(finding.site.text)} before {line}, if that step is to apply its gradients, too"
        late = finding.before_loop or finding.carried or finding.spared is not None
        return ("retain_graph=True cannot help",) if late else (before, "retain_graph=True cannot help")

    def relate(self, finding: StaleGraphTraversal) -> tuple[RelatedLocation, ...]:
        return (
            *relate(f"{quote_name(finding.what)} is saved for backward here", finding.built),
            *relate("detach() here", finding.spared),
            *relate(f"{quote_name(finding.what)} is changed here", finding.write),
        )

    def excuse(self, finding: StaleGraphTraversal) -> str:
        if finding.written_by_step or finding.silent or finding.carried or finding.before_loop:
            return "no fix is made: the forward pass may be more than one statement"
        return "no fix is made: other names of the tensor would not show the change"


def _advise(finding: StaleGraphTraversal) -> str:
    here = finding.site.location
    built, write = (name_line(event.location, here) for event in (finding.built, finding.write))
    if finding.carried:
        return "detach what the next iteration uses, or run its forward pass again"
    if finding.before_loop:  # the write may be that of an earlier iteration
        return f"run the forward pass ({built}) again in each iteration"
    if _is_loaded(finding):
        return f"call {quote(finding.write.text)} after {quote(finding.site.text)}"
    if finding.written_by_step:
        return f"run the forward pass ({built}) after {cite(finding.write, here)}"
    if match := _IN_PLACE.fullmatch(finding.write.text):
        target, operator, value = match.groups()
        return f"use {quote(f'{target} = {target} {operator} {value}')} on {write}"
    named = re.search(rf"(?<![\w.]){re.escape(finding.what)}(?!\w)", finding.write.text) and finding.what
    if named and built != write:  # what the same line has saved would be the clone
        return f"before {write}: {quote(f'{finding.what} = {finding.what}.clone()')}"
    if _TOLD_TO.search(finding.write.text):
        return f"use `inplace=False` {at_line(finding.write.location, here)}"
    return f"write the result of {write} to a new tensor"


def _is_loaded(finding: StaleGraphTraversal) -> bool:
    """Were the weights loaded, by which no gradients are applied? Then it can wait."""
    return ".load_state_dict(" in finding.write.text and not finding.carried and not finding.before_loop


def _as_statement(write: Event) -> Event:
    """The write of an element with a sign that it is one: its place is that of the element."""
    is_element = write.text.endswith("]") and not _AUGMENTED.search(write.text)
    return replace(write, text=f"{write.text} = ...") if is_element else write
