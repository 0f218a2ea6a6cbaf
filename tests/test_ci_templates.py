"""The GitHub action and the GitLab component: their scripts are run as the services run them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from retain_lint import __version__
from tests.commands import CLEAN, FREED, run_lint, write_files
from tests.packages import ROOT, copy_package

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
SPEC, PIPELINE = yaml.safe_load_all((ROOT / "templates" / "retain-lint.yml").read_text(encoding="utf-8"))
JOB = PIPELINE["retain-lint"]

BLOCKS = re.findall(
    r"^```yaml\n(.*?)^```$", (ROOT / "docs" / "ci.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)

# What a shell would run, or expand, if it saw more in the words than words.
HOSTILE = "`touch a` $(touch b) ; touch c && touch d | touch e > f *"

Run = subprocess.CompletedProcess[str]


def run_step(name: str, inputs: Mapping[str, str], outputs: Mapping[str, str], cwd: Path, **variables: str) -> Run:
    """Runs a step as actions/runner does: expressions are put into `env` alone, then bash runs the script as it stands."""
    step = STEPS[name]
    assert step["shell"] == "bash" and "${{" not in step["run"]
    values = {f"inputs.{key}": value for key, value in inputs.items()} | dict(outputs)
    env = {key: re.sub(r"\$\{\{ (\S+) \}\}", lambda m: values[m[1]], text) for key, text in step["env"].items()}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return subprocess.run(command, cwd=cwd, env={**os.environ, **variables, **env}, capture_output=True, text=True)


def fill_in(inputs: Mapping[str, str]) -> dict[str, str]:
    """The inputs with their defaults."""
    return {name: inputs.get(name, said["default"]) for name, said in ACTION["inputs"].items()}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs that the action's first script installs from the action's own repository."""
    folder = tmp_path_factory.mktemp("action")
    copy_package(folder)
    output = folder / "output"
    variables = {"RUNNER_TEMP": str(folder), "GITHUB_ACTION_PATH": str(folder), "GITHUB_OUTPUT": str(output)}
    python = {"steps.python.outputs.python-path": sys.executable}
    run = run_step("Install retain-lint", fill_in({}), python, folder, **variables)
    assert run.returncode == 0, run.stdout + run.stderr
    key, _, value = output.read_text(encoding="utf-8").strip().partition("=")
    assert key == "bin"
    return Path(value)


def run_action(installed: Path, cwd: Path, **inputs: str) -> Run:
    return run_step("Run retain-lint", fill_in(inputs), {"steps.install.outputs.bin": str(installed)}, cwd)


def test_the_action_annotates_lines(installed: Path, tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED, clean=CLEAN)
    run = run_action(installed, tmp_path)
    assert run.returncode == 1 and run.stdout.startswith("::error "), run.stdout + run.stderr
    assert "file=freed.py,line=6," in run.stdout
    assert run_action(installed, tmp_path, paths="clean.py\nclean.py").returncode == 0
    assert run_action(installed, tmp_path, args="--ignore RTG1\n--select ALL").returncode == 0
    assert run_action(installed, tmp_path, args="--selekt ALL").returncode == 2


@pytest.mark.parametrize("place", ["paths", "args"])
def test_the_action_runs_nothing_that_its_inputs_say(installed: Path, tmp_path: Path, place: str) -> None:
    assert run_action(installed, tmp_path, **{place: HOSTILE}).returncode == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("version", "requirement"),
    [("1.0.0", "retain-lint==1.0.0"), (">=1,<2", "retain-lint>=1,<2"), ("; touch x", "retain-lint; touch x")],
)
def test_the_version_is_one_requirement(tmp_path: Path, version: str, requirement: str) -> None:
    python = tmp_path / "python"
    python.write_text(
        '#!/bin/sh\nmkdir -p "$3/bin"; cp "$0" "$3/bin/python"; printf "%s\\n" "$@" > "$RUNNER_TEMP/said"\n'
    )
    python.chmod(0o755)
    variables = {"RUNNER_TEMP": str(tmp_path), "GITHUB_ACTION_PATH": "x", "GITHUB_OUTPUT": str(tmp_path / "out")}
    outputs = {"steps.python.outputs.python-path": str(python)}
    run = run_step("Install retain-lint", fill_in({"version": version}), outputs, tmp_path, **variables)
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "said").read_text(encoding="utf-8").splitlines()[-1] == requirement
    assert not (tmp_path / "x").exists()


