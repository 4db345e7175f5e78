"""One declaration of a stub for each member of a namespace: a function, a class or an alias, always with its documentation.

Parameters and types are those of the function behind the member.  Results are `X | Any`: completion knows `X`, and a name that a
script binds a second time to something else is no error.
"""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Callable
from typing import Any

from generate.annotations import Imports
from generate.decorators import decorator
from generate.open_types import WIDER
from generate.rendering import docstring
from tilewright.core.builder.namespace import Member, Namespace
from tilewright.core.ops.op import Op, Param
from tilewright.core.ops.relax_op import RelaxOp

WIDTH = 120
# Forms of Relax among the functions of `WIDER`, whose names TensorIR has for others.
WIDER_FORMS = WIDER - {"match_cast", "const", "decl_buffer", "convert", "parse"}
# Inner namespaces to which each release of TVM has added: they have any name beside those that are known.
OPEN_NAMESPACES = ("vision", "image")
INDENT = "    "
PLAIN_RESULTS = ("None", "Any", "NoReturn")
# Frames that stand for what they define where a program goes on below them: `A = T.decl_buffer(...)` is the buffer.
BINDING_FRAMES = (
    "AllocateConstFrame",
    "AllocateFrame",
    "DeclBufferFrame",
    "LaunchThreadFrame",
    "LetFrame",
    "RealizeFrame",
)


def declaration(member: Member, imports: Imports, module: str) -> str:
    """The text that declares `member` of the script namespace `module`, ending in a newline."""
    return decorator(member, imports, module) or WRITERS[member.kind](member, imports)


def _op(member: Member, imports: Imports) -> str:
    """An op's parameters and their kinds stand in its row; each takes `dtype` by name, wherever it stands or whether it has one."""
    row: Op = member.value.row
    if isinstance(row, RelaxOp):
        return _anything(member, imports) if member.name in WIDER else _relax_op(member, imports)
    result = f"{imports.add('tilewright.core.ir.expr', 'Expr')} | {imports.add('typing', 'Any')}"
    doc = f"\n{textwrap.indent(docstring(member.doc), INDENT)}"
    written = [_row_parameter(param, imports) for param in row.params]
    star = [] if any(param.variadic for param in row.params) else ["*"]
    if not any(param.kind == "dtype" for param in row.params):
        return _head(member.name, [*written, *star, "dtype: str | None = None"], result) + doc
    if not takes_dtype_first(member):
        return _head(member.name, written, result) + doc
    overload = f"@{imports.add('typing', 'overload')}\n"
    by_name = _head(member.name, [*written[1:], *star, "dtype: str"], result) + " ...\n"
    return overload + _head(member.name, written, result) + doc + overload + by_name


def takes_dtype_first(member: Member) -> bool:
    """Whether it is an op that must be told its data type: before all else, or by name."""
    params = member.value.row.params if member.kind == "op" and not isinstance(member.value.row, RelaxOp) else ()
    return len(params) > 1 and params[0].kind == "dtype" and params[0].default is ...


def _relax_op(member: Member, imports: Imports) -> str:
    """An op of Relax: its parameters in the order of the function that is made from its row."""
    any_ = imports.add("typing", "Any")
    written: list[str] = []
    for item in member.value.__signature__.parameters.values():
        if item.kind is item.KEYWORD_ONLY and not any(text.startswith("*") for text in written):
            written.append("*")
        star = "*" if item.kind is item.VAR_POSITIONAL else ""
        default = "" if item.default is item.empty else " = ..."
        written.append(f"{star}{item.name}: {any_}{default}")
    head = _head(member.name, written, f"{imports.add('tilewright.core.ir.relax', 'Call')} | {any_}")
    return f"{head}\n{textwrap.indent(docstring(member.doc), INDENT)}"


def _row_parameter(param: Param, imports: Imports) -> str:
    if param.variadic:
        return f"*{param.name}: {imports.add('typing', 'Any')}"
    kind = KINDS[param.kind]
    text = f"{param.name}: {imports.add(*kind) if isinstance(kind, tuple) else kind}"
    if param.default is ...:
        return text
    return f"{text}{' | None' if param.default is None else ''} = {_default(param.default)}"


# The type of each kind of parameter of a row.
KINDS: dict[str, str | tuple[str, str]] = {
    "expr": ("tilewright.core.ir.expr", "ExprLike"),
    "dtype": "str",
    "int": "int",
    "str": "str",
    "var": ("tilewright.core.ir.expr", "Var"),
    "buffer": ("tilewright.core.ir.buffer", "Buffer"),
    "any": ("typing", "Any"),
}


def _anything(member: Member, imports: Imports) -> str:
    return f"{member.name}: {imports.add('typing', 'Any')}\n{docstring(member.doc)}"


def _function(member: Member, imports: Imports) -> str:
    head = _head(member.name, parameters(member.value, imports), _result(member.value, imports))
    return f"{head}\n{textwrap.indent(docstring(member.doc), INDENT)}"


