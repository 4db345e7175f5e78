"""`tilewright.core.passes.tir.queries`: questions about TensorIR, under TVM's names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tilewright.core.analysis.access_lca import access_lca
from tilewright.core.analysis.allocation import allocated_bytes, workspace_bytes
from tilewright.core.analysis.anchor import find_anchor_block
from tilewright.core.analysis.checks.bounds import out_of_bounds
from tilewright.core.analysis.checks.collected import ill_formed
from tilewright.core.analysis.definitions import defined_again
from tilewright.core.analysis.flops import estimate_flops
from tilewright.core.analysis.host_access import host_access
from tilewright.core.analysis.places import definition_places, use_place
from tilewright.core.analysis.purity import impurity
from tilewright.core.analysis.regions import block_access_regions
from tilewright.core.analysis.ssa import verify_ssa
from tilewright.core.analysis.surveyor import survey
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.errors import ScheduleError
from tilewright.core.builder.scope_ids import scope_conflict
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Expr, Var
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Block, For, IfThenElse
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import free_vars, walk
from tilewright.core.passes.core.pass_ import Pass, module_pass
from tilewright.core.target import Target


def expr_deep_equal(lhs: Expr, rhs: Expr) -> bool:
    """Whether two expressions are the same, variables by identity."""
    return structural_equal(lhs, rhs)


def undefined_vars(node: Node, defs: Sequence[Var] | None = None) -> tuple[Var, ...]:
    """Variables that `node` uses without defining them, `defs` apart, in the order of their first uses."""
    return free_vars(node, tuple(defs or ()))


def get_block_access_region(block: Block, buffer_var_map: Mapping[Var, Buffer]) -> list[list[BufferRegion]]:
    """The regions that a block reads, writes, and accesses opaquely."""
    found = block_access_regions(block, buffer_var_map)
    return [list(found.reads), list(found.writes), list(found.opaque)]


def get_block_read_write_region(block: Block, buffer_var_map: Mapping[Var, Buffer]) -> list[list[BufferRegion]]:
    """The regions that a block reads and writes; an access through a bare pointer counts as both."""
    found = block_access_regions(block, buffer_var_map)
    return [[*regions, *_besides(found.opaque, regions)] for regions in (found.reads, found.writes)]


def _besides(opaque: Sequence[BufferRegion], known: Sequence[BufferRegion]) -> list[BufferRegion]:
    buffers = {region.buffer for region in known}
    return [region for region in opaque if region.buffer not in buffers]


def verify_well_formed(obj: PrimFunc | IRModule, assert_mode: bool = True) -> bool:
    """Whether the program keeps the rules of TensorIR; with `assert_mode` raises `ValueError` with the first rule it breaks."""
    found = list(_redefined(obj))
    if not found:
        found = [_sentence(func, diagnostic) for func in _functions(obj) for diagnostic in ill_formed(func)]
    if found and assert_mode:
        raise ValueError(found[0])
    return not found


def _redefined(obj: PrimFunc | IRModule) -> Iterator[str]:
    """A sentence for each variable that is defined again; it has the places where one definition is in the scope of another."""
    for variable, nested, func in defined_again(_functions(obj)):
        kind = "nested definitions" if nested else "definitions"
        text = f"TIR is ill-formed, due to multiple {kind} of variable {variable.name}"
        places = list(definition_places(func, variable))
        if nested and len(places) > 1:
            text += f". It was first defined at {places[0]}, and was re-defined at {places[1]}"
        yield text


def _sentence(func: PrimFunc, diagnostic: Diagnostic) -> str:
    """The sentence of a diagnostic; that of a variable without value has the path to its use before it."""
    if diagnostic.code != "undefined-variable":
        return diagnostic.message
    for variable, buffer, _ in survey(func).undefined:
        place = None if buffer is not None else use_place(func, variable)
        if place is not None and f"`{variable.name}`" in diagnostic.message:
            left = next(definition_places(func, variable), None)
            why = "" if left is None else f"; it is defined at {left}, and no longer in-scope."
            return f"Invalid use of undefined variable {variable.name} at {place}: {diagnostic.message}{why}"
    return diagnostic.message


def _functions(obj: PrimFunc | IRModule) -> tuple[PrimFunc, ...]:
    return (obj,) if isinstance(obj, PrimFunc) else tuple(func for _, func in prim_funcs(obj))


def verify_memory(func: PrimFunc) -> bool:
    """Whether a function for a GPU accesses memory only in its threads; other functions may access it anywhere.

    The target is that of the function's attribute "target", else the one in force.
    """
    target = func.attrs.get("target") or Target.current()
    on_gpu = target is not None and "gpu" in Target(target).keys
    return not on_gpu or host_access(func) is None


def calculate_workspace_bytes(func: PrimFunc, workspace_byte_alignment: int) -> int:
    """The most bytes that the function has allocated at once, each allocation rounded up to the alignment."""
    return workspace_bytes(func, workspace_byte_alignment)


def calculate_allocated_bytes(func_or_mod: PrimFunc | IRModule) -> dict[str, dict[str, int]]:
    """For each function, "main" when it is given alone, the most bytes allocated at once in each memory scope."""
    if isinstance(func_or_mod, PrimFunc):
        return {"main": allocated_bytes(func_or_mod)}
    return {var.name_hint: allocated_bytes(func) for var, func in prim_funcs(func_or_mod)}


def estimate_tir_flops(stmt_or_mod: Node) -> float:
    """Arithmetic operations in one run of a statement, or in one of each function of a module."""
    if isinstance(stmt_or_mod, IRModule):
        return float(sum(estimate_flops(func) for _, func in prim_funcs(stmt_or_mod)))
    return float(estimate_flops(stmt_or_mod))


def detect_buffer_access_lca(func: PrimFunc) -> dict[Buffer, For | Block | None]:
    """For each buffer the innermost loop or block around all its accesses, None where only the function is."""
    return access_lca(func)


def is_pure_function(func: PrimFunc) -> bool:
    """Whether the function only computes: it stores to nothing but what it allocates and calls nothing that has effects."""
    return impurity(func) is None


def assert_pure_function(func: PrimFunc) -> bool:
    """True for a pure function; raises `AssertionError` that says what any other does."""
    found = impurity(func)
    if found is not None:
        raise AssertionError(f"function `{func.name}` is not pure: it {found}")
    return True


def has_if_then_else(stmt: Node) -> bool:
    """Whether there is an `if` in it, as a statement or in an expression."""
    return any(_branches(node) for node in walk(stmt))


def verify_tirx_well_formed(obj: PrimFunc | IRModule, assert_mode: bool = True, device_func: bool = False) -> bool:
    """Whether functions of the tile language are well formed: the sizes of scopes of threads agree too.  With `assert_mode` it raises `ValueError` instead.

    `device_func` says that the function runs on a device as a whole; nothing depends on it.
    """
    for func in _functions(obj if isinstance(obj, IRModule) else IRModule({"main": obj})):
        conflict = scope_conflict(func.body)
        if conflict is not None:
            if assert_mode:
                raise ValueError(conflict)
            return False
    return verify_well_formed(obj, assert_mode)


def _branches(node: Node) -> bool:
    return isinstance(node, IfThenElse) or (isinstance(node, Call) and callee_name(node) == "tir.if_then_else")


def OOBChecker() -> Pass:
    """The pass that raises `ScheduleError` for accesses that are known to lie outside their buffer, and changes nothing."""
    return _oob_checker


@module_pass("tir.OOBChecker")
def _oob_checker(mod: IRModule) -> IRModule:
    """Refuse accesses that are known to lie outside their buffer."""
    found = [diagnostic for func in _functions(mod) for diagnostic in out_of_bounds(survey(func))]
    if found:
        raise ScheduleError("\n".join(f"Out of bounds access to {_told(diagnostic.message)}" for diagnostic in found))
    return mod


def _told(message: str) -> str:
    """The sentence behind the name of the buffer that it begins with: `buffer A: ...`."""
    return f"buffer {message.removeprefix('`').partition('[')[0]}: {message}"


# The names of TVM since 0.25.
get_sblock_access_region = get_block_access_region
get_sblock_read_write_region = get_block_read_write_region
find_anchor_sblock = find_anchor_block


__all__ = [
    "OOBChecker",
    "assert_pure_function",
    "calculate_allocated_bytes",
    "calculate_workspace_bytes",
    "detect_buffer_access_lca",
    "estimate_tir_flops",
    "expr_deep_equal",
    "find_anchor_block",
    "find_anchor_sblock",
    "get_block_access_region",
    "get_block_read_write_region",
    "get_sblock_access_region",
    "get_sblock_read_write_region",
    "has_if_then_else",
    "is_pure_function",
    "undefined_vars",
    "verify_memory",
    "verify_ssa",
    "verify_tirx_well_formed",
    "verify_well_formed",
]
