"""The type of a name whose value only running the file would give, as far as its text says it.

`r = fragment.local(8)` is a buffer of 8 elements in registers whatever `fragment` is, and `T.ptr_byte_offset(p, n, dtype)` a pointer.  A type is
deduced from the statement that binds the name, from the uses of a parameter, and through names and helper functions of the same definition.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.base.dtype import is_dtype
from tilewright.core.base.source import Source
from tilewright.core.builder.namespace import TIR
from tilewright.core.describe.text import bullets, code, tuple_text
from tilewright.core.frontend.imported_files import source_of
from tilewright.core.frontend.positions import positions
from tilewright.core.frontend.recover import read_quietly
from tilewright.core.frontend.source_map import SourceMap, Symbol
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr

# How far names and calls are followed.
_DEEPEST: Final = 8


@dataclass(frozen=True)
class Deduced:
    """A type: a "buffer", "pointer", "scalar", "loop variable", "list", "tuple", the "indices" `of` a buffer, an "index" of it along an `axis`; `shape`, `dtype`, `scope` and `range` are texts, `dimensions` is their number."""

    what: str
    shape: str = ""
    dimensions: int | None = None
    dtype: str = ""
    scope: str = ""
    range: str = ""
    items: Deduced | None = None
    parts: tuple[Deduced, ...] = ()
    of: str = ""
    axis: int | None = None
    annotation: str = ""

    def facts(self) -> Iterator[str]:
        """The lines of a list about it."""
        if self.shape:
            yield f"shape `{self.shape}`"
        elif self.dimensions is not None:
            yield f"{self.dimensions} dimension{'s' if self.dimensions != 1 else ''}, as it is indexed"
        if self.dtype:
            yield f"data type `{self.dtype}`"
        if self.scope:
            yield f'scope `"{self.scope}"`'
        if self.range:
            yield f"over `{self.range}`"
        if self.annotation:
            yield f"annotated `{self.annotation}`"
        if self.axis is not None:
            yield f"an integer, used along dimension {self.axis} of `{self.of}`"
        elif self.of:
            yield f"an integer for each dimension of `{self.of}`"
        if self.items is not None:
            yield f"of a {self.items.what} each"
            yield from self.items.facts()


def deduced_description(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    """Markdown about a name without a value, None when its text says nothing either."""
    found = deduced(definition, symbol, analysis.source.text)
    if found is None:
        return None
    rest = "the rest is known when the program runs" if found.what == "buffer" else None
    facts = [*found.facts(), f"defined {analysis.source.on_lines([definition.base + symbol.start])}", rest]
    return f"{code(symbol.name)}\n\n**{found.what}**\n\n{bullets(facts)}"


def deduced(definition: Definition, symbol: Symbol, whole: str = "") -> Deduced | None:
    """The type of a name that is defined in a definition; helpers of the `whole` file are looked into."""
    if symbol.start < 0:
        return None
    text = _text_of(definition.source, definition.source_map, whole)
    return text.of_symbol(symbol) or text.as_indices(symbol) or text.as_index(symbol)


@lru_cache(maxsize=2)
def _text_of(source: Source, known: SourceMap, whole: str) -> _Text:
    """The text of a definition; kept, since a hover asks about a name and then describes it."""
    return _Text(source, (known,) if known.bodies is None else (known, known.bodies), whole)


class _Text:
    """The syntax tree of a definition beside what is known of its parts."""

    def __init__(self, source: Source, maps: Sequence[SourceMap], whole: str = "") -> None:
        self._source, self._maps, self._whole = source, maps, whole
        self._place = positions(source)

    @cached_property
    def _tree(self) -> ast.Module:
        return read_quietly(self._source.text) or ast.Module([], [])

    @cached_property
    def _binders(self) -> Mapping[int, Callable[[int], Deduced | None]]:
        """For each offset at which a name is bound, the function that gives its type."""
        found: dict[int, Callable[[int], Deduced | None]] = {}
        for node in ast.walk(self._tree):
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    self._bind(found, target, node.value)
            elif isinstance(node, (ast.For, ast.comprehension)):
                for at, target in enumerate(_parts(node.target)):
                    if isinstance(target, ast.Name):
                        found[self._place(target)[0]] = lambda _depth, node=node, at=at: self._loop(node, at)
            elif isinstance(node, ast.FunctionDef):
                for parameter in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                    found[self._place(parameter)[0]] = lambda depth, p=parameter, f=node: self._parameter(p, f, depth)
        return found

    def _bind(self, found: dict[int, Any], target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            found[self._place(target)[0]] = lambda depth: self.of(value, depth)
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
            for at, part in enumerate(target.elts):
                if at < len(parts):
                    self._bind(found, part, parts[at])
                elif isinstance(part, ast.Name):
                    found[self._place(part)[0]] = lambda depth, at=at: self._item(value, at, depth)

    @cached_property
    def _values(self) -> Mapping[tuple[int, int], object]:
        return {(each.start, each.end): each.value for known in self._maps for each in known.occurrences()}

    @cached_property
    def _symbols(self) -> Mapping[int, Symbol]:
        return {each.start: each.symbol for known in self._maps for each in known.occurrences() if each.symbol}

    def _item(self, value: ast.expr, at: int, depth: int) -> Deduced | None:
        """The type of one item of what is taken apart."""
        found = self.of(value, depth)
        return None if found is None or at >= len(found.parts) else found.parts[at]

    def as_indices(self, symbol: Symbol) -> Deduced | None:
        """A name of which the text says that all of it is the index of an element."""
        for node in self._around(symbol):
            if isinstance(node, ast.Subscript) and _spread(node.slice) == symbol.name:
                return Deduced("indices", of=ast.unparse(node.value))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "ptr_to":
                if node.args and _spread(node.args[0]) == symbol.name:
                    return Deduced("indices", of=ast.unparse(node.func.value))
        return None

    def as_index(self, symbol: Symbol) -> Deduced | None:
        """A name that stands in the index of an element of a buffer: alone, where it has the range of the dimension, or as a term."""
        found: Deduced | None = None
        for node in self._around(symbol):
            buffer = self.of(node.value, 0) if isinstance(node, ast.Subscript) else None
            if not isinstance(node, ast.Subscript) or buffer is None or buffer.what != "buffer":
                continue
            for axis, part in enumerate(node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]):
                if isinstance(part, ast.Name) and part.id == symbol.name:
                    size = _size(buffer.shape, axis)
                    return Deduced("index", of=ast.unparse(node.value), axis=axis, range=f"[0, {size})" if size else "")
                if symbol.name in _terms(part):
                    found = found or Deduced("index", of=ast.unparse(node.value), axis=axis)
        return found

    def _around(self, symbol: Symbol) -> Iterator[ast.AST]:
        """The nodes of the innermost function around the definition of a name."""
        found = [
            each for each in ast.walk(self._tree) if isinstance(each, ast.FunctionDef) and self._holds(each, symbol)
        ]
        return ast.walk(min(found, key=self._length)) if found else iter(())

    def _holds(self, node: ast.FunctionDef, symbol: Symbol) -> bool:
        start, end = self._place(node)
        return start <= symbol.start < end

    def _length(self, node: ast.FunctionDef) -> int:
        start, end = self._place(node)
        return end - start

    @cached_property
    def _file(self) -> _Text | None:
        """The file around the definition, of whose names nothing is known."""
        return _Text(Source(self._whole, self._source.name), ()) if self._whole else None

    @cached_property
    def _helpers(self) -> Mapping[str, ast.FunctionDef]:
        return {node.name: node for node in ast.walk(self._tree) if isinstance(node, ast.FunctionDef)}

    def of_symbol(self, symbol: Symbol, depth: int = 0) -> Deduced | None:
        """The type of a name, from where it is bound."""
        binder = self._binders.get(symbol.start)
        return binder(depth + 1) if binder is not None and depth < _DEEPEST else None

    def of(self, node: ast.expr, depth: int) -> Deduced | None:
        """The type of an expression."""
        if depth > _DEEPEST:
            return None
        known = _of_value(self._values.get(self._place(node)))
        rule = _RULES.get(type(node))
        return known if known is not None or rule is None else rule(self, node, depth + 1)

    def member(self, node: ast.expr) -> str | None:
        """The name in the namespace of TensorIR that an expression means, as far as its text says."""
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in ("T", "tirx", "tir")
        ):
            return node.attr
        return None

    def name(self, node: ast.Name, depth: int) -> Deduced | None:
        """The type of what a name stands for."""
        at = self._place(node)[0]
        symbol = self._symbols.get(at) or self._defined_before(at, node.id)
        return None if symbol is None or symbol.start < 0 else self.of_symbol(symbol, depth)

    def _defined_before(self, at: int, name: str) -> Symbol | None:
        """The last definition of a name before a place that was not read."""
        found = [each for start, each in self._symbols.items() if start == each.start < at and each.name == name]
        return max(found, key=lambda each: each.start, default=None)

    def call(self, node: ast.Call, depth: int) -> Deduced | None:
        """The type of the result of a call."""
        member = self.member(node.func)
        if member == "meta_var" and node.args:
            return self.of(node.args[0], depth)
        if member is not None:
            return self._made(member, node)
        if isinstance(node.func, ast.Attribute):
            dtype = next((self._text(each.value) for each in node.keywords if each.arg == "return_type"), "")
            if dtype:
                return Deduced("pointer") if dtype == "handle" else self._scalar(dtype)
            rule = _METHODS.get(node.func.attr)
            return rule(self, node, node.func, depth) if rule is not None else None
        return self.helper(node.func.id, depth) if isinstance(node.func, ast.Name) else None

    def helper(self, name: str, depth: int) -> Deduced | None:
        """The type of the results of a function of the definition, or of the file around it."""
        found = self._helpers.get(name)
        if found is not None:
            return self._returned(found, depth)
        if self._file is not None:
            return self._file.helper(name, depth)
        for node in ast.walk(self._tree):
            if isinstance(node, ast.ImportFrom) and depth < _DEEPEST:
                for alias in node.names:
                    if (alias.asname or alias.name) == name:
                        return self._imported(node, alias.name, depth)
        return None

    def _imported(self, node: ast.ImportFrom, name: str, depth: int) -> Deduced | None:
        """The type of the results of a function of another file."""
        source = source_of(self._source.name, node.module or "", node.level)
        return None if source is None else _Text(source, ()).helper(name, depth + 1)

    def _made(self, member: str, node: ast.Call) -> Deduced | None:
        if member in _BUFFERS:
            given = _arguments(_BUFFERS[member], node)
            scope = self._text(given.get("scope")) or _SCOPES.get(member, "")
            return Deduced("buffer", _shape(given.get("shape")), None, self._dtype(given.get("dtype")), scope)
        if member in _POINTERS:
            return Deduced("pointer")
        if member in _TRUTHS:
            return Deduced("scalar", dtype="bool")
        if member == "call_extern" and node.args:
            return self._scalar(self._dtype(node.args[0]))
        if member in ("Cast", "cast", "reinterpret") and node.args:
            return self._scalar(self._dtype(node.args[member == "cast"] if len(node.args) > 1 else None))
        return self._scalar(member if is_dtype(member) else "")

    @staticmethod
    def _scalar(dtype: str) -> Deduced | None:
        return Deduced("scalar", dtype=dtype) if dtype else None

    def _returned(self, helper: ast.FunctionDef, depth: int) -> Deduced | None:
        """The type in which all results of a helper agree."""
        declared = _declared(helper.returns)
        if declared is not None:
            return declared
        results = [part.value for part in ast.walk(helper) if isinstance(part, ast.Return) and part.value is not None]
        found = {self.of(result, depth) for result in results}
        return found.pop() if len(found) == 1 else None

    def view(self, node: ast.Call, method: ast.Attribute, depth: int) -> Deduced | None:
        """`buffer.view("uint32")` or `buffer.view(4, 8)`"""
        base = self.of(method.value, depth) or Deduced("buffer")
        dtype = next((found for arg in node.args if (found := self._dtype(arg))), "")
        sizes = [arg for arg in node.args if not self._is_dtype(arg)]
        shape = f"({', '.join(map(ast.unparse, sizes))}{',' * (len(sizes) == 1)})" if sizes else ""
        if not (base.dtype or dtype or shape):
            return base if base.scope else None
        return Deduced("buffer", shape, None, dtype or base.dtype, base.scope)

    def local(self, node: ast.Call, method: ast.Attribute, depth: int) -> Deduced:
        """`buffer.local(8)`: the part of a buffer that one thread has."""
        base = self.of(method.value, depth) or Deduced("buffer")
        sizes = ", ".join(map(ast.unparse, node.args))
        shape = f"({sizes}{',' * (len(node.args) == 1 and not isinstance(node.args[0], ast.Starred))})" if sizes else ""
        return Deduced("buffer", shape, None, base.dtype, "local")

    def _is_dtype(self, node: ast.expr) -> bool:
        text = self._value(node)
        return (isinstance(text, str) and is_dtype(text)) or ast.unparse(node).endswith("dtype")

    def _dtype(self, node: ast.expr | None) -> str:
        """The data type that an expression names: its value, or the expression that gives it."""
        if node is None:
            return ""
        if isinstance(node, ast.Constant):
            return str(node.value) if is_dtype(str(node.value)) else ""
        return ast.unparse(node) if self._is_dtype(node) else ""

    def _text(self, node: ast.expr | None) -> str:
        value = None if node is None else self._value(node)
        return value if isinstance(value, str) else ""

    def _value(self, node: ast.expr) -> object:
        return node.value if isinstance(node, ast.Constant) else self._values.get(self._place(node))

    def _loop(self, node: ast.For | ast.comprehension, at: int) -> Deduced | None:
        """The variable at a place of a loop whose range the text says, though its kind, its annotations or what stands around it are not known."""
        call = node.iter
        kind = ast.unparse(call.func).removeprefix("T.") if isinstance(call, ast.Call) else ""
        if not isinstance(call, ast.Call) or any(isinstance(each, ast.Starred) for each in call.args):
            return None
        if kind == "grid" and at < len(call.args):
            ends = _parts(call.args[at])
        else:
            ends = call.args if kind in _LOOPS and isinstance(node.target, ast.Name) else []
        if not 0 < len(ends) < 3:
            return None
        low, high = ("0", *map(ast.unparse, ends))[-2:]
        return Deduced("loop variable", dtype="int32", range=f"[{low}, {high})")

    def _parameter(self, parameter: ast.arg, function: ast.FunctionDef, depth: int) -> Deduced | None:
        annotation = parameter.annotation
        if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):  # `T.Buffer | None`
            annotation = annotation.left
        if isinstance(annotation, ast.Call):
            return self.of(annotation, depth)
        uses = [*_subscripts(parameter.arg, function)]
        if annotation is None:
            stored = any(isinstance(use.ctx, ast.Store) for use in uses)
            return Deduced("buffer", dimensions=_dimensions(uses)) if stored else None
        if self.member(annotation) in ("Buffer", "Tensor"):
            return Deduced("buffer", dimensions=_dimensions(uses)) if uses else None
        return None if self.member(annotation) is not None else Deduced("parameter", annotation=ast.unparse(annotation))

    def subscript(self, node: ast.Subscript, depth: int) -> Deduced | None:
        """An element of a buffer or of a list."""
        base = self.of(node.value, depth)
        if base is None or any(isinstance(part, ast.Slice) for part in ast.walk(node.slice)):
            return None
        return self._scalar(base.dtype) if base.what == "buffer" else base.items

    def same(self, node: ast.BinOp | ast.IfExp, depth: int) -> Deduced | None:
        """The type in which two operands agree."""
        left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.body, node.orelse)
        first, second = self.of(left, depth), self.of(right, depth)
        if first is None or first.what not in ("scalar", "pointer"):
            return None
        literal = isinstance(node, ast.BinOp) and isinstance(right, ast.Constant) and isinstance(right.value, int)
        return first if literal or first == second else None

    def items(self, node: ast.List | ast.ListComp, depth: int) -> Deduced | None:
        """A list whose items have one type."""
        parts = [node.elt] if isinstance(node, ast.ListComp) else node.elts
        found = {self.of(part, depth) for part in parts}
        item = found.pop() if len(found) == 1 else None
        return None if item is None else Deduced("list", items=item)

    def attribute(self, node: ast.Attribute, depth: int) -> Deduced | None:
        """The memory of a buffer."""
        base = self.of(node.value, depth) if node.attr == "data" else None
        return Deduced("pointer") if base is not None and base.what == "buffer" else None


def _of_value(value: object) -> Deduced | None:
    """The type of a value that is known."""
    if isinstance(value, Buffer):
        return Deduced("buffer", tuple_text(value.shape), None, str(value.dtype), value.scope())
    if isinstance(value, Expr):
        return Deduced("pointer") if value.dtype.is_handle else Deduced("scalar", dtype=str(value.dtype))
    return None


def _arguments(parameters: tuple[str, ...], node: ast.Call) -> dict[str, ast.expr]:
    """The arguments of a call by the names of the parameters."""
    given = dict(zip(parameters, node.args))
    return given | {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg is not None}


def _declared(annotation: ast.expr | None) -> Deduced | None:
    """The type that the annotation of a Python function says of its result."""
    if isinstance(annotation, ast.Name) and annotation.id in ("int", "bool", "float", "str"):
        return Deduced(f"Python's {annotation.id}")
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) in ("tuple", "Tuple"):
        parts = [_declared(part) for part in ast.walk(annotation.slice) if isinstance(part, ast.Name)]
        found = [part for part in parts if part is not None]
        return Deduced("tuple", parts=tuple(found)) if found and len(found) == len(parts) else None
    return None


def _parts(node: ast.expr) -> list[ast.expr]:
    """The parts of a tuple or list, anything else as the only one."""
    return node.elts if isinstance(node, (ast.Tuple, ast.List)) else [node]


def _spread(node: ast.expr) -> str | None:
    """The name that is all of an index: `tuple(name)`, `list(name)` or `(*name,)`."""
    if isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) == 1 and isinstance(node.elts[0], ast.Starred):
        node = node.elts[0].value
    elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("tuple", "list") and len(node.args) == 1:
        node = node.args[0]
    else:
        return None
    return node.id if isinstance(node, ast.Name) else None


def _terms(node: ast.expr) -> Iterator[str]:
    """The names that sums, products and quotients of an index are made of."""
    if isinstance(node, ast.BinOp):
        yield from _terms(node.left)
        yield from _terms(node.right)
    elif isinstance(node, ast.Name):
        yield node.id


def _size(shape: str, axis: int) -> str:
    """The size along an axis of a shape that is written as a tuple; "" where it is written otherwise."""
    found = ast.parse(shape or "0", mode="eval").body
    if (
        not isinstance(found, ast.Tuple)
        or axis >= len(found.elts)
        or any(isinstance(e, ast.Starred) for e in found.elts)
    ):
        return ""
    return ast.unparse(found.elts[axis])


def _shape(node: ast.expr | None) -> str:
    return "" if node is None else ast.unparse(node)


def _subscripts(name: str, function: ast.FunctionDef) -> Iterator[ast.Subscript]:
    """The elements of a parameter that a function accesses."""
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == name:
            yield node


def _dimensions(uses: list[ast.Subscript]) -> int | None:
    """The number of indices, where all accesses have as many."""
    indices = [use.slice.elts if isinstance(use.slice, ast.Tuple) else [use.slice] for use in uses]
    if any(isinstance(part, (ast.Starred, ast.Call)) for each in indices for part in each):
        return None
    found = {len(each) for each in indices}
    return found.pop() if len(found) == 1 else None


def _of_buffers() -> dict[str, tuple[str, ...]]:
    """The parameters of the calls that make buffers."""
    names = (
        "match_buffer",
        "alloc_buffer",
        "sblock_alloc_buffer",
        "decl_buffer",
        "Buffer",
        "alloc_local",
        "alloc_shared",
    )
    return {
        name: tuple(inspect.signature(TIR.members[name].value).parameters)
        if name in TIR.members
        else ("shape", "dtype")
        for name in names
    }


_BUFFERS: Final = _of_buffers()
_SCOPES: Final = {"alloc_local": "local", "alloc_shared": "shared"}
_POINTERS: Final = frozenset({"ptr_byte_offset", "address_of", "tvm_access_ptr", "tvm_stack_alloca"})
_TRUTHS: Final = frozenset({"any", "all", "And", "Or", "Not", "likely", "isnan", "isinf", "isfinite"})
_LOOPS: Final = frozenset({"range", "serial", "parallel", "vectorized", "unroll", "thread_binding"})


def _pointer(_text: _Text, _node: ast.Call, _method: ast.Attribute, _depth: int) -> Deduced:
    return Deduced("pointer")


def _truth(_text: _Text, _node: ast.AST, *_: object) -> Deduced:
    return Deduced("scalar", dtype="bool")


_METHODS: Final[Mapping[str, Callable[[_Text, ast.Call, ast.Attribute, int], Deduced | None]]] = {
    "view": _Text.view,
    "local": _Text.local,
    **dict.fromkeys(("ptr_to", "access_ptr"), _pointer),
    **dict.fromkeys(("any", "all"), _truth),
}
_RULES: Final[Mapping[type[ast.AST], Callable[[_Text, Any, int], Deduced | None]]] = {
    ast.Name: _Text.name,
    ast.Call: _Text.call,
    ast.Subscript: _Text.subscript,
    ast.Attribute: _Text.attribute,
    ast.BinOp: _Text.same,
    ast.IfExp: _Text.same,
    ast.List: _Text.items,
    ast.ListComp: _Text.items,
    **dict.fromkeys((ast.Compare, ast.BoolOp), _truth),
}
