"""Parameters and symbolic sizes that become constants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from tilewright.core.analysis.derive import match_sizes
from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.base.diagnostics import TVMError
from tilewright.core.builder.relax_values import const
from tilewright.core.graph.queries import defined_symbolic_vars
from tilewright.core.graph.sizes import Resized
from tilewright.core.ir.expr import Expr, GlobalVar, IntImm
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import BaseFunc, IRModule
from tilewright.core.ir.relax import Constant, Function, Id, MatchCast, RelaxExpr, SeqExpr, Var
from tilewright.core.ir.relax_symbols import symbols
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo
from tilewright.core.ir.walk import walk
from tilewright.core.passes.core.pass_ import Pass

Parameter = TypeVar("Parameter", bound="str | Var")
Size = TypeVar("Size", bound="str | SymbolicVar")
Variable = TypeVar("Variable", Var, SymbolicVar)


def BindParams(func_name: str, params: Mapping[Parameter, object]) -> Pass:
    """Parameters of a function, by name or variable, as constants."""
    return Pass("BindParams", lambda mod: _changed(mod, func_name, lambda func: bind_params(func, params)))


def BindSymbolicVars(binding_map: Mapping[Size, Expr | int], func_name: str | None = None) -> Pass:
    """Symbolic sizes, by name or variable, as numbers; in one function, or in all that have them."""

    def run(mod: IRModule) -> IRModule:
        if func_name:
            return _changed(mod, func_name, lambda func: bind_symbols(func, binding_map))
        made: dict[GlobalVar, BaseFunc] = dict(mod.functions)
        used: set[Size] = set()
        for variable, function in mod.functions.items():
            if isinstance(function, Function):
                own = {key: value for key, value in binding_map.items() if _has(function, key)}
                used.update(own)
                made[variable] = bind_symbols(function, own)
        unused = [key for key in binding_map if key not in used]
        if unused:
            raise TVMError(f"no function has the symbolic sizes {', '.join(f'`{key}`' for key in unused)}")
        return mod.with_functions(made)

    return Pass("BindSymbolicVars", run)


def _has(func: Function, key: object) -> bool:
    known = symbols([*(param.struct_info_ for param in func.params), *_casts(func)])
    return any(var.name_hint == key if isinstance(key, str) else var is key for var in known)


def _changed(mod: IRModule, name: str, change: Callable[[Function], Function]) -> IRModule:
    variable = mod.get_global_var(name)
    function = mod.functions[variable]
    if not isinstance(function, Function):
        raise ValueError(f"{name!r} is no function of Relax")
    return IRModule({**mod.functions, variable: change(function)}, mod.attrs, mod.global_infos)


def bind_params(func: Function, params: Mapping[Parameter, object]) -> Function:
    """The function without the parameters that have become constants; symbolic sizes that these tell are known, too.

    Raises `TVMError` for a name or variable that is not that of one parameter, and for a tensor of another type or shape than the parameter has.
    """
    values: dict[Id, RelaxExpr] = {}
    sizes: dict[SymbolicVar, Expr] = {}
    for key, value in params.items():
        param = _one(key, func.params, "parameters")
        made = values[param.vid] = value if isinstance(value, RelaxExpr) else _constant(value, param.struct_info)
        match_sizes(param.struct_info, made.struct_info_, sizes)
        _require_fitting(param, made.struct_info_, sizes)
    resize = Resized(sizes)
    for vid, made in values.items():
        resize.set_var_remap(vid, made)  # pyright: ignore[reportArgumentType] -- a constant stands where the parameter did
    rest = tuple(param for param in func.params if param.vid not in values)
    return resize.visit_expr(
        Function(rest, func.body, func.ret_struct_info, func.is_pure, func.attrs, func.span, dialect=func.dialect)
    )


def _constant(value: object, info: StructInfo) -> Constant:
    """An array with the type that it has; numbers of Python with that of the parameter."""
    known = getattr(value, "dtype", None)
    wanted = info.dtype if known is None and isinstance(info, TensorStructInfo) else known
    return const(value) if wanted is None else const(value, str(wanted))


def _require_fitting(param: Var, given: StructInfo | None, sizes: Mapping[SymbolicVar, Expr]) -> None:
    """Refuse a tensor that is none of those that the parameter stands for."""
    info = param.struct_info
    if not isinstance(info, TensorStructInfo) or not isinstance(given, TensorStructInfo):
        return
    wanted, found = shape_of(info), shape_of(given)
    other_rank = info.ndim >= 0 and given.ndim >= 0 and info.ndim != given.ndim
    pairs = zip(wanted, found) if wanted is not None and found is not None and not other_rank else ()
    other_size = any(
        isinstance(known, IntImm) and isinstance(size, IntImm) and known.value != size.value
        for known, size in ((_known(one, sizes), two) for one, two in pairs)
    )
    types = [one.dtype for one in (info, given) if one.dtype is not None and one.dtype.kind != "void"]
    other_type = len(types) == 2 and types[0] is not types[1]
    if other_rank or other_size or other_type:
        raise TVMError(f"the parameter `{param.name_hint}` is `{info}`, and what is bound to it is `{given}`")


def _known(size: Expr, sizes: Mapping[SymbolicVar, Expr]) -> Expr:
    return sizes.get(size, size) if isinstance(size, SymbolicVar) else size


def _one(key: object, known: Sequence[Variable], what: str) -> Variable:
    """The variable that a key names or is."""
    found = [var for var in known if (var.name_hint == key if isinstance(key, str) else _is(var, key))]
    if len(found) != 1:
        raise TVMError(f"`{key}` is {len(found) or 'none'} of the {what} of the function")
    return found[0]


def _is(var: object, key: object) -> bool:
    return var is key or (isinstance(var, Var) and isinstance(key, Var) and var.vid is key.vid)


def bind_symbols(func: Function, given: Mapping[Size, Expr | int]) -> Function:
    """The function with symbolic sizes replaced by numbers or expressions.

    Raises `TVMError` for a name or variable that is not that of one of its sizes, for one that is given twice, and when a new value mentions a
    variable that the function would not define.
    """
    known = symbols([*(param.struct_info_ for param in func.params), *_casts(func)])
    values: dict[SymbolicVar, Expr] = {}
    for key, value in given.items():
        var = _one(key, known, "symbolic sizes")
        if var in values:
            raise TVMError(f"`{var.name}` is given twice")
        values[var] = IntImm(var.dtype, value) if isinstance(value, int) else value
    if not values:
        return func
    made = Resized(values).visit_expr(func)
    new = {node for value in values.values() for node in walk(value) if isinstance(node, SymbolicVar)}
    defined = set(defined_symbolic_vars(made))
    undefined = [var for var in new if var not in defined]
    if undefined:
        raise TVMError(f"the function would not define {', '.join(f'`{var.name}`' for var in undefined)}")
    return made


def _casts(func: Function) -> list[StructInfo]:
    body = func.body
    items = [item for block in body.blocks for item in block.bindings] if isinstance(body, SeqExpr) else []
    return [item.struct_info for item in items if isinstance(item, MatchCast)]
