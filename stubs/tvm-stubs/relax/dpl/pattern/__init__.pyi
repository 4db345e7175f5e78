# Generated from tilewright.relax.dpl.pattern by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.relax.dpl import AndPattern as AndPattern
from tvm.relax.dpl import AttrPattern as AttrPattern
from tvm.relax.dpl import CallPattern as CallPattern
from tvm.relax.dpl import ConstantPattern as ConstantPattern
from tvm.relax.dpl import DFPattern as DFPattern
from tvm.relax.dpl import DataTypePattern as DataTypePattern
from tvm.relax.dpl import DataflowVarPattern as DataflowVarPattern
from tvm.relax.dpl import ExprPattern as ExprPattern
from tvm.relax.dpl import ExternFuncPattern as ExternFuncPattern
from tvm.relax.dpl import FunctionPattern as FunctionPattern
from tvm.relax.dpl import GlobalVarPattern as GlobalVarPattern
from tvm.relax.dpl import NotPattern as NotPattern
from tvm.ir import Op as Op
from tvm.relax.dpl import OrPattern as OrPattern
from tvm.relax.dpl import PatternSeq as PatternSeq
from tvm.relax.dpl import PrimArrPattern as PrimArrPattern
from tvm.relax.dpl import ShapePattern as ShapePattern
from tvm.relax.dpl import StructInfoPattern as StructInfoPattern
from tvm.relax.dpl import TupleGetItemPattern as TupleGetItemPattern
from tvm.relax.dpl import TuplePattern as TuplePattern
from tvm.relax.dpl import TypePattern as TypePattern
from tvm.relax.dpl import UnorderedTuplePattern as UnorderedTuplePattern
from tvm.relax import Var as Var
from tvm.relax.dpl import VarPattern as VarPattern
from tvm.relax.dpl import WildcardPattern as WildcardPattern
from tvm.relax.dpl import has_attr as has_attr
from tvm.relax.dpl import has_dtype as has_dtype
from tvm.relax.dpl import is_call_dps_packed as is_call_dps_packed
from tvm.relax.dpl import is_call_packed as is_call_packed
from tvm.relax.dpl import is_call_tir as is_call_tir
from tvm.relax.dpl import is_const as is_const
from tvm.relax.dpl import is_dfv as is_dfv
from tvm.relax.dpl import is_expr as is_expr
from tvm.relax.dpl import is_gv as is_gv
from tvm.relax.dpl import is_op as is_op
from tvm.relax.dpl import is_shape as is_shape
from tvm.relax.dpl import is_tuple as is_tuple
from tvm.relax.dpl import is_tuple_get_item as is_tuple_get_item
from tvm.relax.dpl import is_var as is_var
from tvm.relax.dpl import make_fused_bias_activation_pattern as make_fused_bias_activation_pattern
from tvm.relax.dpl import reject as reject
from tvm.relax.dpl import wildcard as wildcard

class Matching(_Any):  # type: ignore[misc, unused-ignore]
    """One attempt to match: what each pattern stands for so far, and what variables are bound to."""
    @classmethod
    def over(cls, values: _Any) -> Matching | _Any:
        """An attempt that looks variables up by their identities."""
    def all_of(self, pattern: _Any, expr: _Any) -> _Any:
        """The match of each part of the pattern, None when it does not match."""
    def behind(self, expr: _Any) -> _Any:
        """The value bound to a variable, or the expression itself."""
    def match(self, pattern: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches; the attempt is left as it was when it does not."""
    state: _Any
    def fits(self, wanted: _Any, given: _Any) -> _Any:
        """Whether a value is of a struct info for some values of the symbolic sizes in it, the same ones in the whole attempt."""
    def __init__(self, bindings: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def same_sizes(wanted: _Any, given: _Any) -> _Any:
    """Whether two shapes are the same for all values of their variables."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
