"""The package imports what imports the package: whichever file is checked, the script finds both classes."""

from policies.base import Policy
from policies.greedy import Greedy

__all__ = ["Greedy", "Policy"]
