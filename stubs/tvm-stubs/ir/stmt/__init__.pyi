# Generated from tilewright.ir.stmt by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Stmt as _Stmt
from tvm.tir import Allocate as Allocate
from tvm.tir import AllocateConst as AllocateConst
from tilewright.ir.stmt import Annotations as Annotations
from tvm.tir import AssertStmt as AssertStmt
from tvm.tir import AttrStmt as AttrStmt
from tvm.tir import Block as Block
from tvm.tir import BlockRealize as BlockRealize
from tvm.tir import BufferRealize as BufferRealize
from tvm.tir import BufferRegion as BufferRegion
from tvm.tir import BufferStore as BufferStore
from tvm.tir import DeclBuffer as DeclBuffer
from tvm.tir import Evaluate as Evaluate
from tvm.ir import PrimExpr as _Expr_

Expr = _Expr_
from tvm.tir import For as For
from tilewright.core.ir.stmt import ForKind as ForKind
from tvm.tir import IfThenElse as IfThenElse
from tvm.tir import LetStmt as LetStmt
from tvm.tir import MatchBufferRegion as MatchBufferRegion
from tilewright.ir.stmt import NO_ANNOTATIONS as NO_ANNOTATIONS
from tvm.ir import Node as Node
from tvm.tir import Block as _SBlock_

SBlock = _SBlock_
from tvm.tir import BlockRealize as _SBlockRealize_

SBlockRealize = _SBlockRealize_
from tvm.tir import SeqStmt as SeqStmt
from tvm.tir import Stmt as Stmt
from tilewright.ir.stmt import USUAL_ERROR as USUAL_ERROR
from tvm.tir import While as While
from tvm.tir import stmt_list as stmt_list
from tvm.tir import stmt_seq as stmt_seq

class Around(_Stmt):
    """Base of the statements that define or check something for what follows, which they hold as their `body`.

    Programs for TVM since 0.25, where such a statement stands beside what follows it, read them as sequences.
    """
    @property
    def seq(self) -> _Any:
        """This statement alone, and what follows it."""
    __init__: _Any

def seq(statements: _Any, span: _Any = ...) -> _Stmt | _Any:
    """The statements as one: flattened, the only one itself, `Evaluate(0)` for none."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
