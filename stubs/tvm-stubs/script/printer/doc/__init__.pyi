# Generated from tilewright.script.printer.doc by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.printer.doc import AssertDoc as AssertDoc
from tilewright.script.printer.doc import AssignDoc as AssignDoc
from tilewright.script.printer.doc import AttrAccessDoc as AttrAccessDoc
from tilewright.script.printer.doc import CallDoc as CallDoc
from tilewright.script.printer.doc import ClassDoc as ClassDoc
from tilewright.script.printer.doc import CommentDoc as CommentDoc
from tilewright.script.printer.doc import DictDoc as DictDoc
from tilewright.script.printer.doc import Doc as Doc
from tilewright.script.printer.doc import DocStringDoc as DocStringDoc
from tilewright.script.printer.doc import ExprDoc as ExprDoc
from tilewright.script.printer.doc import ExprStmtDoc as ExprStmtDoc
from tilewright.script.printer.doc import ForDoc as ForDoc
from tilewright.script.printer.doc import FunctionDoc as FunctionDoc
from tilewright.script.printer.doc import IdDoc as IdDoc
from tilewright.script.printer.doc import IfDoc as IfDoc
from tilewright.script.printer.doc import IndexDoc as IndexDoc
from tilewright.script.printer.doc import LambdaDoc as LambdaDoc
from tilewright.script.printer.doc import ListDoc as ListDoc
from tilewright.script.printer.doc import LiteralDoc as LiteralDoc
from tilewright.script.printer.doc import OperationDoc as OperationDoc
from tilewright.script.printer.doc import OperationKind as OperationKind
from tilewright.script.printer.doc import ReturnDoc as ReturnDoc
from tilewright.script.printer.doc import ScopeDoc as ScopeDoc
from tilewright.script.printer.doc import SliceDoc as SliceDoc
from tilewright.script.printer.doc import StmtBlockDoc as StmtBlockDoc
from tilewright.script.printer.doc import StmtDoc as StmtDoc
from tilewright.script.printer.doc import TupleDoc as TupleDoc
from tilewright.script.printer.doc import WhileDoc as WhileDoc

def __getattr__(name: _str) -> _Any: ...
