"""Stages of tensor expressions in plain Python, as far as the text shows their sizes: indices outside of tensors, and reductions where none may stand.

Only what every call computes is said: an index is reported at an end that its variables reach, and a tensor whose sizes are no numbers not at all.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.base.names import counted
from tilewright.core.base.source import Source
from tilewright.core.frontend.positions import Place, positions
from tilewright.core.frontend.tree_parts import last_name

_REDUCERS: Final = frozenset(("sum", "max", "min"))
_CHOICES: Final = frozenset(("if_then_else", "Select"))
_NEGATED: Final[Mapping[type[ast.cmpop], type[ast.cmpop]]] = {
    **{ast.Lt: ast.GtE, ast.GtE: ast.Lt},
    **{ast.Gt: ast.LtE, ast.LtE: ast.Gt},
}
_MIRRORED: Final[Mapping[type[ast.cmpop], type[ast.cmpop]]] = {
    **{ast.Lt: ast.Gt, ast.Gt: ast.Lt},
    **{ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq},
}
Ends = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Tensor:
    """A tensor with its sizes, None where one is no number, its data type, "" where that is not known, and the placeholders that it is computed from, by their names: of a placeholder itself."""

    sizes: tuple[int | None, ...]
    dtype: str = ""
    inputs: frozenset[tuple[str, ast.expr]] = frozenset()
    is_input: bool = False


@dataclass(frozen=True, slots=True)
class _Axis:
    """A reduction axis with its first and last value, None where they are no numbers."""

    ends: Ends | None


_Value = int | _Tensor | _Axis
Names = dict[str, _Value]


def stage_mistakes(source: Source, tree: ast.Module) -> Iterator[Diagnostic]:
    """The mistakes in the stages of a file."""
    yield from _of_suite(source, positions(source), tree.body, {})


def _of_suite(source: Source, place: Place, suite: Sequence[ast.stmt], names: Names) -> Iterator[Diagnostic]:
    """The mistakes in the statements of a suite, which change what the names mean."""
    for statement in suite:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            call = statement.value
            if isinstance(call, ast.Call) and called(call) == "compute":
                yield from _of_stage(source, place, call, names)
            yield from _of_function(source, place, call, names)
            _assign(statement.targets[0], call, names)
            continue
        for inner in _suites(statement):
            known = dict(names)
            for name in _stored(statement):
                known.pop(name, None)
            yield from _of_suite(source, place, inner, known)
        if isinstance(statement, ast.Return) and isinstance(statement.value, ast.Call):
            if called(statement.value) == "compute":
                yield from _of_stage(source, place, statement.value, names)
            yield from _of_function(source, place, statement.value, names)
        for name in _stored(statement):
            names.pop(name, None)


def _suites(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for part in ("body", "orelse", "finalbody"):
        inner: object = getattr(statement, part, None)
        if isinstance(inner, list):
            yield inner  # pyright: ignore[reportUnknownVariableType]


def _stored(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement gives a meaning, also in suites inside, and the parameters of functions."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name


def called(node: ast.expr) -> str:
    """The name of the function of `te` that is called, "" for any other."""
    function = node.func if isinstance(node, ast.Call) else None
    if not isinstance(function, ast.Attribute):
        return ""
    return function.attr if last_name(function.value) == "te" else ""


def _assign(target: ast.expr, value: ast.expr, names: Names) -> None:
    """Let a target mean a value, as far as it is one that counts here."""
    if isinstance(target, ast.Tuple):
        values = value.elts if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts) else ()
        for each, given in zip(target.elts, values or [ast.Constant(None)] * len(target.elts)):
            _assign(each, given, names)
        return
    if not isinstance(target, ast.Name):
        return
    found = _value(value, names)
    if found is None:
        names.pop(target.id, None)
    elif isinstance(found, _Tensor) and called(value) == "placeholder":
        names[target.id] = replace(found, inputs=frozenset(((target.id, value),)), is_input=True)
    else:
        names[target.id] = found


def _value(node: ast.expr, names: Names) -> _Value | None:
    name = called(node)
    if isinstance(node, ast.Call) and name in ("placeholder", "compute"):
        sizes = _sizes(_argument(node, 0, "shape"), names)
        if sizes is None or name == "placeholder":
            return None if sizes is None else _Tensor(sizes, _dtype(node))
        own = {
            each.arg for each in ast.walk(node) if isinstance(each, ast.arg)
        }  # an index may have the name of a tensor
        read = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        used = map(names.get, sorted(read - own))
        return _Tensor(sizes, "", frozenset().union(*(each.inputs for each in used if isinstance(each, _Tensor))))
    if isinstance(node, ast.Call) and name == "reduce_axis":
        domain = _argument(node, 0, "dom")
        ends = _sizes(domain, names)
        known = ends is not None and len(ends) == 2 and None not in ends
        return _Axis((ends[0] or 0, (ends[1] or 0) - 1) if known and ends is not None else None)
    return _number(node, names)


def _argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    if any(isinstance(each, ast.Starred) for each in call.args):
        return None
    given = [keyword.value for keyword in call.keywords if keyword.arg == name]
    return call.args[position] if len(call.args) > position else next(iter(given), None)


def _dtype(call: ast.Call) -> str:
    given = _argument(call, 1, "dtype")
    if given is None:
        return "float32"
    return given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else ""


def _sizes(node: ast.expr | None, names: Names) -> tuple[int | None, ...] | None:
    """The sizes of a shape that is written out, or is that of a tensor."""
    if isinstance(node, ast.Attribute) and node.attr == "shape" and isinstance(node.value, ast.Name):
        known = names.get(node.value.id)
        return known.sizes if isinstance(known, _Tensor) else None
    if not isinstance(node, (ast.Tuple, ast.List)) or any(isinstance(each, ast.Starred) for each in node.elts):
        return None
    return tuple(_number(each, names) for each in node.elts)


def _number(node: ast.expr, names: Names) -> int | None:
    """The integer that an expression is, None of any other."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.Name):
        known = names.get(node.id)
        return known if isinstance(known, int) else None
    found = _ends(node, {}, names)
    return found[0] if found is not None and found[0] == found[1] else None


