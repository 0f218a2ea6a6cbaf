"""Comments that silence nothing, or name rules that do not exist: RTG900 and RTG901. Floor 5.

Whether a comment is used is known only when all files of a run have been checked: a helper's comment may silence what
its callers do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retain_lint.configuration.rule_selection import Selection
from retain_lint.configuration.suggestions import suggest_word
from retain_lint.diagnostic import Applicability, Confidence, Diagnostic, Edit, Fix
from retain_lint.frontend.text import SourceText
from retain_lint.results.excerpts import read_line
from retain_lint.results.model import FileResult, Line, NoqaComment, NoqaUse, NoqaWord, ReportedDiagnostic
from retain_lint.results.noqa import Suppressions, find_real_comments
from retain_lint.results.noqa_comments import Comment, Word
from retain_lint.rules.base import list_documented
from retain_lint.rules.documentation import Documented
from retain_lint.rules.unknown_noqa_code import UnknownNoqaCode
from retain_lint.rules.unused_noqa import UnusedNoqa
from retain_lint.source import Location, Span

_PREFIX = "RTG"


def describe_comments(source: SourceText, suppressions: Suppressions) -> tuple[NoqaComment, ...]:
    """The comments of a file that speak to this tool: ours, and those in flake8's style with codes of ours."""
    if not suppressions.comments:
        return ()
    rules, columns = list_documented(), find_real_comments(source.text)

    def describe_word(comment: Comment, word: Word) -> NoqaWord:
        codes = frozenset(rule.code for rule in rules if suppressions.means(word, rule.code))
        return NoqaWord(word.text, _locate(source, comment.line, word.start, word.end), codes)

    return tuple(
        NoqaComment(
            _locate(source, comment.line, comment.start, comment.end),
            read_line(source, comment.line),
            tuple(describe_word(comment, word) for word in comment.words),
            comment.ours,
            comment.malformed,
        )
        for comment in suppressions.comments
        if comment.start >= columns.get(comment.line, len(source.text)) and _is_for_us(comment, suppressions)
    )


def check_comments(result: FileResult, used: frozenset[NoqaUse], selection: Selection) -> Iterator[ReportedDiagnostic]:
    """What is wrong with the comments of a file, given which ones have been used in the whole run."""
    for comment in result.comments:
        yield from _check_words(comment)
        if not (result.cut_short or comment.malformed or comment.use() in used):
            yield from _find_unused(comment, used, selection)


def _locate(source: SourceText, line: int, start: int, end: int) -> Location:
    return source.location(Span(line, start, line, end))


def _is_for_us(comment: Comment, suppressions: Suppressions) -> bool:
    return comment.ours or any(
        word.text.upper().startswith(_PREFIX) or word.text.lower() in suppressions.names for word in comment.words
    )


def _check_words(comment: NoqaComment) -> Iterator[ReportedDiagnostic]:
    if comment.malformed:
        help_ = "write `# retain-lint: noqa: CODE`"
        yield _report(UnknownNoqaCode, comment, comment.location, "this comment silences nothing", help_, None)
    for word in comment.words:
        if word.codes or not (comment.ours or word.text.upper().startswith(_PREFIX)):
            continue
        meant = suggest_word(word.text, (name for rule in list_documented() for name in (rule.code, rule.name)))
        edit = Edit(meant, word.location) if meant else _remove(comment, [word])
        help_ = f"write `{meant}`" if meant else f"remove `{word.text}`"
        message = f"no rule is called `{word.text}`"
        yield _report(UnknownNoqaCode, comment, word.location, message, help_, edit)


def _find_unused(comment: NoqaComment, used: frozenset[NoqaUse], selection: Selection) -> Iterator[ReportedDiagnostic]:
    if not comment.words:
        yield _report(
            UnusedNoqa, comment, comment.location, "this comment silences nothing", "remove it", _remove(comment, ())
        )
        return
    unused = [
        word
        for word in comment.words
        if word.codes and word.codes <= selection.enabled and comment.use(word.text) not in used
    ]
    if unused:
        names = ", ".join(f"`{word.text}`" for word in unused)
        help_ = "remove the comment" if len(unused) == len(comment.words) else f"remove {names}"
        message = f"this comment silences nothing: there is no finding of {names}"
        yield _report(UnusedNoqa, comment, unused[0].location, message, help_, _remove(comment, unused))


def _remove(comment: NoqaComment, words: Sequence[NoqaWord]) -> Edit:
    """The comment without these words; nothing of it, with what follows as its reason, if no word is left."""
    kept = [word.text for word in comment.words if word not in words] if words else []
    span = comment.location.span
    row = span.start_line
    if kept:
        inside = Span(row, comment.words[0].location.span.start_column, row, comment.words[-1].location.span.end_column)
        return Edit(", ".join(kept), Location(comment.location.path, inside, comment.location.cell))
    start = len(comment.line[: span.start_column].rstrip())
    following = comment.line.find("#", span.end_column)
    end = following if following >= 0 else len(comment.line)
    content = "  " if following >= 0 and start else ""
    return Edit(content, Location(comment.location.path, Span(row, start, row, end), comment.location.cell))


def _report(
    rule: type[Documented], comment: NoqaComment, place: Location, message: str, help_: str, edit: Edit | None
) -> ReportedDiagnostic:
    fix = None if edit is None else Fix(Applicability.SAFE, help_[0].upper() + help_[1:], (edit,))
    diagnostic = Diagnostic(
        rule.code, rule.name, message, place, Confidence.DEFINITE, fix=fix, help=help_, severity=rule.severity
    )
    row = place.span.start_line
    excerpt = {Line(place.path, place.cell, row): comment.line}
    return ReportedDiagnostic(diagnostic, row, {place: comment.line}, excerpt)
