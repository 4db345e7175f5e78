# Generated from tilewright.tir.analysis by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Block as _Block
from tvm.transform import Pass as _Pass
from tvm.tir import Buffer as Buffer
from tvm.ir import PrimExpr as _Expr_

Expr = _Expr_
from tvm import IRModule as IRModule
from tvm.tir import PrimFunc as PrimFunc
from tvm.tir import Var as Var
from tvm.ir.prim import expr_deep_equal as expr_deep_equal
from tvm.tir.analysis import find_anchor_block as _find_anchor_sblock_

find_anchor_sblock = _find_anchor_sblock_
from tvm.tir.analysis import get_block_access_region as _get_sblock_access_region_

get_sblock_access_region = _get_sblock_access_region_
from tvm.tir.analysis import get_block_read_write_region as _get_sblock_read_write_region_

get_sblock_read_write_region = _get_sblock_read_write_region_
from . import _ffi_api as _ffi_api

def OOBChecker() -> _Pass | _Any:
    """The pass that raises `ScheduleError` for accesses that are known to lie outside their buffer, and changes nothing."""

def assert_pure_function(func: _Any) -> _Any:
    """True for a pure function; raises `AssertionError` that says what any other does."""

def calculate_allocated_bytes(func_or_mod: _Any) -> _Any:
    """For each function, "main" when it is given alone, the most bytes allocated at once in each memory scope."""

def calculate_workspace_bytes(func: _Any, workspace_byte_alignment: _Any) -> _Any:
    """The most bytes that the function has allocated at once, each allocation rounded up to the alignment."""

def detect_buffer_access_lca(func: _Any) -> _Any:
    """For each buffer the innermost loop or block around all its accesses, None where only the function is."""

def estimate_tir_flops(stmt_or_mod: _Any) -> _Any:
    """Arithmetic operations in one run of a statement, or in one of each function of a module."""

def find_anchor_block(mod: _Any) -> _Block | _Any:
    """The block with an init that does most arithmetic, loops around it counted; None when no block reduces."""

def get_block_access_region(block: _Any, buffer_var_map: _Any) -> _Any:
    """The regions that a block reads, writes, and accesses opaquely."""

def get_block_read_write_region(block: _Any, buffer_var_map: _Any) -> _Any:
    """The regions that a block reads and writes; an access through a bare pointer counts as both."""

def has_if_then_else(stmt: _Any) -> _Any:
    """Whether there is an `if` in it, as a statement or in an expression."""

def is_pure_function(func: _Any) -> _Any:
    """Whether the function only computes: it stores to nothing but what it allocates and calls nothing that has effects."""

def undefined_vars(node: _Any, defs: _Any = ...) -> _Any:
    """Variables that `node` uses without defining them, `defs` apart, in the order of their first uses."""

def verify_memory(func: _Any) -> _Any:
    """Whether a function for a GPU accesses memory only in its threads; other functions may access it anywhere.

    The target is that of the function's attribute "target", else the one in force.
    """

def verify_ssa(func: _Any) -> _Any:
    """Whether no variable is defined twice, not even in scopes that do not overlap.  Parameters count as definitions.

    Expressions may name a variable again when it stands for the same value: one `Let` can occur in several places.
    """

def verify_tirx_well_formed(obj: _Any, assert_mode: _Any = ..., device_func: _Any = ...) -> _Any:
    """Whether functions of the tile language are well formed: the sizes of scopes of threads agree too.  With `assert_mode` it raises `ValueError` instead.

    `device_func` says that the function runs on a device as a whole; nothing depends on it.
    """

def verify_well_formed(obj: _Any, assert_mode: _Any = ...) -> _Any:
    """Whether the program keeps the rules of TensorIR; with `assert_mode` raises `ValueError` with the first rule it breaks."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
