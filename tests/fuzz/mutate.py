"""Mutants of valid programs, by seed: characters changed, and syntax trees rearranged."""

from __future__ import annotations

import ast
import copy
from random import Random

PIECES = (
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        ",",
        ".",
        "=",
        "'",
        '"',
        '"""',
        "#",
        "\\",
        "\n",
        "\t",
        "    ",
        "\0",
        "\r",
        "\ufeff",
        "é",
        "𝕏",
    ),
    *(
        "for ",
        "with ",
        "if ",
        "def ",
        "class ",
        "lambda ",
        "T.",
        "@",
        "*",
        "**",
        "->",
        ":=",
        "await ",
        "yield ",
        "not ",
    ),
    *(
        "T.grid(",
        "T.axis.remap(",
        "T.init()",
        "T.block(",
        "T.match_buffer(",
        "range(",
        "None",
        "-1",
        "0",
        "1e400",
        "99999999999999999999",
    ),
)


def bytes_mutant(text: str, seed: int) -> str:
    """The text with a few pieces removed, repeated, swapped or put in."""
    random = Random(seed)
    for _ in range(random.randint(1, 4)):
        text = random.choice(_CHANGES)(text, random)
    return text


def _removed(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at + random.choice((1, 1, 2, 5, 20, 100)) :]


def _inserted(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(PIECES) + text[at:]


def _replaced(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + chr(random.choice((random.randrange(32, 127), random.randrange(0x110000)))) + text[at + 1 :]


def _repeated(text: str, random: Random) -> str:
    first, second = sorted(random.randrange(len(text) + 1) for _ in range(2))
    return text[:second] + text[first : min(second, first + 200)] + text[second:]


def _swapped(text: str, random: Random) -> str:
    lines = text.split("\n")
    a, b = random.randrange(len(lines)), random.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return "\n".join(lines)


def _indented(text: str, random: Random) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    lines[at] = random.choice(("    " + lines[at], lines[at][4:], lines[at].lstrip(), " " + lines[at]))
    return "\n".join(lines)


_CHANGES = (_removed, _inserted, _replaced, _repeated, _swapped, _indented)


def tree_mutant(text: str, seed: int, others: list[str]) -> str:
    """The program with expressions and statements exchanged, taken out, or taken from another program; it still parses as Python."""
    random = Random(seed)
    tree = ast.parse(text)
    donor = ast.parse(random.choice(others))
    for _ in range(random.randint(1, 4)):
        random.choice((_exchange_expression, _exchange_expression, _change_suite, _change_field))(tree, donor, random)
    return ast.unparse(ast.fix_missing_locations(tree))


def _exchange_expression(tree: ast.Module, donor: ast.Module, random: Random) -> None:
    places = [
        (node, name, at)
        for node in ast.walk(tree)
        if not isinstance(node, ast.JoinedStr)  # Python cannot write one that holds anything but texts and values
        for name, value in ast.iter_fields(node)
        for at, item in (enumerate(value) if isinstance(value, list) else ((None, value),))
        if isinstance(item, ast.expr) and isinstance(getattr(item, "ctx", ast.Load()), ast.Load)
    ]
    found = [node for node in ast.walk(random.choice((tree, donor))) if isinstance(node, ast.expr)]
    given = [node for node in found if isinstance(getattr(node, "ctx", ast.Load()), ast.Load)]
    usable = [node for node in given if not isinstance(node, (ast.Slice, ast.Starred, ast.FormattedValue))]
    if places and usable:
        node, name, at = random.choice(places)
        _put(node, name, at, copy.deepcopy(random.choice(usable)))


def _put(node: ast.AST, name: str, at: int | None, value: ast.AST) -> None:
    if at is None:
        setattr(node, name, value)
    else:
        getattr(node, name)[at] = value


def _change_suite(tree: ast.Module, donor: ast.Module, random: Random) -> None:
    """A statement twice, gone, elsewhere, or from the other program."""
    bodies = (getattr(node, "body", None) for node in ast.walk(tree))
    suites: list[list[ast.stmt]] = [body for body in bodies if isinstance(body, list)]
    statements = [node for node in ast.walk(random.choice((tree, donor))) if isinstance(node, ast.stmt)]
    suite = random.choice(suites)
    if not statements:
        return
    if len(suite) > 1 and random.random() < 0.4:
        del suite[random.randrange(len(suite))]
    else:
        suite.insert(random.randrange(len(suite) + 1), copy.deepcopy(random.choice(statements)))


def _change_field(tree: ast.Module, donor: ast.Module, random: Random) -> None:
    """Another name, attribute, constant or operator."""
    nodes = [
        node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.arg))
    ]
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    if not nodes:
        return
    members = [node.attr for node in ast.walk(donor) if isinstance(node, ast.Attribute)]
    node = random.choice(nodes)
    if isinstance(node, ast.Name):
        node.id = random.choice((*names, "undefined"))
    elif isinstance(node, ast.Attribute):
        node.attr = random.choice((*members, "shape", "data", "nothing"))
    elif isinstance(node, ast.arg):
        node.arg = random.choice((*names, "undefined"))
    elif isinstance(node, ast.BinOp):
        node.op = random.choice(
            (ast.Add(), ast.Pow(), ast.MatMult(), ast.LShift(), ast.FloorDiv(), ast.Mod(), ast.BitAnd())
        )
    else:
        node.value = random.choice((0, -1, 1 << 40, 1.5, "", "SSR", "float32", "int33", None, True, ..., b"x", 1j))
