"""The recipes of docs/editors.md in the editors themselves, where they are installed (Neovim comes with the test extra)."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import FREED, RETAINED, run_lint, write_files

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
#: where Debian has the plugins of Vim and Emacs
ALE = Path("/usr/share/vim-ale")
ELPA = Path("/usr/share/emacs/site-lisp/elpa")
PATIENCE = 120

DRIVE_NEOVIM = """
local function wait(what, done)
  if not vim.wait(30000, done, 20) then print("NEVER " .. what) vim.cmd("cquit") end
end
wait("found", function() return #vim.diagnostic.get(0) > 0 end)
local found = vim.diagnostic.get(0)[1]
print(found.code .. " in line " .. found.lnum + 1)
vim.api.nvim_win_set_cursor(0, {8, 6})
local params = vim.lsp.util.make_position_params(0, "utf-16")
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/hover", params, 30000)) do
  print(answer.result.contents.value:match("[^\\n]*"))
end
vim.lsp.buf.code_action({ filter = function(a) return a.title:find("Remove") end, apply = true })
wait("fixed", function() return not vim.fn.getline(8):find("retain_graph") end)
wait("gone", function() return #vim.diagnostic.get(0) == 0 end)
print(vim.trim(vim.fn.getline(8)))
vim.cmd("qa!")
"""
DRIVE_ALE = """
runtime plugin/ale.vim
edit train.py
set filetype=python
ALELint
let n = 0
while n < 300 && len(ale#engine#GetLoclist(bufnr(''))) == 0
  sleep 100m
  let n += 1
endwhile
call writefile(map(copy(ale#engine#GetLoclist(bufnr(''))), {_, e -> e.lnum . ':' . e.col . ' ' . e.code}), 'seen')
qa!
"""
DRIVE_VIM = """
silent make! train.py
call writefile(map(getqflist(), {_, e -> bufname(e.bufnr) . ':' . e.lnum . ':' . e.col . ' ' . e.text[:5]}), 'seen')
qa!
"""
FIND_PACKAGES = f"""
(let ((default-directory "{ELPA}/")) (normal-top-level-add-subdirs-to-load-path))
(defun wait-for (found) (let ((n 0)) (while (and (< n 300) (not (funcall found))) (accept-process-output nil 0.1) (setq n (1+ n)))))
"""
DRIVE_EGLOT = """
(find-file "train.py")
(python-mode)
(setq eglot-sync-connect 30)
(apply #'eglot (eglot--guess-contact))
(wait-for (lambda () (flymake-start) (flymake-diagnostics)))
(dolist (d (flymake-diagnostics)) (message "%d %s" (line-number-at-pos (flymake-diagnostic-beg d)) (flymake-diagnostic-text d)))
"""
DRIVE_LSP_MODE = """
(setq lsp-session-file (expand-file-name "session") lsp-auto-guess-root t lsp-enable-snippet nil
      lsp-diagnostics-provider :none lsp-enabled-clients '(retain-lint))
(find-file "train.py")
(python-mode)
(lsp)
(wait-for (lambda () (> (hash-table-count (lsp-diagnostics)) 0)))
(maphash (lambda (f ds) (dolist (d ds) (message "%s" (gethash "message" d)))) (lsp-diagnostics))
"""


def recipe(heading: str, number: int = 0) -> str:
    """A code block below a heading of the page."""
    section = PAGE.split(f"\n## {heading}")[1].split("\n## ")[0]
    return re.findall(r"```\w+\n(.*?)```", section, re.DOTALL)[number]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project, and a command `retain-lint` that runs this checkout."""
    write_files(tmp_path, train=RETAINED)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "retain-lint"
    command.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m retain_lint "$@"\n')
    command.chmod(0o755)
    return tmp_path


def find(editor: str) -> str:
    """The editor's path; skips the test if it is not there."""
    found = shutil.which(editor) or shutil.which(editor, path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip(f"{editor} is not installed")
    return found


def run(folder: Path, *command: str) -> str:
    """What an editor says, with our command on its path."""
    places = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    environment = {**os.environ, **places, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    return run.stdout + run.stderr


def test_neovim(folder: Path) -> None:
    neovim = find("nvim")
    version = subprocess.run([neovim, "--version"], capture_output=True, text=True).stdout
    if [int(part) for part in re.findall(r"\d+", version)[:2]] < [0, 11]:
        pytest.skip("Neovim is older than 0.11")
    (folder / "init.lua").write_text(recipe("Neovim"))
    (folder / "drive.lua").write_text(DRIVE_NEOVIM)
    said = run(folder, neovim, "--headless", "-u", "init.lua", "train.py", "-c", "luafile drive.lua")
    assert said.split("\n")[:2] == ["RTG201 in line 8", "# unnecessary-retain-graph (RTG201)"], said
    assert said.endswith("loss.backward()"), said


def test_vim_with_ale(folder: Path) -> None:
    vim = find("vim")
    if not ALE.exists():
        pytest.skip("ALE is not installed")
    text = f"set nocp rtp^={ALE}\nlet g:ale_linters = {{'python': ['retain_lint']}}\n{recipe('Vim')}{DRIVE_ALE}"
    (folder / "drive.vim").write_text(text)
    run(folder, vim, "-es", "-u", "drive.vim")
    assert (folder / "seen").read_text() == "8:5 RTG201\n"


def test_vim_alone(folder: Path) -> None:
    (folder / "drive.vim").write_text(recipe("Vim", 1) + DRIVE_VIM)
    run(folder, find("vim"), "-es", "-u", "NONE", "-S", "drive.vim")
    assert (folder / "seen").read_text() == "train.py:8:5 RTG201\n"


@pytest.mark.parametrize(("package", "number", "drive"), [("eglot", 0, DRIVE_EGLOT), ("lsp-mode", 1, DRIVE_LSP_MODE)])
def test_emacs(folder: Path, package: str, number: int, drive: str) -> None:
    emacs = find("emacs")
    (folder / "drive.el").write_text(f"{FIND_PACKAGES}{recipe('Emacs', number)}(require '{package})\n{drive}")
    has = subprocess.run(
        [emacs, "--batch", "-Q", "--eval", FIND_PACKAGES, "--eval", f"(require '{package})"], capture_output=True
    )
    if has.returncode:
        pytest.skip(f"{package} is not installed")
    assert "`retain_graph=True` is not needed" in run(folder, emacs, "--batch", "-Q", "-l", "drive.el")


def test_the_problem_matcher_of_vs_code(folder: Path) -> None:
    (task,) = json.loads(recipe("VS Code", 1))["tasks"]
    pattern = task["problemMatcher"]["pattern"]
    write_files(folder, broken="import torch\ndef f(:\n", freed=FREED)
    shown = run_lint(*task["command"].split()[1:], cwd=folder)
    lines = (shown.stderr + shown.stdout).splitlines()
    found = [match for line in lines if (match := re.match(pattern["regexp"], line))]
    places = [tuple(match[pattern[part]] for part in ("file", "line", "column", "code")) for match in found]
    assert places == [("broken.py", "2", "7", None), ("freed.py", "6", "1", "RTG101"), ("train.py", "8", "5", "RTG201")]
    assert all(match[pattern["message"]] for match in found)


#: what the macros of PyCharm's output filters stand for
PYCHARM = {"$FILE_PATH$": r"((?:[A-Za-z]:)?[0-9 a-z_A-Z\-\\./]+)", "$LINE$": "([0-9]+)", "$COLUMN$": "([0-9]+)"}


def test_the_output_filter_of_pycharm(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    text = PAGE.partition("## PyCharm")[2]
    fields = dict(re.findall(r"^\| ([A-Z][a-z ]+) \| `(.+)` \|$", text, re.MULTILINE))
    assert fields["Program"] == f"{fields['Working directory']}/retain-lint"
    pattern = fields["Output filters"]
    for macro, stands_for in PYCHARM.items():
        pattern = pattern.replace(macro, stands_for)
    arguments = fields["Arguments"].replace("$FilePath$", str(folder / "train.py")).split()
    shown = run_lint(*arguments, cwd=tmp_path_factory.mktemp("bin")).stdout
    found = re.search(pattern, shown)
    assert found is not None and found.groups() == (str(folder / "train.py"), "8", "5")
