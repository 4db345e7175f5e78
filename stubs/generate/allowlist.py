"""Names that `stubtest` must not compare: words of a script that are classes to checkers, so that annotations may name them, and objects when a program runs; ops of two forms."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

from generate.declarations import declares_a_type, takes_dtype_first
from generate.files import ROOT
from generate.namespaces import NAMESPACES, TIRX_SPACES

FILE = ROOT / "stubs" / "stubtest_allowlist.txt"
HEADER = """\
# Generated from the op table by `make stubs`; do not edit.  Words that are classes to checkers, so that annotations may name them, and objects at run time;
# and ops whose data type stands before all else or is given by name, which is two forms to checkers.
"""
OTHERS = """\
# Modules whose types stand in their source, and have no stubs.
tilewright\\.(?!script\\.).*
# How a decorator is told to mypy alone.
tilewright\\.script\\.\\w+\\.MYPY
# Classes that answer `isinstance` for others.
tvm.ir.Attrs
tvm.ir.BaseExpr
tvm\\.ir(\\.base|\\.op)?\\.Expr
tvm\\.t?ir(\\.\\w+)*\\.ExprOperand
tvm\\.ir\\.(Call|Constant|ExprWithOp|StringImm|TensorLoad|TensorRegion|TupleType|Type|Var)(\\.__new__)?
tvm\\.tirx\\.(AllocBuffer|AssertStmt|Bind|Break|Buffer|ComposeLayout|Continue|DeclBuffer|Return|ScopeIdDefStmt|SeqStmt|SwizzleLayout|TilePrimitiveCall)(\\.__new__)?
tvm\\.tirx\\.(BitwiseAnd|BitwiseNot|BitwiseOr|BitwiseXor|LShift|RShift)(\\.__new__)?
tvm\\.tirx(\\.\\w+)?\\.LetStmt(\\.__new__)?
"""


def allowlist() -> dict[Path, str]:
    """The file by its path."""
    return {FILE: HEADER + "".join(f"{name}\n" for name in _objects()) + OTHERS}


def _objects() -> Iterator[str]:
    for module, namespace in {**NAMESPACES, **TIRX_SPACES}.items():
        for name, member in sorted(namespace.members.items()):
            is_class = member.kind in ("dtype", "namespace") or declares_a_type(member)
            if (is_class and not inspect.isclass(member.value)) or takes_dtype_first(member):
                yield f"tilewright.script.{module}.{name}"
