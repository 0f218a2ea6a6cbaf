"""Which configuration file counts, and what may stand in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.config import ConfigError, Options, SettingsFinder, read_options
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
        exclude = ["a"]
        extend-exclude = ["b/*.py"]
        respect-gitignore = false
        output-format = "json"
        min-confidence = "definite"
        unsafe-fixes = true
        [per-file-ignores]
        "tests/**" = ["RTG2", "RTG3"]
        """,
        encoding="utf-8",
    )
    settings = find(tmp_path).find(tmp_path)
    assert settings.source == path and settings.root == tmp_path
    assert (settings.layers[0].select, settings.layers[0].ignore) == (("RTG1",), ("RTG102",))
    assert settings.layers[0].extend_select == ("RTG201",)
    assert (settings.exclude, settings.extend_exclude) == (("a",), ("b/*.py",))
    assert (settings.respect_gitignore, settings.output_format, settings.unsafe_fixes) == (False, "json", True)
    assert settings.min_confidence is Confidence.DEFINITE
    (ignores,) = settings.per_file_ignores
    assert (ignores.root, ignores.pattern, ignores.selectors) == (tmp_path, "tests/**", ("RTG2", "RTG3"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("selekt = ['RTG1']", "unknown key `selekt` (known: "),
        ("select = 'RTG1'", "`select` must be a list of strings"),
        ("select = [1]", "`select` must be a list of strings"),
        ("per-file-ignores = ['a']", "`per-file-ignores` must be a table of lists of strings"),
        ("per-file-ignores = {'a' = 'RTG1'}", "`per-file-ignores.a` must be a list of strings"),
        ("output-format = 'yaml'", "`output-format` must be one of text, "),
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
    expected = f"retain-lint: {tmp_path / 'retain-lint.toml'}: unknown rule selector `ABC`\n"
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