@dataclass(slots=True)
class _Stage:
    """The body of one stage: the values of its variables, and of the reduction axes around a part."""

    source: Source
    place: Place
    names: Names
    found: list[Diagnostic] = field(default_factory=lambda: [])

    def report(self, code: str, sentence: str, node: ast.expr) -> None:
        self.found.append(diagnose(code, sentence, self.source.span(*self.place(node))))

    def expression(self, node: ast.expr, ranges: Mapping[str, Ends | None], is_whole: bool) -> None:
        """Look at an expression, which is the whole body or a part of it."""
        function = called(node)
        if isinstance(node, (ast.Lambda, ast.IfExp, ast.ListComp, ast.GeneratorExp)):
            return
        if isinstance(node, ast.Call) and function in _REDUCERS and _argument(node, 1, "axis") is not None:
            self.reduction(node, ranges, is_whole)
            return
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHOICES:
            self.choice(node, ranges)
            return
        indexed = self.indexed(node)
        if indexed is not None:
            self.access(node, *indexed, ranges)
            return
        if isinstance(node, ast.Name) and node.id not in ranges and isinstance(self.names.get(node.id), _Axis):
            self.report(
                "te-reduction",
                f"`{node.id}` is a reduction axis, and has values only inside of a reduction over it",
                node,
            )
        if isinstance(node, ast.Call):
            ranges = {**dict.fromkeys(self.axes_given(node)), **ranges}
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.expression(child, ranges, False)
            elif isinstance(child, ast.keyword):
                self.expression(child.value, ranges, False)

    def reduction(self, node: ast.Call, ranges: Mapping[str, Ends | None], is_whole: bool) -> None:
        if not is_whole:
            sentence = "a reduction stands inside of an expression, and it can only be a whole stage: compute with its result in another stage"
            self.report("te-reduction", sentence, node)
            return
        axes = _argument(node, 1, "axis")
        listed = axes.elts if isinstance(axes, (ast.Tuple, ast.List)) else [axes]
        inner = dict(ranges)
        for each in listed:
            known = self.names.get(each.id) if isinstance(each, ast.Name) else None
            if isinstance(each, ast.Name) and each.id in ranges and known is None:
                sentence = (
                    f"`{each.id}` is an index of the stage, and no axis of a reduction: make one with `te.reduce_axis`"
                )
                self.report("te-reduction", sentence, each)
                return
            if not isinstance(each, ast.Name) or not isinstance(known, _Axis):
                return  # which axes there are is not known
            inner[each.id] = known.ends
        if node.args:
            self.expression(node.args[0], inner, False)

    def axes_given(self, call: ast.Call) -> Iterator[str]:
        """The reduction axes that a function gets, which may be a reducer."""
        for each in (*call.args, *(keyword.value for keyword in call.keywords)):
            for part in each.elts if isinstance(each, (ast.Tuple, ast.List)) else [each]:
                if isinstance(part, ast.Name) and isinstance(self.names.get(part.id), _Axis):
                    yield part.id

    def choice(self, node: ast.Call, ranges: Mapping[str, Ends | None]) -> None:
        """A value that a condition chooses: what is known of the variables in it is narrower there."""
        if len(node.args) != 3:
            return
        condition, chosen, other = node.args
        self.expression(condition, ranges, False)
        self.expression(chosen, _narrowed(condition, ranges, self.names, True), False)
        self.expression(other, _narrowed(condition, ranges, self.names, False), False)

    def indexed(self, node: ast.expr) -> tuple[str, _Tensor, list[ast.expr]] | None:
        """The tensor of which an expression is an element, and the indices."""
        base, indices = node, list[ast.expr]()
        while isinstance(base, ast.Subscript):
            indices[:0] = base.slice.elts if isinstance(base.slice, ast.Tuple) else [base.slice]
            base = base.value
        if isinstance(node, ast.Call) and not node.keywords:
            base, indices = node.func, node.args
        elif base is node:
            return None
        known = self.names.get(base.id) if isinstance(base, ast.Name) else None
        plain = not any(isinstance(each, (ast.Starred, ast.Slice)) for each in indices)
        return (
            (base.id, known, indices) if isinstance(base, ast.Name) and isinstance(known, _Tensor) and plain else None
        )

    def access(
        self, node: ast.expr, name: str, tensor: _Tensor, indices: list[ast.expr], ranges: Mapping[str, Ends | None]
    ) -> None:
        if len(indices) != len(tensor.sizes):
            dimensions = counted(len(tensor.sizes), "dimension")
            self.report("rank-mismatch", f"`{name}` has {dimensions} and is indexed with {len(indices)}", node)
            return
        for index, size in zip(indices, tensor.sizes):
            inner = self.indexed(index)
            if inner is not None and inner[1].dtype.startswith(("float", "bfloat")):
                self.report(
                    "index-type", f"an index is an integer, and `{ast.unparse(index)}` is {inner[1].dtype}", index
                )
            ends = _ends(index, ranges, self.names)
            if ends is not None and size is not None and ends[0] <= ends[1] and (ends[0] < 0 or ends[1] >= size):
                reached = ends[1] if ends[1] >= size else ends[0]
                sentence = f"`{ast.unparse(index)}` reaches {reached}, and `{name}` has {counted(size, 'element')} in this dimension"
                self.report("index-out-of-bounds", sentence, index)
            self.expression(index, ranges, False)


