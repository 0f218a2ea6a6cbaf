"""Which configuration file counts, and what may stand in it."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from retain_lint.configuration.keys import KEYS
from retain_lint.configuration.options import DEFAULT_EXCLUDE, Excludes, Options, PatternIgnores, Settings
from retain_lint.configuration.rule_selection import Layer
from retain_lint.configuration.settings_finder import SettingsFinder
from retain_lint.configuration.sources import read_options
from retain_lint.configuration.values import ConfigError
from retain_lint.diagnostic import Confidence
from tests.commands import FREED, RETAINED, check_json, run_lint, write_files


def find(folder: Path, **options: object) -> SettingsFinder:
    return SettingsFinder(Options(folder, **options))  # type: ignore[arg-type]


def test_every_key(tmp_path: Path) -> None:
    path = tmp_path / "retain-lint.toml"
    path.write_text(
        """
        select = ["RTG1"]
        ignore = ["RTG102"]
        extend-select = ["RTG201"]
        extend-ignore = ["RTG103"]
        fixable = ["ALL"]
        unfixable = ["RTG101"]
        exclude = ["a"]
        extend-exclude = ["./b/*.py"]
        force-exclude = true
        respect-gitignore = false
        output-format = "json"
        min-confidence = "conditional"
        baseline = "known.json"
        fix = true
        fix-only = true
        show-fixes = true
        unsafe-fixes = true
        jobs = 3
        cache-dir = "results"
        [per-file-ignores]
        "./tests/**" = ["RTG2", "RTG3"]
        [extend-per-file-ignores]
        "!train/**" = ["RTG1"]
        """,
        encoding="utf-8",
    )
    settings = find(tmp_path).find(tmp_path)
    assert settings == Settings(
        tmp_path,
        path,
        (Layer(("RTG1",), ("RTG102", "RTG103"), ("RTG201",), ("ALL",), ("RTG101",), str(path)), Layer()),
        (
            PatternIgnores(tmp_path, "/tests/**", ("RTG2", "RTG3"), str(path)),
            PatternIgnores(tmp_path, "!train/**", ("RTG1",), str(path)),
        ),
        (Excludes(tmp_path, ("a",)), Excludes(tmp_path, ("/b/*.py",))),
        force_exclude=True,
        respect_gitignore=False,
        output_format="json",
        min_confidence=Confidence.CONDITIONAL,
        baseline=tmp_path / "known.json",
        fix=True,
        fix_only=True,
        show_fixes=True,
        unsafe_fixes=True,
        jobs=3,
        cache_dir=tmp_path / "results",
    )
    written = {key.name for key in KEYS if f"{key.name} = " in path.read_text(encoding="utf-8")}
    assert written | {"extend", "per-file-ignores", "extend-per-file-ignores"} == {key.name for key in KEYS}


def test_the_keys_are_the_fields_of_the_options() -> None:
    assert [key.field for key in KEYS] == [field.name for field in fields(Options)][2:]


def test_setup_cfg_and_tox_ini_say_the_same(tmp_path: Path) -> None:
    text = """
[retain-lint]
select = RTG1, RTG2
    missing-detach
