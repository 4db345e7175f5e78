"""The parts of a syntax tree, in the order of `ast.walk` and in a third of its time, and what its definitions are by their decorators."""

from __future__ import annotations

import ast
from typing import Final

# The last names of the decorators that make scripts of functions and classes, in today's and in the classic dialect.
SCRIPT_DECORATORS: Final = frozenset({"prim_func", "macro", "inline", "ir_module", "function"})


def parts_of(node: ast.AST) -> list[ast.AST]:
    """The node and all nodes below it, level by level; without the contexts `ast.Load` and so on, of which each name has one."""
    found = [node]
    for each in found:  # grows
        if type(each) is not ast.Name and type(each) is not ast.Constant:
            found += children_of(each)
    return found


def children_of(node: ast.AST) -> list[ast.AST]:
    """The nodes directly below a node, in the order of its fields; without the context `ast.Load` or so."""
    found: list[ast.AST] = []
    for name in node._fields:
        if name == "ctx":
            continue
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            found.append(value)
        elif type(value) is list:
            found += [item for item in value if isinstance(item, ast.AST)]  # pyright: ignore[reportUnknownVariableType]
    return found


def decorators_of(node: ast.AST) -> list[ast.expr]:
    """The decorators of a definition, without the arguments that they are called with; none of what is no definition."""
    return [each.func if isinstance(each, ast.Call) else each for each in getattr(node, "decorator_list", ())]


def decorator_names(node: ast.AST) -> list[str]:
    """The last name of each decorator of a definition: "prim_func" of `@T.prim_func(private=True)`, "" of one that is no name."""
    return [last_name(each) for each in decorators_of(node)]


def last_name(node: ast.AST) -> str:
    """The last part of a dotted name: "jit" of `torch.jit`, "" of what is none."""
    return getattr(node, "attr", getattr(node, "id", ""))


def parameters_in(arguments: ast.arguments) -> list[ast.arg]:
    """All parameters of a function, those of `*rest` and `**others` last."""
    rest = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *rest]


def script_namespace(node: ast.FunctionDef) -> str:
    """The name of the namespace of TensorIR in a function, as its decorator says; `T` where it does not."""
    named = (each.value for each in decorators_of(node) if isinstance(each, ast.Attribute))
    return next((each.id for each in named if isinstance(each, ast.Name)), "T")