def test_the_action_is_documented_and_leaves_the_jobs_python_alone() -> None:
    assert all(said["description"] and "default" in said for said in ACTION["inputs"].values())
    assert STEPS["Set up Python"]["with"]["update-environment"] is False


def run_job(installed: Path, cwd: Path, **inputs: str) -> Run:
    """Runs the check of the GitLab job: inputs go to its variables, which the script's shell finds in its environment."""
    defaults = {name: said["default"] for name, said in SPEC["spec"]["inputs"].items()}
    values = {**defaults, **inputs}
    script = JOB["script"][-1]
    assert "$[[" not in script and not any("$[[" in line for line in JOB["script"])
    env = {
        key: re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda m: values[m[1]], text)
        for key, text in JOB["variables"].items()
    }
    path = f"{installed}{os.pathsep}{os.environ['PATH']}"
    command = ["sh", "-e", "-c", script]
    return subprocess.run(command, cwd=cwd, env={**os.environ, **env, "PATH": path}, capture_output=True, text=True)


def test_the_gitlab_job_writes_its_report_and_a_log(installed: Path, tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED, clean=CLEAN)
    run = run_job(installed, tmp_path)
    assert run.returncode == 1 and "RTG101 backward-through-freed-graph" in run.stdout, run.stdout + run.stderr
    report = tmp_path / JOB["artifacts"]["reports"]["codequality"]
    issues: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))
    assert [issue["location"]["path"] for issue in issues] == ["freed.py"]
    assert JOB["artifacts"]["when"] == "always"
    assert run_job(installed, tmp_path, paths="clean.py", args="-q").returncode == 0
    assert json.loads(report.read_text(encoding="utf-8")) == []
    assert run_job(installed, tmp_path, args="--selekt ALL").returncode == 2


@pytest.mark.parametrize("place", ["paths", "args"])
def test_the_gitlab_job_runs_nothing_that_its_inputs_say(installed: Path, tmp_path: Path, place: str) -> None:
    assert run_job(installed, tmp_path, **{place: HOSTILE}).returncode == 2
    assert {path.name for path in tmp_path.iterdir()} <= {"gl-code-quality-report.json"}


def test_the_gitlab_inputs_are_documented_and_used() -> None:
    inputs = SPEC["spec"]["inputs"]
    assert all(said["description"] and "default" in said for said in inputs.values())
    used = re.findall(r"\$\[\[ inputs\.(\w+) \]\]", json.dumps(PIPELINE))
    assert sorted(used) == sorted(inputs)
    assert '"$RETAIN_LINT_REQUIREMENT"' in JOB["script"][0]


def test_the_samples_are_of_this_version_and_use_what_there_is(tmp_path: Path) -> None:
    action, scanning, gitlab, hooks = map(yaml.safe_load, BLOCKS)
    (*_, use) = action["jobs"]["retain-lint"]["steps"]
    assert use["uses"] == f"retain-lint/retain-lint@v{__version__}" and use["with"].keys() <= ACTION["inputs"].keys()
    (include,) = gitlab["include"]
    assert include["inputs"].keys() <= SPEC["spec"]["inputs"].keys()
    assert include["remote"].endswith(f"/v{__version__}/templates/retain-lint.yml")
    (repository,) = hooks["repos"]
    manifest = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert repository["rev"] == f"v{__version__}"
    assert {hook["id"] for hook in repository["hooks"]} <= {hook["id"] for hook in manifest}
    run = run_lint(*scanning[0]["run"].removeprefix("pipx run retain-lint ").split(), cwd=tmp_path)
    assert run.returncode == 0 and (tmp_path / scanning[1]["with"]["sarif_file"]).is_file()
