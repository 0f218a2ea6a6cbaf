"""The configuration keys: one table for TOML, `setup.cfg`, the command line and the JSON schema. Floor 5."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from retain_lint.diagnostic import Confidence

OUTPUT_FORMATS = (
    "text",
    "full",
    "concise",
    "grouped",
    "json",
    "json-lines",
    "junit",
    "github",
    "gitlab",
    "azure",
    "pylint",
    "html",
    "rdjson",
    "sarif",
)


class Kind(Enum):
    """What a key holds; the value is how the command line writes it in a usage text."""

    SELECTORS = "RULES"
    PATTERNS = "PATTERNS"
    PATTERN_RULES = "PATTERN:RULES"
    FLAG = "true or false"
    CHOICE = "NAME"
    PATH = "FILE"
    FOLDER = "DIR"
    COUNT = "N"


class Group(Enum):
    """The part of `check --help` that lists a key; FILE: only a configuration file can hold it."""

    RULES = "rules"
    FIXES = "fixes"
    FILES = "files"
    OUTPUT = "output"
    RUN = "run"
    FILE = "configuration"


@dataclass(frozen=True, slots=True)
class Key:
    """One key. `name` is in kebab case, as in TOML and, behind two dashes, on the command line."""

    name: str
    kind: Kind
    group: Group
    help: str
    choices: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        """The name of the field of `Options` that holds it."""
        return self.name.replace("-", "_")


KEYS = (
    Key("extend", Kind.PATH, Group.FILE, "another configuration file, whose keys this one comes on top of"),
    Key("select", Kind.SELECTORS, Group.RULES, "report only these rules"),
    Key("ignore", Kind.SELECTORS, Group.RULES, "do not report these rules"),
    Key("extend-select", Kind.SELECTORS, Group.RULES, "report these rules too"),
    Key("extend-ignore", Kind.SELECTORS, Group.RULES, "the same as ignore, which never replaces"),
    Key("per-file-ignores", Kind.PATTERN_RULES, Group.RULES, "rules that are off in some files"),
    Key("extend-per-file-ignores", Kind.PATTERN_RULES, Group.RULES, "the same, beside those of weaker sources"),
    Key(
        "min-confidence",
        Kind.CHOICE,
        Group.RULES,
        "`conditional` shows findings that hold on some paths only, too",
        tuple(confidence.value for confidence in Confidence),
    ),
    Key("baseline", Kind.PATH, Group.RULES, "a file of known findings, which are not reported"),
    Key("fix", Kind.FLAG, Group.FIXES, "apply the safe fixes"),
    Key("fix-only", Kind.FLAG, Group.FIXES, "apply the safe fixes, and do not report what is left"),
    Key("show-fixes", Kind.FLAG, Group.FIXES, "list what was fixed, by file and rule"),
    Key("unsafe-fixes", Kind.FLAG, Group.FIXES, "fix and show also what changes what is computed"),
    Key("fixable", Kind.SELECTORS, Group.FIXES, "fix only findings of these rules"),
    Key("unfixable", Kind.SELECTORS, Group.FIXES, "do not fix findings of these rules"),
    Key("exclude", Kind.PATTERNS, Group.FILES, "leave out these paths (replaces the defaults)"),
    Key("extend-exclude", Kind.PATTERNS, Group.FILES, "leave out these paths too"),
    Key("force-exclude", Kind.FLAG, Group.FILES, "leave out excluded paths even when they are given"),
    Key("respect-gitignore", Kind.FLAG, Group.FILES, "leave out what .gitignore names (default)"),
    Key("output-format", Kind.CHOICE, Group.OUTPUT, "how findings are written", OUTPUT_FORMATS),
    Key("jobs", Kind.COUNT, Group.RUN, "processes to use, or `auto` for the number of cores (default)"),
    Key(
        "cache-dir",
        Kind.FOLDER,
        Group.RUN,
        "keep results there (default: .retain_lint_cache at the top of the project)",
    ),
)


def find_key(name: str) -> Key | None:
    """The key of this name."""
    return next((key for key in KEYS if key.name == name), None)
