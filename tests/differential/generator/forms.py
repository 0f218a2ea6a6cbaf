"""The form in which a script is written down: as it is, in a function, with helper functions, as a trainer class."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from tests.differential.generator.choices import Choices, between, happens, pick
from tests.differential.generator.containers import gather
from tests.differential.generator.names import Statements, leaves_block, names_in, rewrite_names


@dataclass(slots=True)
class Script:
    """A script in parts. `setup` runs once; `loop` is what follows, the training loop its only compound statement."""

    imports: str
    classes: str
    setup: str
    loop: str
    modules: list[str] = field(default_factory=list)
    optimizers: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Draft:
    """The script as trees. `helpers` are definitions that go before (or, of a class, beside) the loop's function."""

    choices: Choices
    setup: Statements
    loop: Statements
    helpers: list[ast.FunctionDef] = field(default_factory=list)


def write_form(choices: Choices, script: Script) -> str:
    """The program in one of the forms, in a normal layout."""
    draft = _Draft(choices, ast.parse(script.setup).body, ast.parse(script.loop).body)
    if happens(choices, 20):
        gather(choices, draft.setup, draft.loop, script.modules, script.optimizers)
    if happens(choices, 12):
        _guard(draft)
    if happens(choices, 15):
        _keep_in_state(draft)
    write = pick(choices, (_as_script, _as_script, _as_function, _as_main, _as_trainer, _as_trainer))
    tree = ast.Module([*ast.parse(script.imports + script.classes).body, *write(draft)], [])
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _innermost(loop: Statements) -> Statements:
    body = loop
    while True:
        inner = [s for s in body if isinstance(s, (ast.For, ast.While)) and len(s.body) > 0]
        if len(body) == 1 and inner:
            body = inner[0].body
        else:
            return body


def _guard(draft: _Draft) -> None:
    """Part of the loop's body goes into a try statement, or a branch or context that changes nothing."""
    body = _innermost(draft.loop)
    first, last = _segment(draft.choices, body)
    head = pick(
        draft.choices,
        (
            "try:\n    pass\nfinally:\n    print('done')",
            "try:\n    pass\nexcept KeyboardInterrupt:\n    break",
            "if True:\n    pass",
            "for attempt in range(2):\n    pass",
            "with contextlib.nullcontext():\n    pass",
            "with torch.enable_grad():\n    pass",
            "with torch.set_grad_enabled(True):\n    pass",
            "with torch.autograd.set_detect_anomaly(False):\n    pass",
        ),
    )
    statement = ast.parse(f"while True:\n    {head.replace(chr(10), chr(10) + '    ')}").body[0].body[0]
    statement.body = body[first:last]
    body[first:last] = [statement]


def _segment(choices: Choices, body: Statements) -> tuple[int, int]:
    first = choices.below(len(body))
    return first, between(choices, first + 1, len(body))


def _extract(draft: _Draft, method: bool, visible: set[str]) -> None:
    """Moves some statements of the loop's body into a function; `visible` names need not be handed in or back."""
    body = _innermost(draft.loop)
    first, last = _segment(draft.choices, body)
    segment = body[first:last]
    if leaves_block(segment) or any(isinstance(statement, ast.Pass) for statement in segment):
        return
    name = f"{pick(draft.choices, ('update', 'train_step', 'compute'))}_{len(draft.helpers) + 1}"
    rest = [*body[:first], *body[last:]]
    loop_heads = [node for s in draft.loop for node in ast.walk(s) if isinstance(node, (ast.For, ast.While))]
    targets = [node.target for node in loop_heads if isinstance(node, ast.For)]
    tests = [node.test for node in loop_heads if isinstance(node, ast.While)]
    known = (names_in([*draft.setup, *rest, *targets], ast.Store)) - visible
    heads = [node.target for s in segment for node in ast.walk(s) if isinstance(node, ast.For)]
    own = names_in(heads, ast.Store)
    written = names_in(segment, ast.Store) - visible - own
    taken = sorted(names_in(segment, ast.Load) & known - own)
    given = sorted(written & (names_in([*rest, *tests], ast.Load) | set(taken)))
    arguments = ["self", *taken] if method else taken
    function = ast.parse(f"def {name}({', '.join(arguments)}):\n    return {', '.join(given)}").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body[:-1] = segment
    if not given:
        function.body.pop()
    call = f"{'self.' if method else ''}{name}({', '.join(taken)})"
    body[first:last] = ast.parse(f"{', '.join(given)} = {call}" if given else call).body
    draft.helpers.append(function)


