"""What is stale on some paths of an iteration alone: which branches follow each other options may tell."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("program,behind", [(PROGRAM, "student_optimizer.step"), (SCALED, "        current = start")])
def test_what_some_paths_of_an_iteration_pass_is_stale_on_the_others_alone(
    program: str, behind: str, tmp_path: Path
) -> None:
    """The engine call stands on the line before what is `behind` it."""
    (tmp_path / "a.py").write_text(program, encoding="utf-8")
    subprocess.run([sys.executable, "a.py"], cwd=tmp_path, check=True)
    assert not check_json("--select", "RTG1", "a.py", cwd=tmp_path)
    found = check_json("--select", "RTG103", "--min-confidence", "conditional", "a.py", cwd=tmp_path)
    assert [one["location"]["row"] for one in found] == [program[: program.index(behind)].count("\n")]
