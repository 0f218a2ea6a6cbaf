"""Calls that no run has reached, whose retain_graph is redundant by their text alone. Floor 3.

Torch retains by default what it creates a graph of (torch.autograd.backward: "Defaults to the value of create_graph"), so two
literal flags decide it whatever the tensors are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from retain_lint.diagnostic import Confidence
from retain_lint.domain.finding import RedundantRetain
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Site
from retain_lint.interpreter.verdicts.engine_like_calls import EngineLikeCall
from retain_lint.interpreter.verdicts.program_points import see_call


def find_redundant_texts(m: Analysis, like: Iterable[EngineLikeCall]) -> Iterator[RedundantRetain]:
    """The findings about calls of the engine that nothing has run."""
    ran = {id(site.instruction) for site in m.ledger.sites} | m.ledger.others.keys()
    source = m.program.sources[m.program.main]
    for one in like:
        if not one.named or one.foreign or id(one.call) in ran:
            continue
        site = see_call(m, Site(one.call, source.location(one.call.span), ()))
        words = {argument.keyword: argument for argument in site.arguments if argument.keyword}
        retain, create = words.get("retain_graph"), words.get("create_graph")
        if retain is not None and create is not None and retain.value == create.value == "True":
            yield RedundantRetain(site, Confidence.DEFINITE, (), retain, True)