def _extract_some(draft: _Draft, method: bool, visible: set[str], most: int) -> None:
    for _ in range(draft.choices.below(most + 1)):
        _extract(draft, method, visible)


def _as_script(draft: _Draft) -> Statements:
    """Helpers see what the script sets up once."""
    constant = names_in(draft.setup, ast.Store) - names_in(draft.loop, ast.Store)
    _extract_some(draft, False, constant, 1)
    return [*draft.helpers, *draft.setup, *draft.loop]


def _as_function(draft: _Draft) -> Statements:
    """Everything is set up outside and handed in."""
    handed = sorted(names_in(draft.loop, ast.Load) & names_in(draft.setup, ast.Store))
    function = ast.parse(f"def train({', '.join(handed)}):\n    pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    _extract_some(draft, False, set(), 1)
    function.body = draft.loop
    return [*draft.helpers, function, *draft.setup, *ast.parse(f"train({', '.join(handed)})").body]


def _as_main(draft: _Draft) -> Statements:
    """All in main(), helpers before it."""
    _extract_some(draft, False, set(), 2)
    function = ast.parse("def main():\n    pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = [*draft.setup, *draft.loop]
    return [*draft.helpers, function, *ast.parse("if __name__ == '__main__':\n    main()").body]


def _kept(draft: _Draft) -> set[str]:
    """Names of the loop's body that live on as attributes; a closure's and a loop's own variables do not."""
    if not happens(draft.choices, 30):
        return set()
    loops = [node.target for s in draft.loop for node in ast.walk(s) if isinstance(node, ast.For)]
    functions = [node for s in draft.loop for node in ast.walk(s) if isinstance(node, ast.FunctionDef)]
    names = names_in(draft.loop, ast.Store) - names_in(loops, ast.Store) - names_in(functions, ast.Store)
    return {name for name in sorted(names) if happens(draft.choices, 40)}


def _keep_in_state(draft: _Draft) -> None:
    """Some names of the loop's body become items of a dictionary."""
    kept = _kept(draft) - names_in(draft.setup, ast.Store)
    texts = {name: f"kept['{name}']" for name in kept}
    if texts:
        draft.setup += ast.parse("kept = {}").body
        draft.loop[:] = rewrite_names(draft.loop, texts)


def _as_trainer(draft: _Draft) -> Statements:
    """What is set up lives on self."""
    own = names_in(draft.setup, ast.Store) | _kept(draft)
    _extract_some(draft, True, own, 2)
    texts = {name: f"self.{name}" for name in own}
    trainer = ast.parse(
        "class Trainer:\n    def __init__(self):\n        pass\n    def train(self):\n        pass"
    ).body[0]
    assert isinstance(trainer, ast.ClassDef)
    initialise, train = trainer.body
    initialise.body = rewrite_names(draft.setup, texts)  # type: ignore[attr-defined]
    train.body = rewrite_names(draft.loop, texts)  # type: ignore[attr-defined]
    for helper in draft.helpers:
        helper.body = rewrite_names(helper.body, texts)
    trainer.body += draft.helpers
    use = pick(draft.choices, ("Trainer().train()", "trainer = Trainer()\ntrainer.train()"))
    return [trainer, *ast.parse(use).body]
