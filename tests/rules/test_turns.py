"""What is stale on some paths of an iteration alone: which branches follow each other options may tell."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.commands import check_json

#: the teacher's graph never meets the student's loss: it is computed anew, without one, at the first turn of the student
PROGRAM = """\
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--repeat", type=int, default=3)
parser.add_argument("--teacher-steps", type=int, default=1)
args = parser.parse_args([])

teacher, student = (nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1)) for _ in range(2))
teacher_optimizer, student_optimizer = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (teacher, student))
for index in range(9):
    x = torch.ones(4, 2)
    if index % args.repeat < args.teacher_steps:
        wanted = teacher(x)
        loss = (teacher(x) - 1).square().mean()
        teacher_optimizer.zero_grad()
        loss.backward()
        teacher_optimizer.step()
    else:
        if index % args.repeat == args.teacher_steps:
            with torch.no_grad():
                wanted = teacher(x)
        loss = (student(x) - wanted).square().mean()
        student_optimizer.zero_grad()
        loss.backward()
        student_optimizer.step()
"""


def test_what_is_computed_anew_at_a_turn_is_stale_on_some_paths_alone(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PROGRAM, encoding="utf-8")
    subprocess.run([sys.executable, "a.py"], cwd=tmp_path, check=True)
    assert not check_json("--select", "RTG1", "a.py", cwd=tmp_path)
    found = check_json("--select", "RTG103", "--min-confidence", "conditional", "a.py", cwd=tmp_path)
    assert [one["location"]["row"] for one in found] == [PROGRAM[: PROGRAM.index("student_optimizer.step")].count("\n")]


#: the tensor is scaled only where it is too long, which it never is
SCALED = """\
import torch
from torch import nn


def limit(one, other, most):
    noise = one * one - other
    if torch.norm(noise, p=1) > most:
        noise *= most / torch.norm(noise, p=1)
    return noise


def search(net, image, most):
    current = net(image).detach().requires_grad_()
    start = current.detach()
    for _ in range(5):
        loss = current.sin().sum()
        loss.backward(retain_graph=True)
        current = start + limit(current, start, most)


search(nn.Linear(2, 2), torch.rand(3, 2), 1e30)
"""


def test_what_one_branch_changes_for_the_next_iteration_is_stale_on_some_paths_alone(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SCALED, encoding="utf-8")
    subprocess.run([sys.executable, "a.py"], cwd=tmp_path, check=True)
    assert not check_json("--select", "RTG1", "a.py", cwd=tmp_path)
    found = check_json("--select", "RTG103", "--min-confidence", "conditional", "a.py", cwd=tmp_path)
    assert [one["location"]["row"] for one in found] == [SCALED[: SCALED.index("        current = start")].count("\n")]