def _of_stage(source: Source, place: Place, call: ast.Call, names: Names) -> Iterator[Diagnostic]:
    """The mistakes in one `te.compute`."""
    sizes, body = _sizes(_argument(call, 0, "shape"), names), _argument(call, 1, "fcompute")
    if sizes is None or not isinstance(body, ast.Lambda):
        return
    given = body.args
    if given.vararg is not None or given.kwonlyargs or given.defaults or given.posonlyargs:
        return
    if len(given.args) != len(sizes):
        count = f"the stage has {counted(len(sizes), 'dimension')}, and its function takes {counted(len(given.args), 'index', 'indices')}"
        yield diagnose("rank-mismatch", count, source.span(*place(body)))
        return
    ranges = {each.arg: None if size is None else (0, size - 1) for each, size in zip(given.args, sizes)}
    inner = {name: value for name, value in names.items() if name not in ranges}
    stage = _Stage(source, place, inner)
    stage.expression(body.body, ranges, True)
    yield from stage.found


def _of_function(source: Source, place: Place, call: ast.expr, names: Names) -> Iterator[Diagnostic]:
    """The placeholders that the stages of a `te.create_prim_func` read, and that are none of its parameters."""
    listed = call.args[0] if isinstance(call, ast.Call) and called(call) == "create_prim_func" and call.args else None
    if not isinstance(listed, (ast.List, ast.Tuple)):
        return
    given = [names.get(each.id) if isinstance(each, ast.Name) else None for each in listed.elts]
    tensors = [each for each in given if isinstance(each, _Tensor)]
    if len(tensors) < len(given):
        return
    own = {value for tensor in tensors if tensor.is_input for _, value in tensor.inputs}
    missing = {name for tensor in tensors for name, value in tensor.inputs if value not in own}
    if missing:
        told = ", ".join(f"`{name}`" for name in sorted(missing))
        which = "the placeholder {}, which is none" if len(missing) == 1 else "the placeholders {}, which are none"
        sentence = f"the function computes with {which.format(told)} of its parameters"
        yield diagnose("te-parameter", sentence, source.span(*place(listed)))


