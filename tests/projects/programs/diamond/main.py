"""A diamond: super() in the left class leads to the right one, not to the common base."""
from models import Both

Both().compute()
