"""The JSON schema of `retain-lint.toml` and of the table in `pyproject.toml`, made from the table of keys. Floor 5."""

from __future__ import annotations

from retain_lint.configuration.keys import KEYS, Key, Kind
from retain_lint.configuration.values import AUTO

_DRAFT = "http://json-schema.org/draft-07/schema#"
_STRINGS: dict[str, object] = {"type": "array", "items": {"type": "string"}}
_TYPES: dict[Kind, dict[str, object]] = {
    Kind.SELECTORS: _STRINGS,
    Kind.PATTERNS: _STRINGS,
    Kind.PATTERN_RULES: {"type": "object", "additionalProperties": _STRINGS},
    Kind.FLAG: {"type": "boolean"},
    Kind.PATH: {"type": "string"},
    Kind.FOLDER: {"type": "string"},
    Kind.COUNT: {"anyOf": [{"type": "integer", "minimum": 1}, {"enum": [AUTO]}]},
}


def make_schema() -> dict[str, object]:
    """The schema, draft 7, as editors and SchemaStore take it. What a selector names is not checked."""
    return {
        "$schema": _DRAFT,
        "title": "retain-lint",
        "description": "The configuration of retain-lint",
        "type": "object",
        "additionalProperties": False,
        "properties": {key.name: {"description": key.help, **_describe(key)} for key in KEYS},
    }


def _describe(key: Key) -> dict[str, object]:
    return {"enum": list(key.choices)} if key.kind is Kind.CHOICE else _TYPES[key.kind]
