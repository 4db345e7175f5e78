"""Calls of TensorIR functions from Relax: as many tensors as the function has buffers, of its ranks, sizes and dtypes.

Sizes that the function leaves open take their values from the arguments, in order, so that a result whose size follows from those of the
arguments is checked too.  What cannot be known before the program runs is let pass.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from tilewright.core.analysis.checks.calls import overwritten, parameter_name
from tilewright.core.analysis.derive import prim_func_info
from tilewright.core.analysis.survey import NOWHERE
from tilewright.core.analysis.unequal_sizes import differ, sentence
from tilewright.core.analysis.wording import inside, name_span, words
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.base.names import counted
from tilewright.core.base.source import Span
from tilewright.core.ir.expr import Expr, GlobalVar
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.relax import Call, Function, RelaxExpr, ShapeExpr, Tuple
from tilewright.core.ir.relax_symbols import sizes, symbols
from tilewright.core.ir.struct_info import PrimStructInfo, StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.ops.relax_op import RelaxOp

_CALLS = {"relax.call_tir", "relax.call_tir_inplace", "relax.call_tir_with_grad"}


def relax_call_mistakes(module: IRModule, unknown: Collection[SymbolicVar] = ()) -> list[Diagnostic]:
    """Calls from Relax that do not fit the TensorIR function that they call.

    `unknown` are variables for integers of the Python around the module: they are the same in all of its functions.
    """
    callees: dict[str, PrimFunc | Function] = {variable.name_hint: func for variable, func in prim_funcs(module)}
    graphs = {variable.name_hint: func for variable, func in module.functions.items() if isinstance(func, Function)}
    callees.update(graphs)
    return [
        diagnose(code, text, place or call.span or func.span or NOWHERE, _defined(name, callee))
        for func in graphs.values()
        for call in walk(func)
        if isinstance(call, Call) and is_kernel_call(call)
        for name, callee in _callee(call, callees)
        for code, text, place in _of_call(
            call, name, callee, (*symbols(param.struct_info_ for param in func.params), *unknown), unknown
        )
    ]


def broken_function_mistakes(
    calls: Collection[Call], module: IRModule, unknown: Collection[SymbolicVar] = ()
) -> Iterator[Diagnostic]:
    """Calls that contradict the TensorIR function that they call, in functions of which no more than these calls could be built."""
    callees = {variable.name_hint: func for variable, func in prim_funcs(module)}
    for call in calls:
        for name, callee in _callee(call, callees) if call.span is not None else ():
            for text, place in _contradictions(call, name, callee, {variable: variable for variable in unknown}):
                yield diagnose("call-tir", text, place or call.span or NOWHERE, _defined(name, callee))


def is_kernel_call(value: object) -> bool:
    """Whether this is a call of a TensorIR function."""
    return isinstance(value, Call) and isinstance(value.op, RelaxOp) and value.op.name in _CALLS


def _callee(call: Call, callees: Mapping[str, PrimFunc | Function]) -> Iterator[tuple[str, PrimFunc | Function]]:
    """The function that is called, where the module has it."""
    variable: GlobalVar | RelaxExpr = call.args[0]
    if isinstance(variable, GlobalVar) and variable.name_hint in callees:
        yield variable.name_hint, callees[variable.name_hint]


def _of_call(
    call: Call,
    name: str,
    callee: PrimFunc | Function,
    inputs: Collection[SymbolicVar],
    unknown: Collection[SymbolicVar],
) -> Iterator[tuple[str, str, Span | None]]:
    """The code, sentence and place of the first mistake in a call."""
    known: dict[SymbolicVar, Expr] = {variable: variable for variable in unknown}
    mistake = next(_contradictions(call, name, callee, known), None)
    if mistake is not None:
        yield "call-tir", *mistake
        return
    if not isinstance(callee, PrimFunc):
        return
    shared = _given_twice(call, name, callee)
    if shared is not None:
        yield "shared-argument", *shared
        return
    for at, param, given in _pairs(call, callee):
        for want, have in zip(sizes(param), sizes(given)):
            expected = substitute(want, known)
            if differ(expected, have, inputs):
                shown = f"`{parameter_name(callee, callee.params[at])}` of `{name}`"
                place = _place(call, at, len(_fields(call.args[1].struct_info_) or ()))
                yield "size-mismatch", f"{shown} gets another size than it has: {sentence((have, expected))}", place
                return


def _given_twice(call: Call, name: str, callee: PrimFunc) -> tuple[str, Span | None] | None:
    """A tensor that is given for two parameters of a function that stores its result in one of them."""
    arguments = call.args[1]
    if not call.attrs.get("inplace_indices", ()) or not isinstance(arguments, Tuple):
        return None
    for at, tensor in enumerate(arguments.fields):
        params = [param for param, each in zip(callee.params, arguments.fields) if each is tensor]
        found = overwritten(callee, params) if len(params) > 1 else None
        if found is not None:
            stored, read = (buffer.name for buffer in found)
            what = f"one tensor is given to `{name}` both as `{stored}`, to which it stores, and as `{read}`, of which it reads other elements meanwhile"
            return what, _place(call, at, len(arguments.fields))
    return None


def _pairs(call: Call, callee: PrimFunc) -> Iterator[tuple[int, StructInfo, StructInfo]]:
    """The parameters of a TensorIR function with what each is given, of a call that has no results in place."""
    arguments = _fields(call.args[1].struct_info_)
    results = _fields(call.sinfo_args[0]) if call.sinfo_args else None
    if arguments is not None and results is not None and not call.attrs.get("inplace_indices", ()):
        for at, (param, given) in enumerate(zip(prim_func_info(callee).params or (), [*arguments, *results])):
            yield at, param, given


def _contradictions(
    call: Call, name: str, callee: PrimFunc | Function, known: dict[SymbolicVar, Expr]
) -> Iterator[tuple[str, Span | None]]:
    """Contradictions in a call; the sizes that the arguments determine are added to `known`."""
    if isinstance(callee, Function):
        yield (
            f"`{name}` is a function of Relax, and only TensorIR functions can be called in this way: write `cls.{name}(...)`",
            None,
        )
        return
    arguments = _fields(call.args[1].struct_info_)
    results = _fields(call.sinfo_args[0]) if call.sinfo_args else None
    if arguments is None or results is None:
        return
    nested = next((at for at, info in enumerate(arguments) if isinstance(info, TupleStructInfo)), None)
    if nested is not None:
        yield (
            f"argument {nested} is a tuple, and TensorIR functions take tensors: give its items",
            _place(call, nested, len(arguments)),
        )
        return
    reused = [int(at) for at in call.attrs.get("inplace_indices", ())]
    for result, at in zip(results, reused):
        if not 0 <= at < len(arguments):
            continue
        if not isinstance(arguments[at], TensorStructInfo):
            stored = f"a result cannot be stored in argument {at}, which is not known to be a tensor"
            yield stored, _place(call, at, len(arguments))
            return
        if _differs(arguments[at], result, {}) is not None:
            yield f"result {result.script()} cannot be stored in argument {at}, which is {arguments[at].script()}", None
            return
    fresh = [result for at, result in enumerate(results) if at >= len(reused) or reused[at] < 0]
    scalars = len(call.args[2].values) if len(call.args) > 2 and isinstance(call.args[2], ShapeExpr) else 0
    wanted = prim_func_info(callee).params or ()
    if len(wanted) != len(arguments) + len(fresh) + scalars:
        yield _count(name, callee, len(arguments), len(fresh), scalars), None
        return
    for param, given in zip(wanted, [*arguments, *fresh]):
        for size, have in zip(sizes(param), sizes(given)):
            if isinstance(size, SymbolicVar):
                known.setdefault(size, have)
    for at, (param, given) in enumerate(zip(wanted, [*arguments, *fresh])):
        problem = _differs(param, given, known)
        if problem is not None:
            shown = f"`{parameter_name(callee, callee.params[at])}` of `{name}`"
            yield f"{shown} {problem}", _place(call, at, len(arguments))
            return


def _fields(info: StructInfo | None) -> list[StructInfo] | None:
    """The fields of a tuple, or a value alone; None when they are unknown."""
    if isinstance(info, TupleStructInfo):
        return list(info.fields)
    return [info] if isinstance(info, TensorStructInfo) else None


def _count(name: str, callee: PrimFunc, arguments: int, results: int, scalars: int) -> str:
    sizes_text = f" and {scalars} sizes" if scalars else ""
    return (
        f"`{name}` has {counted(len(callee.params), 'parameter')}, and the call gives {counted(arguments, 'argument')} "
        f"and {counted(results, 'result')}{sizes_text}"
    )


def _differs(param: StructInfo, given: StructInfo, known: dict[SymbolicVar, Expr]) -> str | None:
    """A sentence about a value that does not fit its parameter; sizes that the value determines are added to `known`."""
    if isinstance(param, PrimStructInfo) and isinstance(given, TensorStructInfo):
        return f"is a number of type {param.dtype}, and a tensor is given"
    if not isinstance(param, TensorStructInfo) or not isinstance(given, TensorStructInfo):
        return None
    if given.dtype.bits and given.dtype is not param.dtype:
        return f"holds {param.dtype}, and a tensor of {given.dtype} is given"
    if given.ndim not in (-1, param.ndim):
        return f"has {_dimensions(param.ndim)}, and a tensor of {given.ndim} is given"
    analyzer = Analyzer()
    for at, (want, have) in enumerate(zip(sizes(param), sizes(given))):
        if isinstance(want, SymbolicVar) and want not in known:
            known[want] = have
            continue
        expected = analyzer.simplify(substitute(want, known))
        own = {node for node in walk(want) if isinstance(node, SymbolicVar)} - known.keys()
        if not own and analyzer.can_prove(expected != have):
            return f"has size {words(expected)} in dimension {at}, and a tensor of size {words(have)} is given"
    return None


def _dimensions(count: int) -> str:
    return counted(count, "dimension")


def _place(call: Call, at: int, arguments: int) -> Span | None:
    """The text of an argument, or of what says what the result is."""
    if call.span is None:
        return None
    try:
        tree = ast.parse(call.span.text, mode="eval").body
    except (SyntaxError, ValueError):
        return None
    if not isinstance(tree, ast.Call):
        return None
    given = dict(enumerate(tree.args)) | {keyword.arg: keyword.value for keyword in tree.keywords}
    if at >= arguments:
        found = given.get(2, given.get("out_sinfo", given.get("out_ty")))
        return None if found is None else inside(call.span, found)
    found = given.get(1, given.get("args"))
    if isinstance(found, (ast.Tuple, ast.List)) and len(found.elts) == arguments:
        found = found.elts[at]
    return None if found is None else inside(call.span, found)


def _defined(name: str, callee: PrimFunc | Function) -> tuple[Note, ...]:
    span = name_span(name, callee.span)
    return () if span is None else (Note(f"`{name}` is defined here", span),)