def _type(member: Member, imports: Imports) -> str:
    """A class of what the member makes: called, it makes one; named or subscripted, it is the type of one."""
    result = str(inspect.signature(member.value).return_annotation)
    base = imports.translate(result, module_of(member.value))
    taken = parameters(member.value, imports)
    # For pyright, which then looks at no `__init__`: it would look at the arguments for each of the two, and so at those of nested calls ever more often.
    made = f"{imports.add('typing_extensions', 'Self')} | {imports.add('typing', 'Any')}"
    head = _head("__new__", ["cls", *taken], made) + " ...\n" + _head("__init__", ["self", *taken], "None") + " ...\n"
    subscript = SUBSCRIPT.format(any=imports.add("typing", "Any")) if _subscriptable(member) else ""
    return f"class {member.name}({base}):\n{textwrap.indent(docstring(member.doc) + head + subscript, INDENT)}"


def _form(member: Member, imports: Imports) -> str:
    if inspect.isclass(member.value):
        return _wrapper(member, imports)
    if member.name in WIDER_FORMS:
        return _anything(member, imports)
    return _type(member, imports) if declares_a_type(member) else _function(member, imports)


def _wrapper(member: Member, imports: Imports) -> str:
    """A class whose instances a script uses as what they were made of."""
    any_ = imports.add("typing", "Any")
    body = textwrap.indent(f"{docstring(member.doc)}__init__: {any_}\n", INDENT)
    return f"class {member.name}({any_}):  # type: ignore[misc, unused-ignore]\n{body}"


def declares_a_type(member: Member) -> bool:
    """Whether programs annotate with it."""
    if member.kind == "form":
        return _subscriptable(member) or _names_a_type(member)
    return member.kind in ("class", "dtype")


def _subscriptable(member: Member) -> bool:
    """Whether older programs annotate with it in brackets: `A: T.Buffer[(16,), "float32"]`."""
    return hasattr(type(member.value), "__getitem__")


def _names_a_type(member: Member) -> bool:
    """Whether its name alone says what a parameter is: it makes a variable when it is told nothing (`a: T.handle`), or what Relax knows of a value."""
    signature = inspect.signature(member.value)
    told = [each for each in signature.parameters.values() if each.default is each.empty]
    result = signature.return_annotation
    return (result == "Var" and not told) or (isinstance(result, str) and result.endswith("StructInfo"))


def _alias(member: Member, imports: Imports) -> str:
    return f"{member.name} = {imports.add(member.value.__module__, member.value.__qualname__)}\n{docstring(member.doc)}"


def _namespace(member: Member, imports: Imports) -> str:
    inner: Namespace = member.value
    members = "\n".join(WRITERS[each.kind](each, imports) for each in inner.members.values())
    body = docstring(member.doc) + "\n" + re.sub(r"^def ", "@staticmethod\ndef ", members, flags=re.MULTILINE)
    base = f"({imports.add('typing', 'Any')})" if member.name in OPEN_NAMESPACES else ""
    ignored = "  # type: ignore[misc, unused-ignore]" if base else ""
    return f"class {member.name}{base}:{ignored}\n{textwrap.indent(body, INDENT)}"


WRITERS: dict[str, Callable[[Member, Imports], str]] = {
    "op": _op,
    "form": _form,
    "dtype": _type,
    "class": _alias,
    "namespace": _namespace,
}
SUBSCRIPT = "def __class_getitem__(cls, item: {any}) -> {any}: ...\n"


def _head(name: str, parameters: list[str], result: str) -> str:
    line = f"def {name}({', '.join(parameters)}) -> {result}:"
    if len(line) <= WIDTH - 2 * len(INDENT):
        return line
    return "\n".join([f"def {name}(", *(f"{INDENT}{parameter}," for parameter in parameters), f") -> {result}:"])


def parameters(value: Callable[..., Any], imports: Imports) -> list[str]:
    """The parameters of `value` as a stub writes them."""
    texts: list[str] = []
    keyword_only = False
    for parameter in inspect.signature(value).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            texts.append("*")
        keyword_only = keyword_only or parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        texts.append(_parameter(parameter, module_of(value), imports))
    return texts


def _parameter(parameter: inspect.Parameter, module: str, imports: Imports) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    text = f"{stars}{parameter.name}: {_annotation(parameter.annotation, module, imports)}"
    return text if parameter.default is parameter.empty else f"{text} = {_default(parameter.default)}"


def _result(value: Callable[..., Any], imports: Imports) -> str:
    annotation = inspect.signature(value).return_annotation
    if isinstance(annotation, str) and ("|" in annotation or annotation in BINDING_FRAMES):
        return imports.add("typing", "Any")
    text = _annotation(annotation, module_of(value), imports)
    return text if annotation in PLAIN_RESULTS else f"{text} | {imports.add('typing', 'Any')}"


def _annotation(annotation: object, module: str, imports: Imports) -> str:
    if annotation is inspect.Signature.empty:
        return imports.add("typing", "Any")
    return imports.translate(str(annotation), module)


def _default(value: object) -> str:
    """Defaults that are plain constants are told, others are not."""
    if isinstance(value, str):
        return json.dumps(value)
    return repr(value) if value is None or type(value) in (bool, int, float) else "..."


def module_of(value: Any) -> str:
    """The module in which the annotations of `value` are written."""
    plain = inspect.unwrap(value)
    return plain.__globals__["__name__"] if hasattr(plain, "__globals__") else plain.__module__
