"""Pages of the site that are made when it is built: the primitives of schedules, the passes, the commands, the settings of editors, every public name; and the
pages of the repository's root that belong to the manual.

They are not checked in: each fact stands where the program declares it, and these pages show it at one address for a reader and for search.
"""

from __future__ import annotations

import inspect
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import typer

from generate.files import ROOT
from tilewright.cli.main import app
from tilewright.core.passes.pipelines import stages
from tilewright.core.target import Target
from tilewright.face.table import faces
from tilewright.tir import Schedule

SIGNATURE = 100  # characters
METHODS = "tilewright.core.schedule.methods"


def site_pages() -> dict[str, str]:
    """The text of each page by its path below `docs/`."""
    names = dict(name_pages())
    return {
        "reference/schedule-primitives.md": primitives(),
        "reference/passes.md": passes(),
        "reference/commands.md": commands(),
        "reference/settings.md": settings(),
        "reference/names.md": names_overview(names),
        "explanation/architecture.md": (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"),
        "explanation/security.md": (ROOT / "SECURITY.md").read_text(encoding="utf-8"),
        **{f"reference/names/{package}.md": text for package, text in names.items()},
    }


def primitives() -> str:
    """The methods of `Schedule` by topic, with signatures and docstrings."""
    topics = [
        cls
        for cls in reversed(Schedule.__mro__)
        if cls.__module__.startswith(METHODS) and cls.__name__ != "RandomVariables"
    ]
    sections = [
        f"## {spaced(cls.__name__)}\n\n" + "\n\n".join(method_entry(name, method) for name, method in methods)
        for cls in topics
        if (methods := [item for item in vars(cls).items() if not item[0].startswith("_") and callable(item[1])])
    ]
    head = "# Schedule primitives\n\nEach method of `tir.Schedule`. Blocks and loops are the random variables that `get_block` and `get_loops` return; a block may also be given by its name."
    return "\n\n".join([head, *sections]) + "\n"


def spaced(name: str) -> str:
    """`ComputeLocation` as `Compute location`."""
    return re.sub(r"(?<=[a-z])([A-Z])", lambda found: " " + found[1].lower(), name)


def method_entry(name: str, method: Any) -> str:
    return f"### `{name}`\n\n```python\nsch.{name}{signature(method, without_self=True)}\n```\n\n{inspect.getdoc(method) or ''}"


def signature(value: Any, without_self: bool = False) -> str:
    """The parameters of a callable as they are declared; empty for what has none that can be read."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    parameters = list(found.parameters.values())[1 if without_self else 0 :]
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(found.replace(parameters=parameters)))


def passes() -> str:
    """The passes of the default pipeline in order, then every pass over TensorIR and over Relax."""
    head = "# Passes\n\n## The pipeline for CPUs\n\n`tilewright.build` applies these passes in this order; `tilewright lower FILE::NAME --all` shows the program after each."
    order = table(("pass", "what it does"), ((f"`{step.name}`", step.summary) for step in stages(Target("llvm"))))
    rest = [
        f"## `tilewright.{module}`\n\n"
        + table(("pass", "what it does"), pass_rows(import_module(f"tilewright.{module}")))
        for module in ("tir.transform", "relax.transform")
    ]
    return "\n\n".join([head, order, *rest]) + "\n"


def pass_rows(module: ModuleType) -> Iterator[tuple[str, str]]:
    for name in sorted(dir(module)):
        if name[0].isupper() and not name.isupper():
            yield f"`{name}`", first_sentence(getattr(module, name))


def commands() -> str:
    """Every command of the command line with its arguments and options."""
    root: Any = typer.main.get_command(app)
    head = "# Commands and options\n\nThe output of `tilewright COMMAND --help`, for search."
    return "\n\n".join([head, *(text for name in root.commands for text in command(name, root.commands[name]))]) + "\n"


def command(name: str, found: Any) -> Iterator[str]:
    """The section of a command; one for each of its own commands where it has some."""
    if hasattr(found, "commands"):
        for inner in found.commands:
            yield from command(f"{name} {inner}", found.commands[inner])
        return
    rows = [parameter_row(each) for each in found.params]
    yield f"## `tilewright {name}`\n\n{found.help or ''}" + (
        f"\n\n{table(('option', 'meaning'), rows)}" if rows else ""
    )


def parameter_row(parameter: Any) -> tuple[str, str]:
    flags = ", ".join(f"`{flag}`" for flag in (*parameter.opts, *parameter.secondary_opts) if flag.startswith("-"))
    default = parameter.default
    shown = f" Default: `{default}`." if isinstance(default, (int, float, str)) and default not in ("", False) else ""
    return flags or f"`{parameter.metavar or parameter.name}`", (parameter.help or "") + shown


def settings() -> str:
    """The settings of the VS Code extension, which other editors send under the same names."""
    package = json.loads((ROOT / "vscode-client" / "package.json").read_text(encoding="utf-8"))
    groups = package["contributes"]["configuration"]
    entries = [
        item for group in (groups if isinstance(groups, list) else [groups]) for item in group["properties"].items()
    ]
    rows = [
        (
            f"`{name}`",
            f"`{json.dumps(entry.get('default'))}`",
            entry.get("markdownDescription") or entry.get("description", ""),
        )
        for name, entry in entries
    ]
    head = "# Settings of editors\n\nThe VS Code extension has these settings. Other editors send those of `diagnostics`, `run`, `codeLens` and `inlayHints` to the server under the same names. The settings of a project are the table `[tool.tilewright]` of its `pyproject.toml`."
    return f"{head}\n\n{table(('setting', 'default', 'meaning'), rows)}\n"


def names_overview(pages: dict[str, str]) -> str:
    """The packages, each with a link to the page of its names."""
    modules = {row.name: row.summary for row in faces() if row.summary}
    rows = [
        (
            f"[`{place(package)}`](names/{package}.md)",
            first_line(modules.get("" if package == "tilewright" else package, "")),
        )
        for package in sorted(pages)
    ]
    head = "# Every public name\n\nThe names of Apache TVM that Tilewright has, by package."
    return f"{head}\n\n{table(('package', 'content'), rows)}\n"


def name_pages() -> Iterator[tuple[str, str]]:
    """A page for each package: its modules and their names."""
    packages: dict[str, list[str]] = defaultdict(list)
    for row in faces():
        if row.summary:
            packages[row.name.partition(".")[0] or "tilewright"].append(row.name)
    for package, modules in packages.items():
        sections = [section for module in sorted(modules) for section in module_section(module)]
        if sections:
            yield (
                package,
                f"---\nsearch:\n  boost: 0.5\n---\n\n# `{place(package)}`: names\n\n" + "\n\n".join(sections) + "\n",
            )


def place(package: str) -> str:
    return "tilewright" if package == "tilewright" else f"tilewright.{package}"


def module_section(name: str) -> Iterator[str]:
    """The names of a module that are functions, classes or values, each with its first sentence."""
    path = f"tilewright.{name}" if name else "tilewright"
    module = import_module(path)
    values = ((each, getattr(module, each)) for each in sorted(dir(module)) if not each.startswith("_"))
    rows = [
        (f"`{each}{shortened(value)}`", first_sentence(value))
        for each, value in values
        if not isinstance(value, ModuleType)
    ]
    if rows:
        yield f"## `{path}`\n\n{table(('name', 'meaning'), rows)}"


def shortened(value: Any) -> str:
    """The names of the parameters, as far as they fit."""
    if not callable(value):
        return ""
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return ""
    text = f"({', '.join(str(each.replace(annotation=inspect.Parameter.empty)) for each in parameters)})"
    return text if len(text) <= SIGNATURE and "<" not in text and " at 0x" not in text else "(...)"


def first_sentence(value: Any) -> str:
    """The first paragraph of the docstring, in one line; nothing for values whose docstring is that of their type."""
    if not (inspect.isroutine(value) or inspect.isclass(value)) and value.__doc__ == type(value).__doc__:
        return ""
    return first_line(inspect.getdoc(value) or "")


def first_line(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split())


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table of Markdown."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(cell(each) for each in line) + " |" for line in lines)


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
