"""RTG901: a comment that names a rule that does not exist. Floor 4."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability, Severity
from retain_lint.rules.documentation import Documented
from retain_lint.rules.examples import Bad, Good

_PROGRAM = """
import torch

x = torch.ones(2, requires_grad=True)
y = (x * x).sum()
y.backward()
y.backward(){}
"""


class UnknownNoqaCode(Documented):
    """
    ## What it does
    Finds codes that begin with `RTG` in `# noqa` comments, and names and codes in `# retain-lint: noqa` comments, that no rule
    has, and `# retain-lint:` comments that are no such comment.

    ## Why is this bad?
    The comment silences nothing, or not what was meant.

    ## Fix safety
    Safe: the code is replaced by the one that was probably meant, or removed if there is none. Only the comment changes.

    ## References
    - [flake8: selecting and ignoring violations](https://flake8.pycqa.org/en/latest/user/violations.html)
    """

    code = "RTG901"
    name = "unknown-noqa-code"
    severity = Severity.WARNING
    examples = (
        Bad(
            "a slip of the pen",
            _PROGRAM.format("  # noqa: RTG1O1  # error"),
            fixed=_PROGRAM.format("  # noqa: RTG101"),
            applicability=Applicability.SAFE,
        ),
        Good("a rule of another tool", _PROGRAM.format("  # noqa: E501, RTG101")),
    )