ignore = RTG102
per-file-ignores =
    tests/*.py: RTG2,RTG3
    ./train/**:RTG1
exclude = a, b
fix = yes
min-confidence = conditional
jobs = auto
"""
    for name in ("setup.cfg", "tox.ini"):
        path = tmp_path / name
        path.write_text(f"[other]\nx = %(y)s\n{text}", encoding="utf-8")
        settings = find(tmp_path).find(tmp_path)
        assert settings.source == path
        assert settings.layers[0] == Layer(("RTG1", "RTG2", "missing-detach"), ("RTG102",), origin=str(path))
        assert [(ignores.pattern, ignores.selectors) for ignores in settings.per_file_ignores] == [
            ("tests/*.py", ("RTG2", "RTG3")),
            ("/train/**", ("RTG1",)),
        ]
        assert settings.excludes == (Excludes(tmp_path, ("a", "b")),)
        assert (settings.fix, settings.min_confidence, settings.jobs) == (True, Confidence.CONDITIONAL, 0)
        path.unlink()
    (tmp_path / "setup.cfg").write_text("[metadata]\nname = retain-lint\n", encoding="utf-8")
    assert find(tmp_path).find(tmp_path).source is None


def test_extended_files_lie_below(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "base.toml").write_text("select = ['RTG1']\nextend-exclude = ['x']\nfix = true\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        "[tool.retain-lint]\nextend = 'base.toml'\nignore = ['RTG102']\n[tool.retain-lint.per-file-ignores]\na = ['RTG1']\n",
        encoding="utf-8",
    )
    (tmp_path / "inner" / "retain-lint.toml").write_text(
        "extend = '../pyproject.toml'\nfix = false\n", encoding="utf-8"
    )
    settings = find(tmp_path).find(tmp_path / "inner")
    assert [layer.select for layer in settings.layers] == [("RTG1",), None, None, None]
    assert settings.layers[1].ignore == ("RTG102",) and settings.fix is False
    assert settings.excludes == (Excludes(tmp_path / "inner", DEFAULT_EXCLUDE), Excludes(tmp_path, ("x",)))
    assert settings.per_file_ignores == (PatternIgnores(tmp_path, "a", ("RTG1",), str(tmp_path / "pyproject.toml")),)


@pytest.mark.parametrize(
    ("extend", "message"),
    [
        ("absent.toml", "`extend`: {}/absent.toml is no file"),
        ("retain-lint.toml", "`extend` leads back to this file"),
        ("pyproject.toml", "`extend`: {}/pyproject.toml has no section for retain-lint"),
    ],
)
def test_what_cannot_be_extended(tmp_path: Path, extend: str, message: str) -> None:
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    path = tmp_path / "retain-lint.toml"
    path.write_text(f"extend = '{extend}'\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        find(tmp_path).find(tmp_path)
    assert str(caught.value) == f"{path}: {message.format(tmp_path)}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("selekt = ['RTG1']", "unknown key `selekt`; did you mean `select`?"),
        ("min_confidence = 'definite'", "unknown key `min_confidence`; did you mean `min-confidence`?"),
        ("xyz = 1", "unknown key `xyz` (known: "),
        ("jobs = 0", "`jobs` must be a whole number of at least 1, or `auto`, not `0`"),
        ("jobs = true", "`jobs` must be a whole number of at least 1, or `auto`, not a boolean"),
        ("baseline = ['x']", "`baseline` must be a path, not a list"),
        ("select = 'RTG1'", "`select` must be a list of strings, not a string"),
        ("select = [1]", "`select` must be a list of strings, but holds a number"),
        ("per-file-ignores = ['a']", "`per-file-ignores` must be a table of lists of strings"),
        ("per-file-ignores = {'a' = 'RTG1'}", "`per-file-ignores.a` must be a list of strings"),
        ("output-format = 'jso'", "`output-format` must be one of text, "),
        ("min-confidence = 'sure'", "`min-confidence` must be one of definite, conditional"),
        ("unsafe-fixes = 1", "`unsafe-fixes` must be true or false"),
        ("select = [", ""),
        ("root = 'x'", "unknown key `root`"),
    ],
)
def test_errors_name_the_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / ".retain-lint.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        read_options(path)
    assert str(caught.value).startswith(f"{path}: {message}") and "\n" not in str(caught.value)
    run = run_lint("check", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "") and run.stderr.startswith(f"retain-lint: {path}: ")
    assert run_lint("check", "--isolated", cwd=tmp_path).returncode == 0


def test_unknown_selector_in_a_file_names_it(tmp_path: Path) -> None:
    (tmp_path / "retain-lint.toml").write_text("ignore = ['ABC']", encoding="utf-8")
    run = run_lint("check", cwd=tmp_path)
    expected = f"retain-lint: {tmp_path / 'retain-lint.toml'}: `ignore`: no rule is called `ABC`\n"
    assert (run.returncode, run.stderr) == (2, expected)


def test_closest_file_is_used_alone(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.retain-lint]\nignore = ['RTG1']\n", encoding="utf-8")
    (tmp_path / "a" / "retain-lint.toml").write_text("extend-select = ['RTG203']\n", encoding="utf-8")
    finder = find(tmp_path)
    assert finder.find(tmp_path).layers[0].ignore == ("RTG1",)
    assert finder.find(inner).layers[0].ignore == ()
    assert finder.find(inner).layers[0].extend_select == ("RTG203",)


def test_order_of_names_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.retain-lint]\nselect = ['RTG1']\n", encoding="utf-8")
    assert find(tmp_path).find(tmp_path).layers[0].select == ("RTG1",)
    (tmp_path / "retain-lint.toml").write_text("select = ['RTG2']\n", encoding="utf-8")
    assert find(tmp_path).find(tmp_path).layers[0].select == ("RTG2",)
    (tmp_path / ".retain-lint.toml").write_text("select = ['RTG3']\n", encoding="utf-8")
    assert find(tmp_path).find(tmp_path).layers[0].select == ("RTG3",)


def test_pyproject_without_our_table_does_not_count(tmp_path: Path) -> None:
    inner = tmp_path / "a"
    inner.mkdir()
    (tmp_path / "retain-lint.toml").write_text("select = ['RTG2']\n", encoding="utf-8")
    (inner / "pyproject.toml").write_text("[tool.other]\nname = 'retain-lint'\n", encoding="utf-8")
    assert find(tmp_path).find(inner).layers[0].select == ("RTG2",)
    (inner / "pyproject.toml").write_text("this is no TOML", encoding="utf-8")
    assert find(tmp_path).find(inner).layers[0].select == ("RTG2",)


def test_each_file_has_the_configuration_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    write_files(tmp_path / "a", x=FREED, y=RETAINED)
    write_files(tmp_path / "b", x=FREED, y=RETAINED)
    (tmp_path / "b" / "retain-lint.toml").write_text("ignore = ['RTG101']\n", encoding="utf-8")
    found = [(Path(entry["filename"]).parent.name, entry["code"]) for entry in check_json(cwd=tmp_path)]
    assert found == [("a", "RTG101"), ("a", "RTG201"), ("b", "RTG201")]
    assert len(check_json("--isolated", cwd=tmp_path)) == 4


def test_config_flag(tmp_path: Path) -> None:
    write_files(tmp_path, x=FREED, y=RETAINED)
    (tmp_path / "retain-lint.toml").write_text("select = ['RTG101']\n", encoding="utf-8")
    (tmp_path / "other.toml").write_text("select = ['RTG201']\n", encoding="utf-8")
    assert [entry["code"] for entry in check_json("--config", "other.toml", cwd=tmp_path)] == ["RTG201"]
    assert run_lint("check", "--config", "absent.toml", cwd=tmp_path).returncode == 2
    assert run_lint("check", "--config", "other.toml", "--isolated", cwd=tmp_path).returncode == 2


def test_command_line_comes_on_top(tmp_path: Path) -> None:
    write_files(tmp_path, x=FREED, y=RETAINED)
    (tmp_path / "retain-lint.toml").write_text("select = ['RTG2']\noutput-format = 'concise'\n", encoding="utf-8")
    assert [entry["code"] for entry in check_json("--select", "RTG1", cwd=tmp_path)] == ["RTG101"]
    assert len(check_json("--extend-select", "RTG1", cwd=tmp_path)) == 2
    assert run_lint("check", cwd=tmp_path).stdout.startswith("y.py:8:5: RTG201 ")


def test_per_file_ignores_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    write_files(tmp_path / "tests", x=FREED)
    write_files(tmp_path, x=FREED)
    text = "[tool.retain-lint.per-file-ignores]\n'tests/**' = ['backward-through-freed-graph']\n"
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    assert [Path(entry["filename"]) for entry in check_json(cwd=tmp_path)] == [tmp_path / "x.py"]


def test_misspelled_sections(tmp_path: Path) -> None:
    for name, wrong, meant in (
        ("pyproject.toml", "[tool.retain_lint]", "[tool.retain-lint]"),
        ("pyproject.toml", "[retain-lint]", "[tool.retain-lint]"),
        ("setup.cfg", "[retain_lint]", "[retain-lint]"),
        ("setup.cfg", "[tool:retain-lint]", "[retain-lint]"),  # as pytest has it
        ("tox.ini", "[tool.retain-lint]", "[retain-lint]"),
    ):
        path = tmp_path / name
        path.write_text(f"{wrong}\nselect = ['RTG1']\n", encoding="utf-8")
        assert run_lint("check", cwd=tmp_path).stderr == f"retain-lint: {path}: {wrong} is not read; write {meant}\n"
        path.unlink()


def test_inline_keys(tmp_path: Path) -> None:
    write_files(tmp_path, x=FREED, y=RETAINED)
    (tmp_path / "other.toml").write_text("select = ['RTG201']\n", encoding="utf-8")
    for written in ("select=['RTG101']", "select = RTG101", "per-file-ignores={'y.py' = ['RTG2']}"):
        assert [entry["code"] for entry in check_json("--config", written, cwd=tmp_path)] == ["RTG101"]
    both = ("--config", "other.toml", "--config", "extend-select=RTG101")
    assert len(check_json(*both, cwd=tmp_path)) == 2
    assert check_json("--config", "select=RTG101", "--select", "RTG201", cwd=tmp_path)[0]["code"] == "RTG201"
    for written, message in (
        ("selekt=1", "--config: unknown key `selekt`; did you mean `select`?"),
        ("fix=1", "--config: `fix` must be true or false, not a number"),
        ("min-confidence=sure", "--config: `min-confidence` must be one of definite, conditional, not `sure`"),
    ):
        run = run_lint("check", "--config", written, cwd=tmp_path)
        assert (run.returncode, run.stderr) == (2, f"retain-lint: {message}\n")
    run = run_lint("check", "--config", "other.toml", "--config", "b.toml", cwd=tmp_path)
    assert run.stderr == "retain-lint: --config: only one file can be used, not both other.toml and b.toml\n"
