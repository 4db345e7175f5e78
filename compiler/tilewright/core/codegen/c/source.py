"""A module as a program in C: one packed function `__tvm_ffi_<name>` for each function, which checks its arguments and computes.

The text stands alone: it declares what it needs of TVM's foreign function interface itself.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any

from tilewright.core.codegen.c.expressions import Names, Writer, c_type, refused
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Expr, IntImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.stmt import (
    Allocate,
    AllocateConst,
    AssertStmt,
    AttrStmt,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    While,
)

PREAMBLE = """\
// Written by Tilewright: compile it into a library, whose packed functions are called by the names after __tvm_ffi_.
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  void *data;
  struct { int32_t device_type, device_id; } device;
  int32_t ndim;
  struct { uint8_t code, bits; uint16_t lanes; } dtype;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} Tensor;

typedef struct {
  int32_t type_index;
  uint32_t padding;
  union { int64_t v_int64; double v_float64; void *v_ptr; } value;
} Any;

static inline int64_t floor_div(int64_t a, int64_t b) { int64_t q = a / b; return q - ((a % b != 0) && ((a < 0) != (b < 0))); }
static inline int64_t floor_mod(int64_t a, int64_t b) { return a - floor_div(a, b) * b; }
static inline int is_compact(const Tensor *t) {
  int64_t step = 1;
  if (t->strides == NULL) return 1;
  for (int32_t k = t->ndim - 1; k >= 0; --k) {
    if (t->shape[k] != 1 && t->strides[k] != step) return 0;
    step *= t->shape[k];
  }
  return 1;
}
"""


def c_source(module: IRModule) -> str:
    """The program of lowered functions; raises `UserError` for what C cannot say."""
    named = [(var.name_hint, func) for var, func in prim_funcs(module)]
    functions = [_Function(name, func).text() for name, func in named]
    if len(named) == 1 and named[0][0] != "main":
        functions.append(f"{_head('main')}\n  return __tvm_ffi_{named[0][0]}(self, args, num_args, result);\n}}\n")
    return "\n".join(
        (PREAMBLE, '#ifdef __cplusplus\nextern "C" {\n#endif\n', *functions, "#ifdef __cplusplus\n}\n#endif\n")
    )


def _head(name: str) -> str:
    return f"int __tvm_ffi_{name}(void *self, const Any *args, int32_t num_args, Any *result) {{"


class _Function:
    """One function while it is written."""

    def __init__(self, name: str, func: PrimFunc) -> None:
        self.name, self.func = name, func
        self.names = Names()
        self.write = Writer(self.names)
        self.lines: list[str] = []
        self.depth = 1
        self.known: set[Var] = set()

    def line(self, text: str) -> None:
        """Add a line."""
        self.lines.append("  " * self.depth + text)

    @contextmanager
    def block(self, header: str) -> Generator[None]:
        """Lines in braces."""
        self.line(f"{header} {{".strip())
        self.depth += 1
        yield
        self.depth -= 1
        self.line("}")

    def text(self) -> str:
        """The whole function."""
        self.line(f"if (num_args != {len(self.func.params)}) return -1;")
        self.line("(void)self; (void)args; (void)result;")
        for place, param in enumerate(self.func.params):
            self._parameter(place, param)
        self.statement(self.func.body)
        self.line("return 0;")
        return "\n".join((_head(self.name), *self.lines, "}\n"))

    def _parameter(self, place: int, param: Var) -> None:
        buffer = self.func.buffer_map.get(param)
        if buffer is not None:
            self._tensor(place, param, buffer)
        elif param.dtype.is_handle:
            self.line(f"void *{self.names.of(param)} = args[{place}].value.v_ptr;")
        else:
            given = f"args[{place}].value"
            real = f"(args[{place}].type_index == 3 ? {given}.v_float64 : (double){given}.v_int64)"
            value = real if param.dtype.is_float else f"{given}.v_int64"
            self.line(f"{c_type(param.dtype)} {self.names.of(param)} = ({c_type(param.dtype)}){value};")
        self.known.add(param)

    def _tensor(self, place: int, param: Var, buffer: Buffer) -> None:
        """A tensor: its memory, and its sizes, which must be those that are declared."""
        name, data = self.names.of(param), self.names.of(buffer.data)
        kind = buffer.dtype
        bits = 8 if kind.is_bool else kind.bits
        self.line(f"if (args[{place}].type_index < 7) return -1;")
        self.line(f"const Tensor *{name} = (const Tensor *)args[{place}].value.v_ptr;")
        self.line(
            f"if ({name}->ndim != {len(buffer.shape)} || {name}->dtype.code != {int(kind.type_code)} || {name}->dtype.bits != {bits}) return -1;"
        )
        if buffer.strides:
            raise refused(f"`{buffer.name}` has strides, and arguments of functions in C are compact")
        self.line(f"if (!is_compact({name})) return -1;")
        self.line(f"{c_type(kind)} *{data} = ({c_type(kind)} *)((char *){name}->data + {name}->byte_offset);")
        for axis, size in enumerate(buffer.shape):
            given = f"{name}->shape[{axis}]"
            if isinstance(size, Var) and size not in self.known:
                self.known.add(size)
                self.line(f"{c_type(size.dtype)} {self.names.of(size)} = ({c_type(size.dtype)}){given};")
            else:
                self.line(f"if ({given} != {self.write.text(size)}) return -1;")
        if isinstance(buffer.elem_offset, Var):
            self.line(f"{c_type(buffer.elem_offset.dtype)} {self.names.of(buffer.elem_offset)} = 0;")

    # Statements

    def statement(self, s: Stmt) -> None:
        """Write a statement."""
        rule = _STATEMENTS.get(type(s))
        if rule is None:
            raise refused(f"the statement `{type(s).__name__}` cannot be written in C")
        rule(self, s)


def _sequence(f: _Function, s: SeqStmt) -> None:
    for part in s.seq:
        f.statement(part)


def _for(f: _Function, s: For) -> None:
    name, kind = f.names.of(s.loop_var), c_type(s.loop_var.dtype)
    low, step = f.write.text(s.min), "1" if s.step is None else f.write.text(s.step)
    last = (
        f.write.text(s.min + s.extent)
        if not (isinstance(s.min, IntImm) and s.min.value == 0)
        else f.write.text(s.extent)
    )
    with f.block(f"for ({kind} {name} = {low}; {name} < {last}; {name} += {step})"):
        f.statement(s.body)


def _while(f: _Function, s: While) -> None:
    with f.block(f"while ({f.write.text(s.condition)})"):
        f.statement(s.body)


def _if(f: _Function, s: IfThenElse) -> None:
    with f.block(f"if ({f.write.text(s.condition)})"):
        f.statement(s.then_case)
    if s.else_case is not None:
        with f.block("else"):
            f.statement(s.else_case)


def _let(f: _Function, s: LetStmt) -> None:
    with f.block(""):
        f.line(f"{c_type(s.var.dtype)} {f.names.of(s.var)} = {f.write.text(s.value)};")
        f.statement(s.body)


def _store(f: _Function, s: BufferStore) -> None:
    f.line(f"{f.write.element(s.buffer, s.indices)} = {f.write.text(s.value)};")


def _allocate(f: _Function, s: Allocate) -> None:
    """Memory of the program's heap, which is given back at the end of its scope."""
    name, kind = f.names.of(s.buffer_var), c_type(s.dtype)
    count = " * ".join(f"(size_t){f.write.text(extent)}" for extent in s.extents) or "1"
    with f.block(""):
        f.line(f"{kind} *{name} = ({kind} *)malloc(sizeof({kind}) * {count} + 1);")
        f.line(f"if ({name} == NULL) return -1;")
        f.statement(s.body)
        f.line(f"free({name});")


