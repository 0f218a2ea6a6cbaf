"""The long run: `python -m tests.differential.proofs.run --count 2000 --seed 0 --jobs 2`. See docs/differential.md."""

from __future__ import annotations

import argparse
import multiprocessing
from collections import Counter
from collections.abc import Iterable

from tests.differential.generator.programs import seeded_program
from tests.differential.proofs.proof import Proof, prove_fixes


def main() -> int:
    """Prints, by rule and applicability, how many fixes were proved; the exit code says whether one was broken."""
    options = _parse()
    counts: Counter[tuple[str, str, str]] = Counter()
    seeds = range(options.seed, options.seed + options.count)
    with multiprocessing.get_context("fork").Pool(options.jobs, maxtasksperchild=200) as pool:
        for seed, proofs in pool.imap_unordered(prove_seed, seeds, chunksize=5):
            for proof in proofs:
                outcome = "broken" if proof.broken else "proved" if proof.told else "not reached"
                counts[proof.code, proof.applicability.value, outcome] += 1
                if proof.broken:
                    print(f"seed {seed}, line {proof.line}: {proof.code}: {proof.broken}", flush=True)
    print(render(counts))
    return 1 if any(outcome == "broken" for _, _, outcome in counts) else 0


def prove_seed(seed: int) -> tuple[int, list[Proof]]:
    """The fixes of the program of a seed."""
    return seed, list(prove_fixes(seeded_program(seed).text))


def render(counts: Counter[tuple[str, str, str]]) -> str:
    """A line for each rule and applicability."""
    rows: Iterable[tuple[str, str]] = sorted({(code, kind) for code, kind, _ in counts})
    words = ("proved", "not reached", "broken")
    return "\n".join(f"{c} {k}: {', '.join(f'{counts[c, k, word]} {word}' for word in words)}" for c, k in rows)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Fixes of generated programs, run before and after.")
    parser.add_argument("--count", type=int, default=2000, help="number of programs")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first program; the next one has the next seed")
    parser.add_argument("--jobs", type=int, default=1, help="worker processes")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
