"""RTG103: the graph is alive, but what it saved has changed. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import RelatedLocation
from retain_lint.domain.finding import StaleGraphTraversal
from retain_lint.rules.base import Rule
from retain_lint.rules.examples import Bad, Good, Waste
from retain_lint.rules.wording import cite, name_line, quote, quote_name, relate


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
    There is no automatic fix: either the backward moves before the step, or the forward is run again after it.

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
        call, what, write = quote(finding.site.text), quote_name(finding.what), cite(finding.write, here)
        built = name_line(finding.forward or finding.built.location, here)
        if finding.silent:
            error = f"{call} computes a wrong gradient without an error, since it needs {what} as on {built}"
            return f"{error} and the fused {write} has changed it: {_advise(finding)}"
        if finding.carried:
            error = f"{call} reaches the graph that an earlier iteration built on {built}"
            return f"{error}, but {write} has changed {what} in place since: {_advise(finding)}"
        return f"{call} needs {what} as it was on {built}, but {write} has changed it in place: {_advise(finding)}"

    def relate(self, finding: StaleGraphTraversal) -> tuple[RelatedLocation, ...]:
        return (
            *relate(f"{quote_name(finding.what)} is saved for backward", finding.built),
            *relate(f"{quote_name(finding.what)} is changed", finding.write),
        )


def _advise(finding: StaleGraphTraversal) -> str:
    here = finding.site.location
    built = name_line(finding.forward or finding.built.location, here)
    write = name_line(finding.update or finding.write.location, here)
    if finding.carried:
        return "detach() what is carried over, or run its forward again; retain_graph=True cannot help"
    if finding.written_by_step:
        warning = "" if finding.silent else "; retain_graph=True cannot help"
        if finding.before_loop:  # the write may be that of an earlier iteration
            return f"run {built} again after it{warning}"
        return f"call backward before {write}, or run {built} again after it{warning}"
    return f"write the result of {write} to a new tensor, or call backward before it"