def _constant(f: _Function, s: AllocateConst) -> None:
    values = s.data_or_idx.numpy_view().reshape(-1).tolist()
    kind = c_type(s.dtype)
    listed = ", ".join(float(each).hex() if s.dtype.is_float else str(int(each)) for each in values)
    with f.block(""):
        f.line(f"static const {kind} {f.names.of(s.buffer_var)}[] = {{{listed}}};")
        f.statement(s.body)


def _assert(f: _Function, s: AssertStmt) -> None:
    f.line(f"if (!{f.write.text(s.condition)}) return -1;")
    f.statement(s.body)


def _evaluate(f: _Function, s: Evaluate) -> None:
    value: Expr = s.value
    name = callee_name(value) if isinstance(value, Call) else ""
    if isinstance(value, (IntImm, Var)):
        return
    if name == "tir.ret":
        _return(f, value)
    elif name in _JUMPS:
        f.line(_JUMPS[name])
    else:
        f.line(f"{f.write.text(value)};")


def _return(f: _Function, value: Any) -> None:
    result = value.args[0]
    real = result.dtype.is_float
    f.line(
        f"result->type_index = {3 if real else 1}; result->value.{'v_float64' if real else 'v_int64'} = {f.write.text(result)};"
    )
    f.line("return 0;")


_JUMPS = {"tir.break_loop": "break;", "tir.continue_loop": "continue;"}
_STATEMENTS: Mapping[type, Callable[[_Function, Any], None]] = {
    SeqStmt: _sequence,
    For: _for,
    While: _while,
    IfThenElse: _if,
    LetStmt: _let,
    BufferStore: _store,
    Allocate: _allocate,
    AllocateConst: _constant,
    AssertStmt: _assert,
    DeclBuffer: lambda f, s: f.statement(s.body),
    AttrStmt: lambda f, s: f.statement(s.body),
    Evaluate: _evaluate,
}
