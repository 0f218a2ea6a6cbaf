"""Two files import each other; a third is missing."""
try:
    import missing_logger
except ImportError:
    missing_logger = None

from first import First

First().train()