def _ends(node: ast.expr, ranges: Mapping[str, Ends | None], names: Names) -> Ends | None:
    """The smallest and the largest value of an index, both of which some values of its variables give; None where that is not known."""
    if isinstance(node, ast.Constant):
        return (node.value, node.value) if type(node.value) is int else None
    if isinstance(node, ast.Name):
        if node.id in ranges:
            return ranges[node.id]
        known = names.get(node.id)
        return (known, known) if isinstance(known, int) else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _ends(node.operand, ranges, names)
        return None if inner is None else (-inner[1], -inner[0])
    if not isinstance(node, ast.BinOp) or _variables(node.left, ranges) & _variables(node.right, ranges):
        return None
    a, b = _ends(node.left, ranges, names), _ends(node.right, ranges, names)
    return None if a is None or b is None or a[0] > a[1] or b[0] > b[1] else _combined(node.op, a, b)


def _combined(op: ast.operator, a: Ends, b: Ends) -> Ends | None:
    if isinstance(op, ast.Add):
        return a[0] + b[0], a[1] + b[1]
    if isinstance(op, ast.Sub):
        return a[0] - b[1], a[1] - b[0]
    if isinstance(op, ast.Mult) and (a[0] == a[1] or b[0] == b[1]):
        products = [first * second for first in a for second in b]
        return min(products), max(products)
    if isinstance(op, ast.FloorDiv) and b[0] == b[1] and b[0] > 0:
        return a[0] // b[0], a[1] // b[0]
    return None


def _variables(node: ast.expr, ranges: Mapping[str, Ends | None]) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and each.id in ranges}


def _narrowed(
    condition: ast.expr, ranges: Mapping[str, Ends | None], names: Names, holds: bool
) -> dict[str, Ends | None]:
    """The ends of the variables where a condition holds, or does not; unknown for those in a part that is no comparison of one with a number."""
    found = dict(ranges)
    parts = _conjuncts(condition)
    for part in parts:
        compared = _comparison(part, ranges, names)
        op = None if compared is None else compared[1] if holds else _NEGATED.get(compared[1])
        if compared is None or op is None or (not holds and len(parts) > 1):
            for name in _variables(part, ranges):
                found[name] = None
            continue
        ends = found[compared[0]]
        found[compared[0]] = None if ends is None else _within(ends, op, compared[2])
    return found


def _conjuncts(condition: ast.expr) -> list[ast.expr]:
    """The parts of `te.all(...)`, `a and b` and `a < b < c`."""
    if isinstance(condition, ast.Call) and isinstance(condition.func, ast.Attribute) and condition.func.attr == "all":
        return [each for part in condition.args for each in _conjuncts(part)]
    if isinstance(condition, ast.BoolOp) and isinstance(condition.op, ast.And):
        return [each for part in condition.values for each in _conjuncts(part)]
    return [condition]


def _comparison(
    part: ast.expr, ranges: Mapping[str, Ends | None], names: Names
) -> tuple[str, type[ast.cmpop], int] | None:
    """A variable, an operator and a number."""
    if not isinstance(part, ast.Compare) or len(part.ops) != 1 or type(part.ops[0]) not in _MIRRORED:
        return None
    left, right, op = part.left, part.comparators[0], type(part.ops[0])
    if isinstance(right, ast.Name) and right.id in ranges:
        left, right, op = right, left, _MIRRORED[op]
    number = None if _variables(right, ranges) else _number(right, names)
    return (left.id, op, number) if isinstance(left, ast.Name) and left.id in ranges and number is not None else None


def _within(ends: Ends, op: type[ast.cmpop], number: int) -> Ends:
    low, high = ends
    if op is ast.Eq:
        return max(low, number), min(high, number)
    if op in (ast.Lt, ast.LtE):
        return low, min(high, number - (op is ast.Lt))
    return max(low, number + (op is ast.Gt)), high
