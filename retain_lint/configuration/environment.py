"""What the environment says of the configuration. Floor 5."""

from __future__ import annotations

import os
from dataclasses import replace

from retain_lint.configuration.options import Options
from retain_lint.configuration.values import know_key, parse_value

FORMAT_VARIABLE = "RETAIN_LINT_OUTPUT_FORMAT"
CACHE_VARIABLE = "RETAIN_LINT_CACHE_DIR"
_KEYS = {FORMAT_VARIABLE: "output-format", CACHE_VARIABLE: "cache-dir"}


def read_environment(options: Options) -> Options:
    """The options, and below them what the environment says. Raises ConfigError."""
    for variable, name in _KEYS.items():
        text, key = os.environ.get(variable), know_key(name)
        if text and getattr(options, key.field) is None:
            options = replace(options, **{key.field: parse_value(key, text, f"${variable}")})
    return options
