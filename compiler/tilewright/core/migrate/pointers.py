"""`T.load` and `T.store` through pointers become elements of buffers: `A[i]` where the pointer is that of a flat buffer, else of a view of it.

    T.store(A.data, i, T.load("float32", p, i + 1))   ->   A[i] = p_view[i + 1]

A view is declared where its pointer is made, so only pointers are rewritten whose memory and element type the function itself says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import libcst as cst
import libcst.matchers as m

from tilewright.core.migrate.walking import Transformer, Visitor

# Forms that make memory, with the position of the shape; the dtype follows it.
_BUFFERS = {
    **dict.fromkeys(("match_buffer", "buffer_bind"), 1),
    **dict.fromkeys(
        ("alloc_buffer", "buffer_allocate", "buffer_decl", "Buffer", "decl_buffer", "sblock_alloc_buffer"), 0
    ),
}


@dataclass
class _Memory:
    """A buffer, or the memory behind a pointer, as the text declares it: its sizes, and the type of its elements."""

    pointer: str
    sizes: tuple[cst.BaseExpression, ...]
    dtype: str
    is_flat: bool
    view: str = ""


def with_elements(module: cst.Module, spaces: Collection[str]) -> cst.Module:
    """The module without loads and stores through pointers, where it says what they point to; `spaces` are the names of the script namespaces."""
    taken = {name.value for name in m.findall(module, m.Name()) if isinstance(name, cst.Name)}
    return module.visit(_Functions(spaces, taken))


class _Functions(Transformer):
    def __init__(self, spaces: Collection[str], taken: set[str]) -> None:
        super().__init__()
        self.spaces = spaces
        self.taken = taken

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        found = _Definitions(self.spaces)
        updated_node.visit(found)
        accesses = _Accesses(self.spaces, found.memory, self._fresh)
        made = updated_node.visit(accesses)
        views = [memory for memory in found.memory.values() if memory.view]
        if not views or not isinstance(made, cst.FunctionDef):
            return made if isinstance(made, cst.FunctionDef) else updated_node
        placed = made.visit(_Views({memory.pointer: memory for memory in views}, found.space))
        assert isinstance(placed, cst.FunctionDef)
        return placed

    def _fresh(self, name: str) -> str:
        wanted, count = f"{name}_view", 1
        while wanted in self.taken:
            wanted, count = f"{name}_view_{count}", count + 1
        self.taken.add(wanted)
        return wanted


class _Definitions(Visitor):
    """The memory that a function makes or is given, by the text of its pointer."""

    def __init__(self, spaces: Collection[str]) -> None:
        self.spaces = spaces
        self.memory: dict[str, _Memory] = {}
        self.space = "T"

    def visit_Param(self, node: cst.Param) -> None:
        if node.annotation is not None:
            self._define(node.name, _as_call(node.annotation.annotation))

    def visit_Assign(self, node: cst.Assign) -> None:
        if len(node.targets) == 1:
            self._define(node.targets[0].target, node.value)

    def visit_WithItem(self, node: cst.WithItem) -> None:
        if node.asname is not None:
            self._define(node.asname.name, node.item)

    def _define(self, target: cst.BaseExpression, value: cst.BaseExpression) -> None:
        form = member(value.func, self.spaces) if isinstance(value, cst.Call) else None
        if not isinstance(target, cst.Name) or not isinstance(value, cst.Call) or form is None:
            return
        assert isinstance(value.func, cst.Attribute)
        assert isinstance(value.func.value, cst.Name)
        self.space = value.func.value.value
        at = 0 if form == "allocate" else _BUFFERS.get(form)
        sizes = None if at is None else _sizes(_argument(value, at, "extents" if form == "allocate" else "shape"))
        dtype = None if at is None else _text(_argument(value, at + 1, "dtype"))
        if sizes is None or dtype is None or any(keyword(given) in ("strides", "elem_offset") for given in value.args):
            return
        name = target.value
        if form == "allocate":
            self.memory[name] = _Memory(name, sizes, dtype, False)
        else:
            self.memory[f"{name}.data"] = _Memory(f"{name}.data", sizes, dtype, len(sizes) == 1)


class _Accesses(Transformer):
    """Rewrites the loads and stores; memory that needs a view for it gets the name of one."""

    def __init__(self, spaces: Collection[str], memory: dict[str, _Memory], fresh: Callable[[str], str]) -> None:
        super().__init__()
        self.spaces = spaces
        self.memory = memory
        self.fresh = fresh

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        if member(original_node.func, self.spaces) != "load" or not _plain(updated_node, 3):
            return updated_node
        dtype, pointer, index = (given.value for given in updated_node.args[:3])
        asked = _text(dtype)
        if asked is None or _mask(updated_node, 3):
            return updated_node
        return self._element(pointer, index, asked.split("x")[0]) or updated_node

    def leave_Expr(self, original_node: cst.Expr, updated_node: cst.Expr) -> Any:
        call = updated_node.value
        is_store = isinstance(call, cst.Call) and member(call.func, self.spaces) == "store"
        if not is_store or not isinstance(call, cst.Call) or not _plain(call, 3) or _mask(call, 3):
            return updated_node
        pointer, index, value = (given.value for given in call.args[:3])
        target = self._element(pointer, index, None)
        return updated_node if target is None else cst.Assign([cst.AssignTarget(target)], value)

    def _element(self, pointer: cst.BaseExpression, index: cst.BaseExpression, dtype: str | None) -> Any:
        """`A[index]`, None where it is not known what the pointer points to or it points to elements of another type."""
        found = self.memory.get(_code(pointer))
        if found is None or dtype not in (None, found.dtype):
            return None
        if not found.is_flat and not found.view:
            found.view = self.fresh(found.pointer.split(".")[0])
        name = found.pointer.split(".")[0] if found.is_flat else found.view
        return cst.Subscript(cst.Name(name), [cst.SubscriptElement(cst.Index(index))])


class _Views(Transformer):
    """Declares the views, each behind what makes its pointer."""

    def __init__(self, views: dict[str, _Memory], space: str) -> None:
        super().__init__()
        self.views = views
        self.space = space

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> Any:
        small = original_node.body[0]
        if not isinstance(small, cst.Assign) or len(small.targets) != 1:
            return updated_node
        line = self._line(small.targets[0].target)
        return updated_node if line is None else cst.FlattenSentinel([updated_node, line])

    def leave_With(self, original_node: cst.With, updated_node: cst.With) -> cst.With:
        lines = [self._line(item.asname.name) for item in original_node.items if item.asname is not None]
        return _above(updated_node, lines)

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        return _above(updated_node, [self._line(param.name) for param in original_node.params.params])

    def _line(self, target: object) -> cst.BaseStatement | None:
        name = target.value if isinstance(target, cst.Name) else ""
        found = self.views.get(name) or self.views.get(f"{name}.data")
        if found is None:
            return None
        shape = f"({_product(found.sizes)},)"
        made = f'{found.view} = {self.space}.Buffer({shape}, "{found.dtype}", data={found.pointer})'
        return cst.parse_statement(made)  # pyright: ignore[reportReturnType]


def _above(node: Any, lines: list[cst.BaseStatement | None]) -> Any:
    """A function or a `with` with these lines first in its body, behind its documentation."""
    given = [line for line in lines if line is not None]
    if not given:
        return node
    body = list(node.body.body)
    at = int(m.matches(body[0], m.SimpleStatementLine(body=[m.Expr(m.SimpleString())])))
    return node.with_changes(body=node.body.with_changes(body=[*body[:at], *given, *body[at:]]))


def member(node: cst.BaseExpression, spaces: Collection[str]) -> str | None:
    """The member of a script namespace that an expression names, None when it names none."""
    named = isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and node.value.value in spaces
    return node.attr.value if named and isinstance(node, cst.Attribute) else None


def _as_call(node: cst.BaseExpression) -> cst.BaseExpression:
    """`T.Buffer[shape, dtype]` as the call that it is in later dialects."""
    if not isinstance(node, cst.Subscript):
        return node
    items = [item.slice.value for item in node.slice if isinstance(item.slice, cst.Index)]
    return cst.Call(node.value, [cst.Arg(item) for item in items])


def keyword(given: cst.Arg) -> str:
    """The name by which an argument is given, empty for one that is given by its position."""
    return given.keyword.value if given.keyword is not None else ""


def _plain(call: cst.Call, count: int) -> bool:
    """Whether the first `count` arguments are given by position, one by one."""
    return len(call.args) >= count and not any(given.keyword or given.star for given in call.args[:count])


def _mask(call: cst.Call, at: int) -> bool:
    """Whether the access has a predicate that does not always hold."""
    return len(call.args) > at and _code(call.args[at].value) not in ("True", "1")


def _argument(call: cst.Call, at: int, name: str) -> cst.BaseExpression | None:
    found = next((given.value for given in call.args if keyword(given) == name), None)
    by_position = [given.value for given in call.args if not keyword(given)]
    return found if found is not None else by_position[at] if at < len(by_position) else None


def _sizes(shape: cst.BaseExpression | None) -> tuple[cst.BaseExpression, ...] | None:
    if isinstance(shape, (cst.List, cst.Tuple)):
        return tuple(item.value for item in shape.elements)
    return None if shape is None else (shape,)


def _text(node: cst.BaseExpression | None) -> str | None:
    """The text of a dtype; `float32` where none is given."""
    if node is None:
        return "float32"
    return str(node.evaluated_value) if isinstance(node, cst.SimpleString) else None


def _product(sizes: tuple[cst.BaseExpression, ...]) -> str:
    codes = [_code(size) for size in sizes]
    if all(code.isdigit() for code in codes):
        return str(math.prod(map(int, codes)))
    return " * ".join(
        code if code.isidentifier() or code.isdigit() or len(codes) == 1 else f"({code})" for code in codes
    )


def _code(node: cst.CSTNode) -> str:
    return cst.Module([]).code_for_node(node)
