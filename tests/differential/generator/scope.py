"""What a program under construction has in hand: its modules, optimisers and tensors by name."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.differential.generator.choices import Choices, happens, pick

Lines = list[str]


@dataclass(slots=True)
class Scope:
    """`vectors`: names of 2x4 tensors, `losses`: of scalars, True if they carry a graph, to the best of our knowledge;
    `modules` map 2x4 to 2x4; `optimizers`: name -> modules that it owns; `counter`: the loop's variable."""

    choices: Choices
    modules: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    optimizers: dict[str, list[str]] = field(default_factory=dict)
    vectors: dict[str, bool] = field(default_factory=dict)
    losses: dict[str, bool] = field(default_factory=dict)
    carried: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    counter: str = "i"
    coins: bool = False
    taken: dict[str, int] = field(default_factory=dict)

    def name(self, base: str) -> str:
        """A fresh name that begins with `base`."""
        self.taken[base] = self.taken.get(base, 0) + 1
        return base if self.taken[base] == 1 else f"{base}{self.taken[base]}"

    def attached(self, names: dict[str, bool]) -> list[str]:
        """Those of `names` that carry a graph, the latest first."""
        return [name for name in reversed(names) if names[name]]

    def condition(self) -> str:
        """A condition both of whose arms are taken in the run (a flag decides once and for all)."""
        kinds = ["{i} % 2 == 0", "{i} > 0", "{i} == 0", "{i} % 2 == 1", "{i} < 1"]
        if self.flags:
            kinds += [pick(self.choices, self.flags), f"not {pick(self.choices, self.flags)}"]
        if happens(self.choices, 12):
            self.coins = True
            return "random.random() < 0.5"
        return pick(self.choices, kinds).replace("{i}", self.counter)


def indent(lines: Lines) -> Lines:
    """The lines one level deeper."""
    return [f"    {line}" for line in lines]
