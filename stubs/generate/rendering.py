"""Text from the templates that lie beside this file, and docstrings."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

TEMPLATES = Environment(
    loader=PackageLoader("generate"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def render(template: str, **values: object) -> str:
    """The text of a template, which may use `values` and nothing else."""
    return TEMPLATES.get_template(template).render(**values)


def docstring(text: str) -> str:
    """A docstring literal on its own lines, raw where it holds backslashes."""
    quoted = text.strip().replace('"""', "'''")
    prefix = "r" if "\\" in quoted else ""
    end = "\n" if "\n" in quoted or quoted.endswith('"') else ""
    return f'{prefix}"""{quoted}{end}"""\n'
