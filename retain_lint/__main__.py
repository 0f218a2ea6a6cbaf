"""`python -m retain_lint`. Floor 6."""

import os
import sys

# Python looks for modules in the folder where it starts: what is checked there is not to run.
if sys.path[0] in ("", os.getcwd()):
    del sys.path[0]

from retain_lint.cli.main import main  # noqa: E402

sys.exit(main())
