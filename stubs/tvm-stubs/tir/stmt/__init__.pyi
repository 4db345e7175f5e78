# Generated from tilewright.ir.stmt by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.stmt import Allocate as Allocate
from tilewright.ir.stmt import AllocateConst as AllocateConst
from tilewright.ir.stmt import Annotations as Annotations
from tilewright.ir.stmt import AssertStmt as AssertStmt
from tilewright.ir.stmt import AttrStmt as AttrStmt
from tilewright.ir.stmt import Block as Block
from tilewright.ir.stmt import BlockRealize as BlockRealize
from tilewright.ir.stmt import BufferRealize as BufferRealize
from tilewright.ir.stmt import BufferStore as BufferStore
from tilewright.ir.stmt import DeclBuffer as DeclBuffer
from tilewright.ir.stmt import Evaluate as Evaluate
from tilewright.ir.expr import Expr as Expr
from tilewright.ir.stmt import For as For
from tilewright.ir.stmt import ForKind as ForKind
from tilewright.ir.stmt import IfThenElse as IfThenElse
from tilewright.ir.stmt import LetStmt as LetStmt
from tilewright.ir.stmt import NO_ANNOTATIONS as NO_ANNOTATIONS
from tilewright.ir.node import Node as Node
from tilewright.ir.stmt import SeqStmt as SeqStmt
from tilewright.ir.stmt import Stmt as Stmt
from tilewright.ir.stmt import While as While
from tilewright.ir.stmt import seq as seq
from tilewright.ir.stmt import stmt_list as stmt_list

def __getattr__(name: _str) -> _Any: ...
