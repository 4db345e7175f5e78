"""MakePackedAPI: functions take their arguments packed, as the runtime of TVM calls them, and check them.

    int32 __tvm_ffi_<name>(handle self_handle, handle args, int32 num_args, handle result)

Functions without a `global_symbol` are internal and stay as they are.  A function that returns 0 has succeeded; what the program returned is in
`result`.  Each check says which argument is at fault, what is expected and what is found there.
"""

from __future__ import annotations

from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import EQ, Call, Cast, GlobalVar, StringImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.operators import call, const, logical_not
from tilewright.core.ir.stmt import AttrStmt, Evaluate, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import rewrite
from tilewright.core.passes.core.pass_ import module_pass
from tilewright.core.passes.tir.compat.packed_arguments import TYPE_INDEX, VALUE, ZEROS, Arguments, value_type
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin
from tilewright.core.target.target import Target

PREFIX = "__tvm_ffi_"
_PACKED = 1


@module_pass("tir.MakePackedAPI")
def make_packed_api(module: IRModule) -> IRModule:
    """Give functions the packed interface, with checks of their arguments."""
    symbols = {var: str(func.attrs["global_symbol"]) for var, func in prim_funcs(module) if is_unpacked_entry(func)}
    if not symbols:
        return module
    functions = {
        var: _packed(func, symbols[var], symbols) if var in symbols else func for var, func in prim_funcs(module)
    }
    return module.with_functions({**module.functions, **functions})


def is_unpacked_entry(func: PrimFunc) -> bool:
    """Whether the function can be called from outside, and has its own interface still."""
    return func.attrs.get("global_symbol") is not None and not func.attrs.get("calling_conv")


def _packed(func: PrimFunc, name: str, symbols: dict[GlobalVar, str]) -> PrimFunc:
    self_handle, args = Var("self_handle", "handle"), Var("args", "handle")  # pyright: ignore[reportArgumentType]
    count = Var("num_args", "int32")  # pyright: ignore[reportArgumentType]
    result = Var("result", PointerType(PrimType("void"), "global"))  # pyright: ignore[reportArgumentType]
    arguments = Arguments(name, args, _signature(func, name) if func.dialect == "tirx" else None)
    expected = len(func.params)
    right = EQ(count, const(expected, "int32"))
    arguments.check_call(right, f"num_args should be {expected}", f"Expected {expected} arguments")
    if expected:
        given = logical_not(call("tir.isnullptr", args))
        arguments.check_call(given, "args pointer is NULL", "args pointer is NULL")
    _unpack(func, arguments)
    computing = AttrStmt(const(0), "compute_scope", StringImm(f"{name}_compute_"), _returning(func, result, symbols))
    body = seq([computing, _return_zero()])
    attrs = {**func.attrs, "calling_conv": _PACKED, "global_symbol": PREFIX + name, "target": host_of(func)}
    params = (self_handle, args, count, result)
    return PrimFunc(
        params, arguments.around(body), PrimType("int32"), {}, DictAttrs(attrs), func.span, dialect=func.dialect
    )  # pyright: ignore[reportArgumentType]


def _signature(func: PrimFunc, name: str) -> str:
    """The function as it is called: `main(n: int32, A: Tensor([n], float32))`."""
    return f"{name}({', '.join(_parameter(func, param) for param in func.params)})"


def _parameter(func: PrimFunc, param: Var) -> str:
    buffer = func.buffer_map.get(param)
    if buffer is None:
        return f"{param.name}: {param.dtype}"
    return f"{buffer.name}: Tensor([{', '.join(map(str, buffer.shape))}], {buffer.dtype})"


def host_of(func: PrimFunc) -> Target:
    """The target of the code that is called from outside: the host of the function's target."""
    given: Target | None = func.attrs.get("target")
    target = Target(given) if given is not None else Target.current() or Target("llvm")
    return target.host or target


def _unpack(func: PrimFunc, arguments: Arguments) -> None:
    """Numbers first, since sizes mention them."""
    for place, param in enumerate(func.params):
        if param.dtype.is_handle:
            arguments.pointer(place, param)
        else:
            arguments.number(place, param)
            arguments.known[param] = param
    for place, param in enumerate(func.params):
        buffer = func.buffer_map.get(param)
        if buffer is not None:
            arguments.tensor(place, param, buffer)


def _returning(func: PrimFunc, result: Var, symbols: dict[GlobalVar, str]) -> Stmt:
    """The body, which puts what it returns into `result`."""

    def returned(stmt: Evaluate) -> Stmt:
        value = stmt.value
        if not (isinstance(value, Call) and callee_name(value) == "tir.ret" and value.args):
            return stmt
        number, type_ = value_type(value.args[0].dtype)
        # TVM keeps the conversion even of a constant, which programs that compare the result see.
        fields = ((TYPE_INDEX, const(number, "int32")), (ZEROS, const(0, "int32")), (VALUE, Cast(type_, value.args[0])))
        sets = [call("tir.tvm_struct_set", result, const(0), const(place), item) for place, item in fields]
        return seq([*[Evaluate(item) for item in sets], _return_zero()])

    def called(e: Call) -> Call:
        """A function of the module that has become packed is called by its symbol."""
        symbol = symbols.get(e.op) if isinstance(e.op, GlobalVar) else None
        if symbol is None:
            return e
        return call("tir.tvm_call_cpacked", StringImm(PREFIX + symbol), *e.args, dtype_=e.dtype)  # pyright: ignore[reportReturnType]

    return rewrite(func.body, {Evaluate: returned, Call: called, SeqStmt: rejoin})


def _return_zero() -> Stmt:
    return Evaluate(call("tir.ret", const(0, "int32")))
