"""Calls of compiled kernels from plain Python: as many arrays as the kernel has parameters, of its ranks, sizes and data types, and none twice where that changes the result."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from tilewright.core.analysis.checks.calls import count_sentence, overwritten, parameter_name
from tilewright.core.analysis.wording import name_span, words
from tilewright.core.arith.evaluate import evaluate
from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, Note, diagnose
from tilewright.core.base.names import counted, nearest
from tilewright.core.base.source import Source, Span
from tilewright.core.frontend.array_values import (
    Array,
    Scope,
    array_of,
    dtype_of,
    is_number,
    own_parts,
    scope_of,
    shape_of,
)
from tilewright.core.frontend.positions import positions
from tilewright.core.frontend.recover import read_quietly
from tilewright.core.frontend.tree_parts import SCRIPT_DECORATORS, decorator_names, last_name, parts_of
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import Function, ShapeExpr
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo

_BUILDS: Final = re.compile(r"(?:tvm|tilewright)\.(?:(?:driver|tir|tirx)\.)?(?:build|compile)")


# What a call of a Python function makes, a function or module of the script with its name; None where the text does not say it.
Made = Callable[[ast.Call, Scope], "tuple[str, object] | None"]


def array_call_mistakes(pieces: Sequence[Source], values: Mapping[str, Any]) -> Iterator[tuple[int, Diagnostic]]:
    """The mistakes in the pieces of a file, each with the number of its piece; `values` are the functions and modules of the script by name."""
    if not any(isinstance(each, (PrimFunc, IRModule)) for each in values.values()):
        return iter(())
    return _mistakes(pieces, values, lambda call, scope: None)


def made_call_mistakes(pieces: Sequence[Source], made: Made) -> Iterator[tuple[int, Diagnostic]]:
    """The same in calls of the kernels that Python functions of the file have made."""
    return _mistakes(pieces, {}, made)


def _mistakes(pieces: Sequence[Source], values: Mapping[str, Any], made: Made) -> Iterator[tuple[int, Diagnostic]]:
    trees = [_tree(source.text) for source in pieces]
    plain = [node for tree in trees for node in (tree.body if tree is not None else ())]
    whole = scope_of(plain, None)
    for number, (tree, source) in enumerate(zip(trees, pieces)):
        for diagnostic in _Reader(values, made, source).of_suite(tree.body, whole, None) if tree is not None else ():
            yield number, diagnostic


@lru_cache(maxsize=512)
def _tree(text: str) -> ast.Module | None:
    return read_quietly(text)


@dataclass(frozen=True)
class _Kernel:
    """A compiled value: one function, or a module of several."""

    name: str
    value: PrimFunc | Function | IRModule


@dataclass(frozen=True)
class _Reader:
    values: Mapping[str, Any]
    made: Made
    source: Source

    def of_suite(self, body: Sequence[ast.stmt], scope: Scope, module: ast.ClassDef | None) -> Iterator[Diagnostic]:
        """The mistakes in a suite and in the functions in it; `module` is the class of the script around it."""
        expected = {id(part) for node in own_parts(body) if _expects_exception(node) for part in parts_of(node)}
        for node in own_parts(body):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if not _is_of_script(node):
                    yield from self.of_suite(node.body, scope_of(node.body, scope, node.args), module)
            elif isinstance(node, ast.ClassDef):
                inner = node if isinstance(self.values.get(node.name), IRModule) else None
                yield from self.of_suite(node.body, scope, inner)
            elif isinstance(node, ast.Call) and id(node) not in expected:
                yield from self.of_call(node, scope, module)

    def of_call(self, call: ast.Call, scope: Scope, module: ast.ClassDef | None) -> Iterator[Diagnostic]:
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("call_tir", "call_tir_inplace"):
            yield from self.of_missing(call, module)
            if call.func.attr == "call_tir":
                yield from self.of_call_tir(call, scope, module)
        elif not call.keywords and not any(isinstance(each, ast.Starred) for each in call.args):
            kernel = self.compiled(call.func, scope)
            if kernel is not None and not isinstance(kernel.value, IRModule):
                arrays = [array_of(scope, each) for each in call.args]
                yield from self.mistakes(kernel.name, kernel.value, call, call.args, arrays)

    def of_call_tir(self, call: ast.Call, scope: Scope, module: ast.ClassDef | None) -> Iterator[Diagnostic]:
        """The mistakes in `self.call_tir(self.kernel, [x, y], out_sinfo=R.Tensor(...))`."""
        given = {each.arg: each.value for each in call.keywords}
        named = dict(zip(("tir_func", "args", "out_sinfo"), call.args))
        function, args, out = (named.get(key, given.get(key)) for key in ("tir_func", "args", "out_sinfo"))
        assert isinstance(call.func, ast.Attribute)
        kernel = None if function is None else self.member(function, call.func.value, scope, module)
        value = None if kernel is None else kernel.value
        if kernel is None or not isinstance(value, PrimFunc) or not isinstance(args, (ast.List, ast.Tuple)) or not out:
            return
        outs = out.elts if isinstance(out, (ast.List, ast.Tuple)) else [out]
        results = [_declared(scope, each) for each in outs]
        if any(each is None for each in results) or any(isinstance(each, ast.Starred) for each in args.elts):
            return
        arrays = [*[array_of(scope, each) for each in args.elts], *[each for each in results if each is not None]]
        yield from self.mistakes(kernel.name, value, call, [*args.elts, *outs], arrays)

    def of_missing(self, call: ast.Call, module: ast.ClassDef | None) -> Iterator[Diagnostic]:
        """A function of the module by a name that it does not have, in `self.call_tir(self.kernel, ...)`."""
        node = call.args[0] if call.args else None
        if module is None or not isinstance(node, ast.Attribute) or not all(map(_is_self, _owners(call, node))):
            return
        functions = [variable.name_hint for variable in self.values[module.name].functions]
        others = {part.attr for part in ast.walk(module) if isinstance(part, ast.Attribute) and not _is_read(part)}
        others.update(part.id for part in own_parts(module.body) if isinstance(part, ast.Name) and not _is_read(part))
        plain = all(ast.unparse(base).endswith("BasePyModule") for base in module.bases)
        if plain and node.attr not in (*functions, *others):
            close = nearest(node.attr, functions)
            hint = "" if close is None else f"; did you mean `{close}`?"
            end = self.span(node).end
            span = Span(self.source, end - len(node.attr), end)
            fixes = (Fix(f"Change to `{close}`", (Edit(span, close),), False),) if close is not None else ()
            sentence = f"the module `{module.name}` has no function `{node.attr}`{hint}"
            yield diagnose("unknown-attribute", sentence, span, fixes=fixes)

    def member(self, node: ast.expr, owner: ast.expr, scope: Scope, module: ast.ClassDef | None) -> _Kernel | None:
        """The kernel of the module whose `call_tir` is called."""
        if isinstance(owner, ast.Name) and owner.id == "self":
            name = None if module is None else module.name
        else:
            found = scope.find(owner.id) if isinstance(owner, ast.Name) else None
            made = found[1] if found is not None else None
            name = made.func.id if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) else None
        member = node.value if isinstance(node, ast.Constant) else getattr(node, "attr", None)
        value = self.values.get(name) if name is not None else None
        return None if name is None or not isinstance(value, IRModule) else _of_module(_Kernel(name, value), member)

    def compiled(self, node: ast.AST, scope: Scope, depth: int = 8) -> _Kernel | None:
        """The kernel that an expression stands for, if it is a compiled one."""
        if isinstance(node, ast.Name) and depth:
            found = scope.find(node.id)
            return None if found is None or found[1] is node else self.compiled(found[1], found[0], depth - 1)
        if isinstance(node, ast.Call):
            return self.built(node, scope)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            inner = self.compiled(node.value, scope, depth)
            return None if inner is None else _of_module(inner, node.slice.value)
        if isinstance(node, ast.Attribute):
            inner = self.compiled(node.value, scope, depth)
            return None if inner is None or isinstance(inner.value, PrimFunc) else _of_module(inner, node.attr)
        return None

    def built(self, node: ast.Call, scope: Scope) -> _Kernel | None:
        path = scope.library(node.func)
        if path.endswith("relax.VirtualMachine") and node.args:
            inner = self.compiled(node.args[0], scope)
            return inner if inner is not None and isinstance(inner.value, IRModule) else None
        if _BUILDS.fullmatch(path) is None or not node.args:
            return None
        return self.of_script(node.args[0], scope)

    def of_script(self, node: ast.expr, scope: Scope, depth: int = 8) -> _Kernel | None:
        """The function or module of the script that an expression stands for: one by its name, or what a call makes."""
        if isinstance(node, ast.Call):
            made = self.made(node, scope)
            name, value = made if made is not None else ("", None)
        elif isinstance(node, ast.Name):
            found = scope.find(node.id)
            if found is None:
                return None
            home, bound = found
            if isinstance(bound, ast.Call) and depth:
                return self.of_script(bound, home, depth - 1)
            is_script = isinstance(bound, (ast.FunctionDef, ast.ClassDef)) and home.parent is None
            name, value = node.id, self.values.get(node.id) if is_script else None
        else:
            return None
        return _Kernel(name, value) if isinstance(value, (PrimFunc, IRModule)) else None

    def mistakes(
        self, name: str, callee: PrimFunc | Function, call: ast.Call, given: Sequence[ast.expr], arrays: Sequence[Array]
    ) -> Iterator[Diagnostic]:
        """The mistakes in a call with these arrays; those of results stand behind those of arguments."""
        notes, wanted = _defined(name, callee), _parameters(callee)
        if len(arrays) != len(wanted):
            sentence = count_sentence(name, [each.name for each in wanted], len(arrays))
            yield diagnose("call-count", sentence, self.span(call), notes)
            return
        sizes: dict[Var, int] = {}
        for parameter, node, array in zip(wanted, given, arrays):
            sentence = _mismatch(parameter, array, sizes)
            if sentence is not None:
                text = f"`{parameter.name}` of `{name}` {sentence}"
                yield diagnose("call-argument", text, self.span(node), notes)
        owners = [array.owner for array in arrays] if isinstance(callee, PrimFunc) else []
        for owner in dict.fromkeys(each for each in owners if each is not None and owners.count(each) > 1):
            assert isinstance(callee, PrimFunc)
            found = overwritten(callee, [param for param, each in zip(callee.params, owners) if each is owner])
            if found is not None:
                stored, read = found
                sentence = f"one array is given to `{name}` both as `{stored.name}`, to which it stores, and as `{read.name}`, of which it reads other elements meanwhile"
                yield diagnose("shared-argument", sentence, self.span(call), notes)

    def span(self, node: ast.AST) -> Span:
        start, end = positions(self.source)(node)
        return Span(self.source, start, end)


def _owners(call: ast.Call, node: ast.Attribute) -> tuple[ast.expr, ast.expr]:
    assert isinstance(call.func, ast.Attribute)
    return call.func.value, node.value


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _is_read(node: ast.Attribute | ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def _of_module(kernel: _Kernel, member: object) -> _Kernel | None:
    """The function of a compiled module that a name stands for; the only function of one that was compiled alone."""
    if not isinstance(kernel.value, IRModule):
        return kernel if member in (kernel.name, "main") else None
    found = {variable.name_hint: func for variable, func in kernel.value.functions.items()}.get(str(member))
    return _Kernel(str(member), found) if isinstance(found, (PrimFunc, Function)) else None


@dataclass(frozen=True)
class _Parameter:
    """An array that a function takes, as far as it is declared; one with a data type of vectors, or another kind of value, has neither shape nor type."""

    name: str
    shape: Sequence[Expr] | None = None
    dtype: str = ""


def _parameters(callee: PrimFunc | Function) -> list[_Parameter]:
    if isinstance(callee, Function):
        return [_of_graph(param.name_hint, param.struct_info_) for param in callee.params]
    found: list[_Parameter] = []
    for param in callee.params:
        name, buffer = parameter_name(callee, param), callee.buffer_map.get(param)
        known = buffer is not None and not buffer.dtype.is_vector
        found.append(_Parameter(name, buffer.shape, str(buffer.dtype)) if buffer and known else _Parameter(name))
    return found


def _of_graph(name: str, info: StructInfo | None) -> _Parameter:
    if not isinstance(info, TensorStructInfo):
        return _Parameter(name)
    shape = info.shape.values if isinstance(info.shape, ShapeExpr) else None
    return _Parameter(name, shape, str(info.dtype) if info.dtype.bits else "")


def _is_of_script(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function is one of the script, whose text is read elsewhere."""
    return any(name in SCRIPT_DECORATORS for name in decorator_names(node))


