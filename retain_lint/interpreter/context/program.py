"""The files of one analysis: what was loaded, which file is checked, what is known of its syntax. Floor 3."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from retain_lint.domain.state import Write
from retain_lint.domain.value import Address, FrameId, Key
from retain_lint.frontend.text import SourceText
from retain_lint.interpreter.context.module_snapshots import Image
from retain_lint.ir.assigned_back import AssignedBack
from retain_lint.ir.choices import Choice
from retain_lint.project.loader import LoadedModule, Project


@dataclass(slots=True)
class Program:
    """The modules of the project by absolute path. `main` is the checked file, `script` the one that runs as `__main__`;
    `globals` maps a module to the frame of its top level, `images` to what its import leaves; `imports` is the chain of
    imports that run; `evidence`: names that are used like modules or optimisers in any loaded file, by what the use shows."""

    project: Project
    main: str = ""
    script: str = ""
    sources: dict[str, SourceText] = field(default_factory=dict)
    modules: dict[str, LoadedModule | None] = field(default_factory=dict)
    globals: dict[str, FrameId] = field(default_factory=dict)
    images: dict[str, Image] = field(default_factory=dict)
    imports: list[str] = field(default_factory=list)
    evidence: dict[str, frozenset[str]] = field(default_factory=dict)

    def register(self, path: str, loaded: LoadedModule) -> None:
        """Makes a file's text and the evidence in it available, under the absolute path by which imports find it."""
        self.sources[path] = loaded.source
        self.modules[path] = loaded
        for name, shown in loaded.module.uses.items():
            last = name.rpartition(".")[2]
            self.evidence[last] = self.evidence.get(last, frozenset()) | shown


class Summary(NamedTuple):
    """What a function makes of data: the `kind` of its result (effects/result_kinds.py). `many`: it came to it on many
    paths. `cost`: the instructions of all calls that made it."""

    kind: Hashable
    many: bool
    cost: int


#: attributes, by the address of the object
Changes = frozenset[tuple[Address, str]]


class Observed(NamedTuple):
    """What calls alike leave (effects/observed_calls.py): attributes with other data, and results of these kinds;
    `names`: of the attributes that its text may set."""

    changes: Changes
    kinds: tuple[Hashable, ...]
    names: frozenset[str]


class StepEffect(NamedTuple):
    """What steps alike of an optimiser class of the program's own do (calls/own_steps.py). `write`: a write of the parameters
    that have gradients, `certain` if each of them is written; of others, perhaps, if `idle`. `reach`: they read gradients that no
    known engine call has given; `blurs`: gradients are perhaps gone. They leave other data in the attributes that are `kept`;
    results are of these `kinds`."""

    write: Write | None
    certain: bool
    idle: bool
    reach: bool
    blurs: bool
    kept: frozenset[str]
    kinds: tuple[Hashable, ...]


class LoudNames(NamedTuple):
    """The names of the functions seen that leave a trace, themselves or through a function that they mention, and of those
    that do so elsewhere than in attributes of the objects whose methods they are, and in modes of modules; the names that
    hold objects, and the attributes among them; those of variables of files; the functions that are used as values, and may
    be what an object's name holds, with the most arguments that they take (None: any number); the names of all functions."""

    loud: frozenset[str] = frozenset()
    loud_beyond: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    values: frozenset[tuple[str, int | None]] = frozenset()
    known: frozenset[str] = frozenset()


@dataclass(slots=True)
class SyntaxFacts:
    """Memo tables of what the syntax of functions and blocks shows, by the identity of the IR object, which the project keeps
    alive; those with a second number in the key hold while as many modules are loaded. Owned by effects/."""

    innermost: dict[tuple[int, int], bool] = field(default_factory=dict)
    computed_flags: dict[int, bool] = field(default_factory=dict)
    reached: dict[tuple[int, int, frozenset[str]], frozenset[str]] = field(default_factory=dict)
    words_reached: dict[tuple[int, int], frozenset[str]] = field(default_factory=dict)
    lifetime_names: tuple[int, frozenset[str]] = (0, frozenset())
    #: effects/remembering_networks.py: while so many modules are loaded
    remembering: tuple[int, frozenset[str]] = (0, frozenset())
    #: effects/idle_arms.py: while so many modules are loaded, and this is wanted
    leading_words: tuple[tuple[int, frozenset[str]], frozenset[str]] = ((0, frozenset()), frozenset())
    leading_counts: dict[int, int] = field(default_factory=dict)
    #: paths/unset_variables.py: by function, then by `if`
    certain_reads: dict[int, dict[int, frozenset[str]]] = field(default_factory=dict)
    #: paths/model_choices.py: by the first `if` of a chain
    choices: dict[int, Choice | None] = field(default_factory=dict)
    #: calls/given_back.py: by function, its calls of which results take the places of arguments
    assigned_back: dict[int, dict[int, AssignedBack]] = field(default_factory=dict)
    #: heap/unset_attributes.py
    names_set: dict[int, frozenset[str]] = field(default_factory=dict)
    #: effects/given_functions.py
    changes: dict[tuple[int, int], object] = field(default_factory=dict)
    #: effects/effect_free.py
    loud_names: tuple[int, LoudNames] = (0, LoudNames())
    quiet: dict[tuple[int, int], bool] = field(default_factory=dict)
    forwarding: dict[tuple[int, int], bool] = field(default_factory=dict)
    #: verdicts/engine_like_calls.py: the calls of the checked file that look like engine calls
    engine_like: set[int] = field(default_factory=set)
    #: effects/graphless_calls.py: by function; the last by class too
    leaves_data: dict[tuple[int, int], bool] = field(default_factory=dict)
    shelters: dict[int, frozenset[str] | None] = field(default_factory=dict)
    keeping: dict[tuple[int, int], dict[int, frozenset[str]]] = field(default_factory=dict)
    kept_names: dict[tuple[int, int, Address], frozenset[str]] = field(default_factory=dict)
    #: effects/data_only_calls.py, effects/data_constructors.py, effects/call_summaries.py, effects/observed_calls.py, calls/own_steps.py,
    #: calls/model_factories.py, calls/replayed_constructors.py and calls/repeated_forwards.py: these depend on which paths ran first
    data_costs: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    data_kinds: dict[Key, Hashable | None] = field(default_factory=dict)
    attribute_kinds: dict[Key, dict[str, Hashable]] = field(default_factory=dict)
    hand_on: set[int] = field(default_factory=set)
    overdrawn: set[int] = field(default_factory=set)
    summaries: dict[tuple[int, bool], Summary] = field(default_factory=dict)
    factories: set[Hashable] = field(default_factory=set)
    long_calls: set[int] = field(default_factory=set)
    networks: dict[Hashable, object] = field(default_factory=dict)
    forwards: dict[Hashable, list[object]] = field(default_factory=lambda: defaultdict(list))
    forward_costs: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    names_read: dict[tuple[int, int], tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    observed: dict[Hashable, Observed] = field(default_factory=dict)
    own_steps: dict[Hashable, StepEffect | None] = field(default_factory=dict)
    graphless: dict[Key, tuple[Hashable, ...]] = field(default_factory=dict)
