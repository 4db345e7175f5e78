# Generated from tilewright.relax.dpl by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import Function as _Function
from tvm.transform import Pass as _Pass
from typing_extensions import Self as _Self
from . import context as context
from . import pattern as pattern
from . import rewrite as rewrite

class PatternSeq(_Any):  # type: ignore[misc, unused-ignore]
    """Patterns each of which is used by the next: `a ^ b ^ c`, or `a >> b >> c` where nothing else uses it."""
    def used_by(self, other: _Any, index: _Any = ...) -> PatternSeq | _Any:
        """The first of `other` uses the last of these."""
    def only_used_by(self, other: _Any, index: _Any = ...) -> PatternSeq | _Any:
        """The first of `other` uses the last of these, and nothing else does."""
    def dup(self) -> PatternSeq | _Any:
        """The same patterns to stand for others, with the edges between them."""
    def __xor__(self, other: _Any) -> _Any: ...
    def __rshift__(self, other: _Any) -> _Any: ...
    def __init__(self, patterns: _Any, only_use: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class SameShapeConstraint(_Any):  # type: ignore[misc, unused-ignore]
    """Patterns that stand for tensors of one shape: a demand of the `PatternContext` that is entered, if one is."""
    def __init__(self, *args: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class DFPattern(_Any):  # type: ignore[misc, unused-ignore]
    """Base of the patterns."""
    keeps_variables: _Any
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def used_by(self, other: _Any, index: _Any = ...) -> PatternSeq | _Any:
        """`other` uses this, as argument number `index` where that is not -1: `self ^ other`."""
    def only_used_by(self, other: _Any, index: _Any = ...) -> PatternSeq | _Any:
        """`other` uses this, and nothing else does: `self >> other`."""
    def dup(self) -> DFPattern | _Any:
        """The same pattern to stand for something else, as its parts are."""
    def fork_to(self, *args: _Any) -> _Any:
        """Each of these uses this."""
    def same_shape_as(self, *args: _Any) -> SameShapeConstraint | _Any:
        """The pattern restricted to the shape of each of these."""
    def has_dtype(self, dtype: _Any) -> DataTypePattern | _Any:
        """The pattern restricted to tensors of a data type."""
    def has_shape(self, shape: _Any) -> ShapePattern | _Any:
        """The pattern restricted to tensors of a shape."""
    def has_attr(self, attrs: _Any) -> AttrPattern | _Any:
        """The pattern restricted to calls and functions with these attributes."""
    def has_struct_info(self, struct_info: _Any) -> StructInfoPattern | _Any:
        """The pattern restricted to values of a struct info."""
    def has_ty(self, struct_info: _Any) -> StructInfoPattern | _Any:
        """The pattern restricted to values of a struct info."""
    def has_type(self, ttype: _Any) -> TypePattern | _Any:
        """The pattern restricted to values of a static type: dtype and rank, no sizes; see `relax.DynTensorType`."""
    def match(self, expr: _Any, var2val: _Any = ...) -> _Any:
        """Whether the pattern matches; `var2val` tells what variables are bound to, see `relax.analysis.get_var2val`."""
    def extract_matched_expr(self, expr: _Any, var2val: _Any = ...) -> _Any:
        """The match of each part of the pattern, None when it does not match."""
    def optional(self, option: _Any) -> OrPattern | _Any:
        """This, or `option` around it."""
    def __and__(self, other: _Any) -> _Any: ...
    def __or__(self, other: _Any) -> _Any: ...
    def __xor__(self, other: _Any) -> _Any: ...
    def __rshift__(self, other: _Any) -> _Any: ...
    def __invert__(self) -> _Any: ...
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class PatternContext(_Any):  # type: ignore[misc, unused-ignore]
    """Patterns and the edges between them, collected while the context is entered."""
    @staticmethod
    def current() -> PatternContext | _Any:
        """The innermost context that is entered; raises `RuntimeError` outside of any."""
    def match_dfb(self, dfb: _Any) -> _Any:
        """The variable that each pattern stands for, None when they cannot all be found."""
    def match_new(self, dfb: _Any, new: _Any) -> _Any:
        """Like `match_dfb`; some pattern that is no wildcard stands for one of the variables with these identities."""
    def __init__(self, incremental: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class AndPattern(DFPattern):
    """Both of two."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, left: _Any, right: _Any) -> None: ...

class AttrPattern(DFPattern):
    """Calls and functions with attributes."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, pattern: _Any, attrs: _Any) -> None: ...

class CallPattern(DFPattern):
    """A call; `args` None is any arguments.  Those of `relax.add` and `relax.multiply` may stand in either order."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def draw_edges(self) -> _Any:
        """Draw the edges from the arguments to the call."""
    def __init__(self, op: _Any, args: _Any, varg_default_wildcard: _Any = ...) -> None: ...

class ConstantPattern(DFPattern):
    """A constant."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    __init__: _Any

class DataTypePattern(DFPattern):
    """Tensors of a data type."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, pattern: _Any, dtype: _Any) -> None: ...

class ExprPattern(DFPattern):
    """One expression: an op, a function, a value."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, expr: _Any) -> None: ...

class ExternFuncPattern(DFPattern):
    """A function from outside, perhaps of a name."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, global_symbol: _Any = ...) -> None: ...

class FunctionPattern(DFPattern):
    """A function value."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, params: _Any, body: _Any) -> None: ...

class NotPattern(DFPattern):
    """Whatever another does not match."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, reject: _Any) -> None: ...

class OrPattern(DFPattern):
    """One of two."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, left: _Any, right: _Any) -> None: ...

class PatternMatchingRewriter(_Pass):
    """A pattern and what to make of it, to be applied to functions and modules; `|` tries another where this one changes nothing."""
    @staticmethod
    def from_pattern(pattern: _Any, func: _Any, additional_bindings: _Any = ..., new_subroutines: _Any = ...) -> PatternMatchingRewriter | _Any:
        """The rewriter of a pattern: `func(expression, what each part stands for)` gives the new value.

        The `additional_bindings` stand for the whole, too; the `new_subroutines` are added to a module where something was rewritten.
        """
    @staticmethod
    def from_module(mod: _Any) -> PatternMatchingRewriter | _Any:
        """The rewriter that a module with the functions `pattern` and `replacement` describes.

        Raises `KeyError` when one of them is missing, `TypeError` when it is no function of Relax, and `ValueError` when their signatures differ
        or another function is public.
        """
    rewrite_bindings: _Any
    """The rewritten values of these bindings' variables; the bindings may be computed in any order."""
    def __or__(self, other: _Any) -> _Any: ...
    def __init__(self) -> None: ...

class PrimArrPattern(DFPattern):
    """A shape of these sizes."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, shape: _Any) -> None: ...

class ShapePattern(DFPattern):
    """Tensors of a shape."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, pattern: _Any, shape: _Any) -> None: ...

class StructInfoPattern(DFPattern):
    """Values of a struct info."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, pattern: _Any, struct_info: _Any) -> None: ...

class TupleGetItemPattern(DFPattern):
    """An item of a tuple; None is any."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, tuple_pattern: _Any, index: _Any = ...) -> None: ...

class TuplePattern(DFPattern):
    """A tuple of these."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, fields: _Any) -> None: ...

class TypePattern(DFPattern):
    """Values of a static type."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, pattern: _Any, ttype: _Any) -> None: ...

class VarPattern(DFPattern):
    """A variable, perhaps of a name."""
    keeps_variables: _Any
    kinds: _Any
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, name_hint: _Any = ...) -> None: ...

class WildcardPattern(DFPattern):
    """Anything."""
    keeps_variables: _Any
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    __init__: _Any

class DataflowVarPattern(VarPattern):
    """A variable of a dataflow block."""
    kinds: _Any
    def __init__(self, name_hint: _Any = ...) -> None: ...

class ExprPatternRewriter(PatternMatchingRewriter):
    """The rewriter of one pattern."""
    rewrite_bindings: _Any
    """The rewritten values of these bindings' variables; the bindings may be computed in any order."""
    rewrite_expr: _Any
    """The rewritten expression, None when nothing matches; `known` are the values of variables by their identities."""
    def __init__(self, pattern: _Any, func: _Any, additional_bindings: _Any = ..., new_subroutines: _Any = ...) -> None: ...

class GlobalVarPattern(VarPattern):
    """A function of the module."""
    kinds: _Any
    def __init__(self, name_hint: _Any = ...) -> None: ...

class OrRewriter(PatternMatchingRewriter):
    """One rewriter, and another for what it leaves alone."""
    rewrite_bindings: _Any
    """The rewritten values of these bindings' variables; the bindings may be computed in any order."""
    def __init__(self, lhs: _Any, rhs: _Any) -> None: ...

class TupleRewriter(PatternMatchingRewriter):
    """The rewriter of several values at once: `func(tuple of them, what each part stands for)` gives a tuple of as many."""
    rewrite_bindings: _Any
    """The rewritten values of these bindings' variables; the bindings may be computed in any order."""
    def __init__(self, patterns: _Any, func: _Any, additional_bindings: _Any = ..., new_subroutines: _Any = ...) -> None: ...

class UnorderedTuplePattern(TuplePattern):
    """A tuple of these, in any order."""
    def accepts(self, matching: _Any, expr: _Any) -> _Any:
        """Whether the pattern matches an expression."""
    def __init__(self, fields: _Any) -> None: ...

def has_attr(attrs: _Any, pattern: _Any = ...) -> AttrPattern | _Any:
    """Calls and functions with these attributes."""

def has_dtype(dtype: _Any, pattern: _Any = ...) -> DataTypePattern | _Any:
    """Tensors of a data type."""

def is_call_dps_packed(func_name: _Any, args: _Any = ...) -> CallPattern | _Any:
    """A `call_dps_packed` of a registered function."""

def is_call_packed(func_name: _Any, args: _Any = ...) -> CallPattern | _Any:
    """A call of a registered function."""

def is_call_tir(func_name: _Any, args: _Any = ..., tir_vars: _Any = ...) -> _Any:
    """A `call_tir` of a function of the module."""

def is_const() -> ConstantPattern | _Any:
    """A constant."""

def is_dfv(name: _Any = ...) -> DataflowVarPattern | _Any:
    """A variable of a dataflow block."""

def is_expr(expr: _Any) -> ExprPattern | _Any:
    """One expression."""

def is_gv(name: _Any = ...) -> GlobalVarPattern | _Any:
    """A function of the module."""

def is_op(op_name: _Any) -> ExprPattern | _Any:
    """An op, to be called: `is_op("relax.add")(a, b)`."""

def is_shape(shape: _Any) -> PrimArrPattern | _Any:
    """A shape of these sizes."""

def is_tuple(fields: _Any, unordered: _Any = ...) -> TuplePattern | _Any:
    """A tuple of these."""

def is_tuple_get_item(tuple_value: _Any, index: _Any = ...) -> TupleGetItemPattern | _Any:
    """An item of a tuple."""

def is_var(name: _Any = ...) -> VarPattern | _Any:
    """A variable, perhaps of a name."""

def make_fused_bias_activation_pattern(op_name: _Any, with_bias: _Any = ..., activation: _Any = ..., allow_reshape: _Any = ...) -> DFPattern | _Any:
    """`activation(op(lhs, rhs) + bias)`, with or without the parts around."""

def reject(pattern: _Any) -> NotPattern | _Any:
    """Whatever another pattern does not match."""

def rewrite_bindings(ctx: _Any, rewriter: _Any, func: _Any) -> _Function | _Any:
    """`func` with the bindings that `rewriter(variable of each pattern, value of each variable)` names bound to the values that it gives.

    A block is matched again until nothing matches or nothing is changed.  What the rewriter made, and what has been matched, is matched again only
    together with bindings that have not, so that this ends.  What nothing uses afterwards is removed.
    """

def rewrite_call(pattern: _Any, rewriter: _Any, func: _Any) -> _Function | _Any:
    """`func` with every value that the pattern matches replaced by what `rewriter(expression, what each part of the pattern stands for)` gives.

    A rewriter that gives the expression back leaves it alone; what it makes is matched again.  Where something was rewritten, equal values are computed
    once, variables that only rename others go, and so does what nothing uses.
    """

def rewriter(rewriter_mod: _Any) -> PatternMatchingRewriter | _Any:
    """`@R.rewriter` over a class with the functions `pattern` and `replacement`: what the first computes becomes what the second does."""

def wildcard() -> WildcardPattern | _Any:
    """Anything."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
