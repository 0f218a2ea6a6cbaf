"""RTG900: a comment that silences nothing. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability, Severity
from retain_lint.rules.documentation import Documented
from retain_lint.rules.examples import Bad, Good

_PROGRAM = """
import torch

x = torch.ones(2, requires_grad=True)
(x * x).sum().backward(){}
"""


class UnusedNoqa(Documented):
    """
    ## What it does
    Finds codes of this tool in `# noqa` comments where there is no finding to silence, and `# retain-lint: noqa` comments
    that silence nothing. Comments of other tools and a bare `# noqa` are left alone, and so are codes of rules that are off.

    ## Why is this bad?
    The comment says that something is wrong here on purpose, which is no longer so; and it will silence the next finding on
    this line, which nobody has looked at.

    ## Fix safety
    Safe: the code, or the whole comment if nothing else is left of it, is removed.

    ## References
    - [flake8: selecting and ignoring violations](https://flake8.pycqa.org/en/latest/user/violations.html)
    """

    code = "RTG900"
    name = "unused-noqa"
    severity = Severity.WARNING
    examples = (
        Bad(
            "nothing to silence",
            _PROGRAM.format("  # noqa: RTG201  # error"),
            fixed=_PROGRAM.format(""),
            applicability=Applicability.SAFE,
        ),
        Good("a comment for another tool", _PROGRAM.format("  # noqa: E501")),
    )
