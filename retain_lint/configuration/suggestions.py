"""What a user may have meant by a word that is not known. Floor 5."""

from __future__ import annotations

from collections.abc import Iterable


def suggest(word: str, known: Iterable[str]) -> str:
    """`; did you mean ...?` for the known word closest to this one, empty when none is close."""
    meant = suggest_word(word, known)
    return f"; did you mean `{meant}`?" if meant else ""


def suggest_word(word: str, known: Iterable[str]) -> str:
    """The known word closest to this one, empty when none is close."""
    # Imported here: only for a word that is wrong.
    from difflib import get_close_matches

    spelled = {_fold(name): name for name in known}
    close = get_close_matches(_fold(word), spelled, n=1, cutoff=0.7)
    return spelled[close[0]] if close else ""


def _fold(word: str) -> str:
    return word.lower().replace("_", "-")
