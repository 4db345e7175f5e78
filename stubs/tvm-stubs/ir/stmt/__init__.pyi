# Generated from tilewright.ir.stmt by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.s_tir import Stmt as _Stmt
from tvm.s_tir import Allocate as Allocate
from tvm.s_tir import AllocateConst as AllocateConst
from tilewright.ir.stmt import Annotations as Annotations
from tvm.s_tir import AssertStmt as AssertStmt
from tvm.s_tir import AttrStmt as AttrStmt
from tvm.s_tir import Block as Block
from tvm.s_tir import BlockRealize as BlockRealize
from tvm.s_tir import BufferRealize as BufferRealize
from tvm.s_tir import BufferStore as BufferStore
from tvm.s_tir import DeclBuffer as DeclBuffer
from tvm.s_tir import Evaluate as Evaluate
from tvm.ir import PrimExpr as _Expr_

Expr = _Expr_
from tvm.s_tir import For as For
from tilewright.ir.stmt import ForKind as ForKind
from tvm.s_tir import IfThenElse as IfThenElse
from tvm.s_tir import LetStmt as LetStmt
from tilewright.ir.stmt import NO_ANNOTATIONS as NO_ANNOTATIONS
from tvm.ir import Node as Node
from tvm.s_tir import SeqStmt as SeqStmt
from tvm.s_tir import Stmt as Stmt
from tvm.s_tir import While as While
from tvm.s_tir import stmt_list as stmt_list

def seq(statements: _Any, span: _Any = ...) -> _Stmt | _Any:
    """The statements as one: flattened, the only one itself, `Evaluate(0)` for none."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
