"""What the commands share: opening files, showing messages, the console, exit statuses."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.language.visible import visible

if TYPE_CHECKING:
    from rich.console import Console

    from adjudicator.language.diagnostics import Diagnostic, LanguageError
    from adjudicator.language.layout import Line
    from adjudicator.language.loading import Loaded

WELL, FINDING, BAD_INPUT = 0, 1, 2

SUPPOSE = (
    "Switch a clause, id, status (`optional`: options, too), group, option, reading, somebody's rulings, a rung (off, or `before RUNG`); "
    "give a card or clause another Precedence Number; or play by another ladder: `ladder=NAME`."
)
"""What `--suppose` does, for the help pages."""

CARDS = "A table of printed cards (CSV or JSON) with the columns of the book's own: its cards come first; with TABLE= it replaces that one."
"""What `--cards` does, for the help pages."""


def say(text: str, *, err: bool = False, end: str = "\n") -> None:
    """Print a text; what a terminal would obey instead of showing it (but colours) is made visible, what it cannot show is escaped."""
    stream = sys.stderr if err else sys.stdout
    stream.write(visible(text) + end)


def say_file(text: str) -> None:
    """Print what is a file of its own: into a file or a pipe in UTF-8, as files are read, whatever the terminal takes."""
    raw = getattr(sys.stdout, "buffer", None)
    if raw is None or sys.stdout.isatty():
        say(text, end="")
        return
    sys.stdout.flush()
    raw.write(visible(text).encode("utf-8", "backslashreplace"))
    raw.flush()


def say_json(data: object) -> None:
    """Print an object as JSON, in letters that standard output can take."""
    import json

    say(json.dumps(data, indent=2, ensure_ascii=(sys.stdout.encoding or "utf-8").lower().replace("-", "") != "utf8"))


def shown_streams() -> None:
    """Make standard output and error such that anything can be written to them."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # a shell may have closed it (`>&-`): then nobody listens
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def unified(name: str, before: str, after: str) -> str:
    """The difference between two texts as `diff -u` shows it; empty where there is none."""
    import difflib

    lines = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Turn what can go wrong with input into messages on standard error and exit status 2."""

    @wraps(function)
    def run(*args: object, **kwargs: object) -> None:
        from adjudicator.engine.limits import LimitReached, RuleFault, StoryFault
        from adjudicator.language.diagnostics import Diagnostic, LanguageError, render
        from adjudicator.language.files import source_line
        from adjudicator.language.interrupts import interrupted

        try:
            status = function(*args, **kwargs)
            sys.stdout.flush()
        except LanguageError as error:
            from adjudicator.web.retelling import retold

            for diagnostic in retold(error.diagnostics):
                say(render(diagnostic) + "\n", err=True)
            count = len(error.diagnostics)
            say(f"{count} {'error' if count == 1 else 'errors'}", err=True)
            status = BAD_INPUT
        except RuleFault as fault:
            code = "story" if isinstance(fault, StoryFault) else "rule"
            say(render(Diagnostic(code, fault.message, fault.place, source_line(fault.place), fault.help)) + "\n\n1 error", err=True)
            status = BAD_INPUT
        except LimitReached as limit:
            say(f"not told within the limits: {limit}", err=True)
            status = FINDING
        except BrokenPipeError:  # a reader that stops early (`| head`) is not an error
            _stop_writing()
            status = WELL
        except OSError as error:
            _stop_writing()
            where = f"`{error.filename}` cannot be used" if error.filename else "the answer cannot be written"
            say(f"error[file]: {where}: {error.strerror or error}\n\n1 error", err=True)
            status = BAD_INPUT
        except KeyboardInterrupt as stopped:
            say(f"{interrupted(stopped)}: there is no answer", err=True)
            status = FINDING
        sys.exit(status or WELL)

    return run


def reworded(loaded: Loaded, block: Line, lines: list[str], found: list[Diagnostic]) -> tuple[Line, tuple[str, ...]] | None:
    """A scenario that cannot be read as it stands, in the words of its book (`adjudicator.web.retelling`, loaded where it is needed)."""
    from adjudicator.web.retelling import reworded

    return reworded(loaded, block, lines, found)


def unwritten(error: OSError) -> int:
    """Say what cannot be written or used; nothing more is written."""
    _stop_writing()
    where = f"`{error.filename}` cannot be used" if error.filename else "the answer cannot be written"
    say(f"error[file]: {where}: {error.strerror}\n\n1 error", err=True)
    return BAD_INPUT


def _stop_writing() -> None:
    """Nobody reads on, or there is no room: what is still to be written goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def console(color: str = "auto") -> Console:
    """The terminal for results; colours only where it is one, and never against NO_COLOR."""
    from rich.console import Console

    class Terminal(Console):
        """Leaves it to `guarded` what to do when the reader stops early."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    forced = True if color == "always" else None
    plain = color == "never" or "NO_COLOR" in os.environ and color != "always"
    width = None if sys.stdout.isatty() else 110
    return Terminal(force_terminal=forced, no_color=plain or None, highlight=False, width=width, soft_wrap=False)


def write_out(path: Path, text: str) -> None:
    """Write a file the user asked for; a place that cannot be written is bad input."""
    from adjudicator.language.diagnostics import Diagnostic, LanguageError
    from adjudicator.language.replacing import write_file
    from adjudicator.model.places import NOWHERE

    try:
        write_file(path, text)
    except OSError as error:
        raise LanguageError([Diagnostic("file", f"`{path}` cannot be written: {error.strerror}", NOWHERE)]) from None


def nothing_asked(files: Sequence[str]) -> LanguageError:
    """No scenario with a question is in the files that were given."""
    from adjudicator.language.diagnostics import Diagnostic, LanguageError
    from adjudicator.model.places import NOWHERE

    named = ", ".join(f"`{name}`" for name in files)
    return LanguageError([Diagnostic("scenario", f"no scenario with a question is in {named}", NOWHERE,
                                     help="a scenario begins with a line `scenario TITLE`; its questions begin with `ask`")])  # fmt: skip


def scenario_files(name: str) -> list[Path]:
    """The scenario files of a folder, or the one file; none at all is bad input."""
    from pathlib import Path

    from adjudicator.language.diagnostics import Diagnostic, LanguageError
    from adjudicator.model.places import NOWHERE

    path = Path(name)
    if path.is_file():
        return [path]
    files = sorted(path.rglob("*.scenario"))
    if not files:
        problem = f"the folder `{name}` holds no .scenario file" if path.is_dir() else f"there is no file or folder `{name}`"
        raise LanguageError([Diagnostic("file", problem, NOWHERE)])
    return files