def _expects_exception(node: ast.AST) -> bool:
    """Whether what is in a statement may fail: in a `try`, or where a test says so."""
    if isinstance(node, ast.Try):
        return bool(node.handlers)
    if not isinstance(node, (ast.With, ast.AsyncWith)):
        return False
    called = [item.context_expr.func for item in node.items if isinstance(item.context_expr, ast.Call)]
    names = [last_name(each) for each in called]
    return any("raises" in name.lower() or name == "suppress" for name in names)


def _declared(scope: Scope, node: ast.expr) -> Array | None:
    """The result that `R.Tensor((4, 8), "float32")` declares."""
    if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") != "Tensor":
        return None
    given = {each.arg: each.value for each in node.keywords}
    shape = node.args[0] if node.args else given.get("shape")
    dtype = node.args[1] if len(node.args) > 1 else given.get("dtype")
    return Array(shape_of(scope, shape), dtype_of(scope, dtype))


def _mismatch(wanted: _Parameter, array: Array, sizes: dict[Var, int]) -> str | None:
    """The way in which an array does not fit, None where it does; sizes that the arrays before have said are known."""
    if array.dtype is not None and array.dtype != wanted.dtype and is_number(wanted.dtype):
        return f"holds {wanted.dtype}, and an array of {array.dtype} is given"
    if array.shape is None or wanted.shape is None:
        return None
    if len(array.shape) != len(wanted.shape):
        return f"has {counted(len(wanted.shape), 'dimension')}, and an array of {len(array.shape)} is given"
    for position, (size, given) in enumerate(zip(wanted.shape, array.shape)):
        if given is None:
            continue
        if isinstance(size, Var) and size not in sizes:
            sizes[size] = given
        expected = evaluate(size, sizes)
        if expected is not None and expected != given:
            named = f"{expected} (`{words(size)}`, as before)" if isinstance(size, Var) else str(expected)
            return f"has size {named} in dimension {position}, and an array of size {given} is given"
    return None


def _defined(name: str, kernel: PrimFunc | Function) -> tuple[Note, ...]:
    span = name_span(name, kernel.span)
    return () if span is None else (Note(f"`{name}` is defined here", span),)
