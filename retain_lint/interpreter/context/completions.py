"""The ways out of a block; and how a path leaves a `with` statement's body later, when its manager has ended. Floor 3."""

from __future__ import annotations

from dataclasses import dataclass, field

from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, FrameId, Known, Tuple, Value
from retain_lint.interpreter.context.analysis import Outcome

#: where a frame notes how a path wants to leave the body of a `with`
_LEAVING = "%leaving"


@dataclass(slots=True)
class Exits:
    """The paths that left a block otherwise than by its end."""

    returned: list[tuple[State, Value]] = field(default_factory=list)
    raised: list[State] = field(default_factory=list)
    broken: list[State] = field(default_factory=list)
    continued: list[State] = field(default_factory=list)


def postpone(frame: FrameId, ended: list[State], exits: Exits) -> list[Outcome]:
    """All paths that a body was left by, as what a manager sees of them: an end or an exception."""
    leaving = [(state, "returned", value) for state, value in exits.returned]
    leaving += [(state, "broken", NONE) for state in exits.broken]
    leaving += [(state, "continued", NONE) for state in exits.continued]
    for state, way, value in leaving:
        state.registers(frame)[_LEAVING] = Tuple((Known(way), value))
    after = [*ended, *(state for state, _, _ in leaving)]
    return [Outcome(state, NONE) for state in after] + [Outcome(state, NONE, raised=True) for state in exits.raised]


def resume(frame: FrameId, outcomes: list[Outcome], exits: Exits) -> list[State]:
    """Lets the paths leave as they wanted; gives those that go on behind the statement."""
    after: list[State] = []
    for state, _, raised in outcomes:
        leaving = state.registers(frame).pop(_LEAVING, None)
        way, value = leaving.items if isinstance(leaving, Tuple) else (NONE, NONE)
        if raised:
            exits.raised.append(state)
        elif way == Known("returned"):
            exits.returned.append((state, value))
        elif way == Known("broken"):
            exits.broken.append(state)
        elif way == Known("continued"):
            exits.continued.append(state)
        else:
            after.append(state)
    return after
