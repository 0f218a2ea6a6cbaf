"""What the configuration comes down to, and its schema against the reader of configuration files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from retain_lint.configuration.keys import KEYS
from retain_lint.configuration.sources import parse_toml, read_options
from retain_lint.configuration.values import ConfigError
from tests.commands import FREED, run_lint, write_files

SCHEMA = Path(__file__).parents[2] / "docs" / "retain-lint.schema.json"


def show(folder: Path, *arguments: str) -> list[str]:
    run = run_lint("config", *arguments, cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.splitlines()


def test_without_a_configuration(tmp_path: Path) -> None:
    lines = show(tmp_path, "--isolated", "--show")
    assert lines[0] == "# configuration file: none"
    assert "# rules that are off: RTG203 RTG204" in lines and 'min-confidence = "definite"' in lines
    assert not any("every form" in line or "baseline" in line for line in lines)


def test_what_holds_for_a_path(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    write_files(tmp_path / "tests", some=FREED)
    (tmp_path / "base.toml").write_text("extend-select = ['RTG203']\nunfixable = ['RTG1']\n", encoding="utf-8")
    (tmp_path / "retain-lint.toml").write_text(
        "extend = 'base.toml'\nbaseline = 'known.json'\njobs = 2\nper-file-ignores = {'tests/*' = ['RTG1']}\n",
        encoding="utf-8",
    )
    lines = show(tmp_path, "--config", "fix=true")
    assert lines[0] == f"# configuration file: {tmp_path / 'retain-lint.toml'}"
    assert "# rules that are off: RTG204" in lines and "# rules that are on in every form: RTG203" in lines
    assert "# rules that are not fixed: RTG101 RTG102 RTG103 RTG104" in lines
    values = parse_toml("\n".join(lines))
    assert values["fix"] is True and values["jobs"] == 2 and values["baseline"] == str(tmp_path / "known.json")
    assert '# per-file-ignores: "tests/*" = ["RTG1"]' in lines
    off = "# rules that are off: RTG101 RTG102 RTG103 RTG104 RTG204"
    assert off in show(tmp_path, "tests/some.py")


def test_errors_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "retain-lint.toml").write_text("select = ['ABC']\n", encoding="utf-8")
    for arguments in ([], ["absent.py"], ["--show", "--schema"]):
        run = run_lint("config", *arguments, cwd=tmp_path)
        assert run.returncode == 2 and run.stderr.startswith("retain-lint: ") and run.stderr.count("\n") == 1


def test_the_schema_in_the_repository_is_the_one_that_is_printed(tmp_path: Path) -> None:
    assert run_lint("config", "--schema", cwd=tmp_path).stdout == SCHEMA.read_text(encoding="utf-8")
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    assert list(schema["properties"]) == [key.name for key in KEYS]


VALUES: list[Any] = [
    True,
    1,
    0,
    3,
    1.5,
    "auto",
    "json",
    "conditional",
    "x",
    [],
    ["RTG1"],
    ["a", 1],
    {},
    {"a": ["RTG1"]},
]
VALUES += [{"a": "RTG1"}, {"a": [1]}]


@pytest.mark.parametrize("key", [*(key.name for key in KEYS), "unknown"])
@pytest.mark.parametrize("value", VALUES, ids=str)
def test_the_schema_and_the_reader_agree(tmp_path: Path, key: str, value: Any) -> None:
    validator = jsonschema.Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    path = tmp_path / "retain-lint.toml"
    text = json.dumps(value).replace('": ', '" = ')
    path.write_text(f"{key} = {text}\n", encoding="utf-8")
    try:
        read_options(path)
    except ConfigError:
        assert not validator.is_valid({key: value})
    else:
        assert validator.is_valid({key: value})


def test_every_key_is_documented() -> None:
    page = (SCHEMA.parent / "configuration.md").read_text(encoding="utf-8")
    for key in KEYS:
        assert f"| `{key.name}` | " in page and f" | {key.help} |\n" in page
