"""RTG102: the freed graph was built in an earlier iteration, or before the loop. Floor 4."""

from __future__ import annotations

import ast
from dataclasses import replace

from retain_lint.diagnostic import Applicability, Fix, RelatedLocation
from retain_lint.domain.finding import FreedGraphTraversal
from retain_lint.domain.history import Event
from retain_lint.fixes.passage import SourceReader
from retain_lint.fixes.statements import find_statement
from retain_lint.rules.base import Rule
from retain_lint.rules.cures import rebind_after, use_detached
from retain_lint.rules.examples import Bad, Good
from retain_lint.rules.proposals import propose_detach, propose_detached_name
from retain_lint.rules.wording import cite, first_fitting, name_line, name_lines, name_loss, quote, relate

_LONGEST_STATEMENT = 60


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
    It is offered when one expression carries the graph over: there, or below the call when an inner loop repeats the
    expression, whose own iterations stay connected.

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
        Bad(
            "probabilities of old actions keep their history",
            """
            import torch
            from torch import nn
            from torch.distributions import Categorical

            policy = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
            optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
            states, advantages = torch.randn(16, 4), torch.randn(16)
            actions = torch.randint(2, (16,))
            old = Categorical(logits=policy(states)).log_prob(actions)  # note
            for _ in range(3):
                new = Categorical(logits=policy(states)).log_prob(actions)
                loss = -((new - old).exp() * advantages).mean()  # note
                optimizer.zero_grad()
                loss.backward()  # error
                optimizer.step()
            """,
            raises="Trying to backward through the graph a second time",
            fixed="""
            import torch
            from torch import nn
            from torch.distributions import Categorical

            policy = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
            optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
            states, advantages = torch.randn(16, 4), torch.randn(16)
            actions = torch.randint(2, (16,))
            old = Categorical(logits=policy(states)).log_prob(actions)  # note
            for _ in range(3):
                new = Categorical(logits=policy(states)).log_prob(actions)
                loss = -((new - old.detach()).exp() * advantages).mean()  # note
                optimizer.zero_grad()
                loss.backward()  # error
                optimizer.step()
            """,
            applicability=Applicability.UNSAFE,
        ),
        Bad(
            "a rollout goes on from the last one",
            """
            import torch
            from torch import nn

            cell = nn.GRUCell(4, 8)
            optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
            h = torch.zeros(16, 8)
            for _ in range(3):
                outputs = []
                for _ in range(3):
                    h = cell(torch.randn(16, 4), h)  # note
                    outputs.append(h)
                optimizer.zero_grad()
                torch.stack(outputs).square().mean().backward()  # error
                optimizer.step()
            """,
            raises="Trying to backward through the graph a second time",
            fixed="""
            import torch
            from torch import nn

            cell = nn.GRUCell(4, 8)
            optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
            h = torch.zeros(16, 8)
            for _ in range(3):
                outputs = []
                for _ in range(3):
                    h = cell(torch.randn(16, 4), h)  # note
                    outputs.append(h)
                optimizer.zero_grad()
                torch.stack(outputs).square().mean().backward()  # error
                h = h.detach()
                optimizer.step()
            """,
            applicability=Applicability.UNSAFE,
        ),
        Bad(
            "the probabilities of earlier episodes stay in the list",
            """
            import torch
            from torch import nn

            policy = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2), nn.LogSoftmax(0))
            optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
            log_probs = []
            for _ in range(3):
                for _ in range(5):
                    log_probs.append(policy(torch.randn(4))[0])  # note
                optimizer.zero_grad()
                (-torch.stack(log_probs).sum()).backward()  # error
                optimizer.step()
            """,
            raises="Trying to backward through the graph a second time",
            fixed="""
            import torch
            from torch import nn

            policy = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2), nn.LogSoftmax(0))
            optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
            log_probs = []
            for _ in range(3):
                for _ in range(5):
                    log_probs.append(policy(torch.randn(4))[0])
                optimizer.zero_grad()
                (-torch.stack(log_probs).sum()).backward()
                optimizer.step()
                log_probs.clear()
            """,
        ),
        Bad(
            "losses of one forward, one after the other",
            """
            import torch
            from torch import nn

            model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            output = model(torch.randn(16, 4))  # note
            for loss in (output.square().mean(), output.abs().mean()):
                loss.backward()  # error
            optimizer.step()
            """,
            raises="Trying to backward through the graph a second time",
            fixed="""
            import torch
            from torch import nn

            model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            output = model(torch.randn(16, 4))
            (output.square().mean() + output.abs().mean()).backward()
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
        if finding.buffer is not None and not _is_cut_off(finding):
            return f"{quote(finding.buffer.receiver)} still holds the graphs of earlier iterations, which are freed"
        if finding.before_loop:
            name = finding.boundary.text if finding.boundary else ""
            named = replace(finding.built, text=name) if name.replace(".", "").isidentifier() else finding.built
            return f"{cite(named, here)} is computed once before the loop; the first iteration frees its graph"
        loop = "outer loop's previous iteration" if finding.outer else "previous iteration"
        if finding.boundary is None:
            through = f"{quote(finding.site.text)} goes through the {loop}'s graph of"
            built, bare = cite(finding.built, here), f"{through} {quote(finding.built.text)}, which is freed"
            return first_fitting(finding, f"{through} {built}, which is freed", bare=bare)
        return f"{quote(finding.boundary.text)} still carries the graph of the {loop}, which is freed"

    def advise(self, finding: FreedGraphTraversal, source: SourceReader) -> str:
        return _advise(finding, source)

    def annotate(self, finding: FreedGraphTraversal) -> tuple[str, ...]:
        if not _is_cut_off(finding):
            return () if finding.buffer else ("detach() is enough if nothing is to be trained through it",)
        if finding.discarded:
            return ("no optimizer uses the gradients that this keeps out",)
        if finding.trained_anew:
            return ("each iteration trains the same parameters by a forward pass of its own",)
        if finding.beside:
            return (f"this keeps the gradients of {name_loss(finding.site)} out of {quote(finding.beside)}, too",)
        return ("retain_graph=True would go through all earlier iterations again",)

    def relate(self, finding: FreedGraphTraversal) -> tuple[RelatedLocation, ...]:
        itself = finding.freed_by.location == finding.site.location
        return (
            *relate("the graph is built here", finding.built),
            *relate(*_name_entry(finding)),
            *relate("its buffers are freed here", None if itself else finding.freed_at or finding.freed_by),
        )

    def fix(self, finding: FreedGraphTraversal, source: SourceReader) -> Fix | None:
        if finding.boundary is None or not _is_cut_off(finding):
            return None
        if finding.repeated:
            return propose_detached_name(finding, Applicability.UNSAFE, finding.boundary, source)
        return propose_detach(finding, Applicability.UNSAFE, finding.boundary, source)

    def excuse(self, finding: FreedGraphTraversal) -> str:
        place, site = finding.boundary, finding.site
        if not _is_cut_off(finding):
            return "no fix is made: all else that is done there would be done in each iteration, too"
        if place is None:
            return "no fix is made: no one expression carries the graph on"
        if (place.location.path, place.location.cell) != (site.location.path, site.location.cell):
            return "no fix is made: what is to be detached is not in this file"
        if finding.repeated and place.calls != site.calls:
            return f"no fix is made: {quote(place.text)} belongs to another function than the call"
        return f"no fix is made: it is not known how {quote(place.text)} holds its tensors"


def _name_entry(finding: FreedGraphTraversal) -> tuple[str, Event | None]:
    if finding.repeated:
        return "it is carried into the next iteration here", finding.boundary
    return "detach() here", finding.boundary if _is_cut_off(finding) else None


def _is_cut_off(finding: FreedGraphTraversal) -> bool:
    """Whether detach() is the advice; a forward that alone trains something moves into the loop instead."""
    return finding.discarded or finding.trained_anew or not (finding.before_loop or finding.only_way or finding.buffer)


def _name_places(finding: FreedGraphTraversal) -> str:
    return name_lines(finding.places or (finding.built.location,), finding.site.location)


def _cite_only(finding: FreedGraphTraversal, source: SourceReader) -> str:
    """The assignment that has to run in each iteration, if there is one alone and it is short."""
    here, places = finding.site.location, finding.places or (finding.built.location,)
    if len(places) != 1 or (places[0].path, places[0].cell) != (here.path, here.cell):
        return ""
    statement = find_statement(places[0], source)
    if statement is None or not isinstance(statement.tree, ast.Assign) or statement.tree.end_lineno != 1:
        return ""
    text = source.slice(statement.location.span).strip().encode()[: statement.tree.end_col_offset].decode()
    return f"{quote(text)} ({name_line(places[0], here)})" if len(text) <= _LONGEST_STATEMENT else ""


def _advise(finding: FreedGraphTraversal, source: SourceReader) -> str:
    """Never retain_graph, which would go through every earlier iteration once more."""
    if finding.computed_before and finding.before_loop and finding.write is None:
        retain = "pass `retain_graph=True` in all iterations but the last"
        return f"call backward() once, on the sum of the losses, or {retain}" if finding.adjacent else retain
    if finding.buffer and not finding.discarded:
        return f"after {quote(finding.site.text)}: {quote(finding.buffer.receiver + '.clear()')}"
    if not _is_cut_off(finding):
        move = "run {} again in each iteration" if finding.apart or finding.only_way else "move {} into the loop"
        return move.format(_cite_only(finding, source) or _name_places(finding))
    if finding.boundary is None:
        what = f"the result of {_name_places(finding)}" if finding.before_loop else "what the next iteration uses"
        return f"detach {what}"
    if finding.repeated:
        return rebind_after(finding, finding.boundary, finding.site)
    return use_detached(finding, finding.boundary, source)
