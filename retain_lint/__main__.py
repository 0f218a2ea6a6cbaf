"""`python -m retain_lint`. Floor 6."""

import sys

from retain_lint.cli.main import main

sys.exit(main())
