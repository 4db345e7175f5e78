# Generated from tilewright.relax by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import IRModule as _IRModule
from tvm.ir import BaseFunc as _BaseFunc
from tvm.ir import GlobalVar as _GlobalVar
from tvm.ir import Node as _Node
from tvm.ir import RelaxExpr as _RelaxExpr
from tvm.ir import Span as _Span
from tvm.ir import VDevice as _VDevice
from tvm.relax.block_builder import DataflowScope as _DataflowScope
from tvm.relax.block_builder import FunctionScope as _FunctionScope
from tvm.relax.block_builder import TestingScope as _TestingScope
from tvm.relax.exec_builder import VMFuncScope as _VMFuncScope
from tvm.runtime import Executable as _Executable
from tvm.runtime.profiling import Report as _Report
from tvm.te import Tensor as _Tensor
from tvm.transform import Pass as _Pass
from typing_extensions import Self as _Self
from tvm.relax import ObjectStructInfo as _AnyType_

AnyType = _AnyType_
from tvm.ir import DummyGlobalInfo as DummyGlobalInfo
from tvm.ir import RelaxExpr as _Expr_

Expr = _Expr_
from tvm.relax import FuncStructInfo as _FuncType_

FuncType = _FuncType_
from tvm.ir import GlobalVar as GlobalVar
from tvm.relax import ObjectStructInfo as _ObjectType_

ObjectType = _ObjectType_
from tvm.ir import RelaxExpr as RelaxExpr
from tvm.relax import ShapeStructInfo as _ShapeType_

ShapeType = _ShapeType_
from tvm.ir import Span as Span
from tvm.relax import TensorStructInfo as _TensorType_

TensorType = _TensorType_
from tvm.ir import Tuple as Tuple
from tvm.ir import TupleGetItem as TupleGetItem
from tvm.relax import TupleStructInfo as _TupleType_

TupleType = _TupleType_
from tvm.relax import StructInfo as _Type_

Type = _Type_
from tvm.ir import VDevice as VDevice
from tilewright.core.vm.machine import VMInstrumentReturnKind as VMInstrumentReturnKind
from . import analysis as analysis
from . import backend as backend
from . import base_py_module as base_py_module
from . import binding_rewrite as binding_rewrite
from . import block_builder as block_builder
from . import distributed as distributed
from . import dpl as dpl
from . import exec_builder as exec_builder
from . import expr as expr
from . import expr_functor as expr_functor
from . import frontend as frontend
from . import global_info as global_info
from . import ir as ir
from . import op as op
from . import pipeline as pipeline
from . import relax_to_pyfunc_converter as relax_to_pyfunc_converter
from . import script as script
from . import struct_info as struct_info
from . import testing as testing
from . import training as training
from . import transform as transform
from . import ty as ty
from . import type as type
from . import utils as utils
from . import vm_build as vm_build

class BasePyModule(_Any):  # type: ignore[misc, unused-ignore]
    """An instance of a module: its functions are methods.

    Python functions run as they are; functions of Relax and TensorIR are compiled when the instance is made, for `target`, by default the machine
    itself.  Tensors of PyTorch go in and come out, without being copied; where PyTorch is not installed the results are our tensors.
    """
    holds_python_functions: _Any
    call_tir: _Any
    """Call a function of TensorIR, by name or as an attribute, that writes its results into new tensors of `out_sinfo`.

    `tir_vars` are further integers that it takes; `out_ty` is what `out_sinfo` is called in tirx.
    """
    call_tir_inplace: _Any
    """Like `call_tir`, with results in the arguments of these numbers; -1 stands for a new tensor."""
    call_dps_packed: _Any
    """Call a registered function that writes its results into new tensors, given after the arguments.

    A Python function that has no parameters for them gives its result back instead; one that is an attribute of the instance gets tensors of
    PyTorch, and is meant before any that is registered.
    """
    def call_packed(self, func_name: _Any, args: _Any) -> _Any:
        """Call a registered function, or a function value, and take what it gives."""
    def call_py_func(self, func_name: _Any, args: _Any) -> _Any:
        """Call a Python function of the module on tensors of PyTorch."""
    def add_python_function(self, name: _Any, func: _Any) -> _Any:
        """Make a Python function a method of this instance; functions of Relax can call it."""
    def get_function(self, name: _Any) -> _Any:
        """The function of that name, of whatever kind; None when there is none."""
    def list_functions(self) -> _Any:
        """The names of the functions of each kind."""
    @property
    def functions(self) -> _Any:
        """The functions of the module, by their variables."""
    def script(self, **options: _Any) -> _Any:
        """The module as TVMScript, its Python functions as they were written."""
    def show(self, style: _Any = ..., black_format: _Any = ..., **options: _Any) -> _Any:
        """Print the module as TVMScript."""
    def __init__(self, ir_mod: _Any, device: _Any = ..., target: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class DataflowBlockRewrite(_Any):  # type: ignore[misc, unused-ignore]
    """A dataflow block `dfb` of `root_fn` and what becomes of both; the nodes given are not changed."""
    def mutated_dfb(self) -> DataflowBlock | _Any:
        """The block as it is now."""
    def mutated_root_fn(self) -> Function | _Any:
        """The function with the block as it is now."""
    def mutate_irmodule(self, irmodule: _Any) -> _IRModule | _Any:
        """The module with the function as it is now in place of the one given first; raises `TVMError` when it is not in there."""
    def add_binding(self, binding: _Any) -> _Any:
        """Put a binding at the end of the block."""
    def add(self, expr: _Any, name: _Any = ..., is_dfvar: _Any = ...) -> _Any:
        """Bind a value at the end of the block: to a new variable called `name`, of the block alone where `is_dfvar`."""
    def replace_all_uses(self, old_var: _Any, new_var: _Any) -> _Any:
        """Let everything that uses `old_var` use `new_var`; where it is bound stays."""
    def remove_unused(self, var: _Any, allow_undef: _Any = ...) -> _Any:
        """Remove the binding of a variable that nothing uses.

        Raises `TVMError` when something uses it, and when the block does not bind it unless `allow_undef`.
        """
    def remove_all_unused(self) -> _Any:
        """Remove every binding that nothing uses, in the whole function."""
    def __init__(self, dfb: _Any, root_fn: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ExecBuilder(_Any):  # type: ignore[misc, unused-ignore]
    """Functions of instructions, which `get` makes an executable; arguments are made by `r`, `imm`, `c` and `f`."""
    def r(self, idx: _Any) -> _Any:
        """A register."""
    def imm(self, value: _Any) -> _Any:
        """A number; raises `TVMError` for one that does not fit into 56 bits."""
    def c(self, idx: _Any) -> _Any:
        """A constant, by its number."""
    def f(self, name: _Any) -> _Any:
        """A function that is declared or mentioned already; raises `TVMError` for another."""
    def void_arg(self) -> _Any:
        """The register of results that nobody wants."""
    def vm_state(self) -> _Any:
        """The machine itself."""
    def convert_constant(self, const: _Any) -> _Any:
        """A value as an argument: an integer as a number, anything else as a constant, each kept once."""
    def declare_function(self, func_name: _Any, kind: _Any = ...) -> _Any:
        """Mention a function before it is written or called."""
    def function(self, func_name: _Any, num_inputs: _Any = ..., param_names: _Any = ...) -> _VMFuncScope | _Any:
        """Write a function, whose arguments are in the first registers; raises `TVMError` when it is written already."""
    def enter(self, function: _Any) -> _Any:
        """Write into a function from now on."""
    def leave(self) -> _Any:
        """The function is written."""
    emit_call: _Any
    """Call a function; arguments that are tensors, shapes or data types become constants."""
    emit_ret: _Any
    """End with a value."""
    emit_goto: _Any
    """Go on so many instructions further."""
    emit_if: _Any
    """Go on with the next instruction when `cond` is not 0, otherwise `false_offset` instructions further."""
    def open_instructions(self) -> _Any:
        """The instructions of the function that is being written."""
    def written(self) -> _Any:
        """The program, checked, with its registers numbered in the order in which they are written; raises `TVMError` when it is wrong."""
    def get(self) -> VMExecutable | _Any:
        """The executable."""
    def __init__(self) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ExprFunctor(_Any):  # type: ignore[misc, unused-ignore]
    """The base of visitors and mutators: dispatches a node to the method of its kind."""
    visit_expr: _Any
    """Visit any expression."""
    visit_other_: _Any
    """A value of another kind, such as a TensorIR function."""
    visit_binding: _Any
    """Visit any binding."""
    visit_binding_block: _Any
    """Visit any block."""
    visit_var_def: _Any
    """Visit the definition of any variable."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class VirtualMachine(_Any):  # type: ignore[misc, unused-ignore]
    """Runs an executable: `VirtualMachine(ex, tvm.cpu())["main"](x)`.

    `machine.profile("main", x)` tells how long each call took.  `call_python` is called for the Python functions that graphs call by name; by default
    they are registered ones.  Memory is the process's own: `memory_cfg` is checked, and changes nothing.
    """
    NAIVE_ALLOCATOR: _Any
    POOLED_ALLOCATOR: _Any
    @property
    def imports(self) -> _Any:
        """The native code beneath."""
    @property
    def module(self) -> VirtualMachine | _Any:
        """The machine itself: TVM's has its functions in a module."""
    def get_function(self, name: _Any, query_imports: _Any = ...) -> _Any:
        """The function called `name`."""
    def implements_function(self, name: _Any, query_imports: _Any = ...) -> _Any:
        """Whether there is a function called `name`."""
    def packed(self, name: _Any) -> _Any:
        """The function that programs call by that name: of an external module, or a registered one; raises `ValueError` when there is none."""
    def watched(self, name: _Any, callee: _Any, args: _Any) -> _Any:
        """Call a function under the eyes of the instrument and of the profiler."""
    @property
    def is_watched(self) -> _Any:
        """Whether calls are reported to an instrument or to the profiler."""
    def set_input(self, func_name: _Any, *args: _Any, **kwargs: _Any) -> _Any:
        """Keep arguments for `invoke_stateful`, by name or by position; the function can still be called with arguments of its own."""
    def set_input_with_tensors(self, func_name: _Any, *args: _Any, **kwargs: _Any) -> _Any:
        """Keep arguments for `invoke_stateful`, by name or by position; the function can still be called with arguments of its own."""
    def invoke_stateful(self, func_name: _Any) -> _Any:
        """Call the function on the arguments that `set_input` has kept, and keep its result."""
    def get_outputs(self, func_name: _Any) -> _Any:
        """The result of the last `invoke_stateful`."""
    def get_output(self, func_name: _Any, *path: _Any) -> _Any:
        """The result of the last `invoke_stateful`, or an item of it."""
    def get_output_arity(self, func_name: _Any, *path: _Any) -> _Any:
        """The number of items the result, or an item of it, has; -1 when it is no tuple."""
    def get_function_arity(self, func_name: _Any) -> _Any:
        """The number of parameters a function has."""
    def get_function_param_name(self, func_name: _Any, index: _Any) -> _Any:
        """The name of a parameter."""
    def invoke_closure(self, closure: _Any, *args: _Any) -> _Any:
        """Call a function value."""
    def save_function(self, func_name: _Any, saved_name: _Any, *args: _Any, include_return: _Any = ..., **kwargs: _Any) -> _Any:
        """Keep a function with its arguments under a new name; raises `ValueError` when the executable has a function of that name."""
    def set_instrument(self, instrument: _Any) -> _Any:
        """Have a function called before and after each call that a program makes.

        It gets the function, its name, whether this is before, the result (None before) and the arguments; when it gives `VMInstrumentReturnKind.SKIP_RUN`
        before, the call is left out.  The calls are those of the program as TVM lowers it, where it can still be made: each kernel on its own.
        """
    time_evaluator: _Any
    """A function that calls the function `number` times, `repeat` times over, and tells the mean times."""
    def profile(self, func_name: _Any, *args: _Any) -> _Report | _Any:
        """Call the function and report how long each call in it took; a pure function is called once before, so that what is made at first use is there."""
    def __init__(self, rt_mod: _Any, device: _Any = ..., memory_cfg: _Any = ..., profile: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BlockBuilder(_Any):  # type: ignore[misc, unused-ignore]
    """Builds functions, and the module they are in; `mod` is the module to start from."""
    @staticmethod
    def current() -> BlockBuilder | _Any:
        """The builder whose function is being built, None outside of any."""
    def function(self, name: _Any, params: _Any = ..., attrs: _Any = ..., pure: _Any = ..., private: _Any = ...) -> _FunctionScope | _Any:
        """A function, for `with`; it ends with `emit_func_output`."""
    def open_function(self, scope: _Any) -> _Any:
        """Begin the function of `scope`; one that is being built waits until it is done."""
    def close_function(self, scope: _Any) -> _Any:
        """End it."""
    def testing_scope(self, def_vars: _Any) -> _TestingScope | _Any:
        """A scope in which single expressions can be normalised."""
    def dataflow(self) -> _DataflowScope | _Any:
        """A dataflow block, for `with`."""
    def begin_scope(self, params: _Any = ...) -> _Any:
        """Begin a sequence of blocks, such as a branch, or the body of a function of these parameters."""
    def expect_function(self, params: _Any) -> _Any:
        """The scope that is begun next is the body of a function of these parameters."""
    def end_scope(self) -> _Any:
        """End it."""
    def begin_binding_block(self) -> _Any:
        """Begin a block of bindings."""
    def begin_dataflow_block(self) -> _Any:
        """Begin a dataflow block."""
    def end_block(self) -> BindingBlock | _Any:
        """End the innermost block, and give it."""
    def current_block_is_dataflow(self) -> _Any:
        """Whether the innermost block is a dataflow block."""
    def sequence(self) -> _Any:
        """The sequence of blocks that is being filled."""
    emit: _Any
    """Bind an expression, or add a binding that is made; gives the variable."""
    emit_te: _Any
    """Bind the result of a function of `te` tensors, `topi.add` for instance, called on these values."""
    def call_te(self, func: _Any, *args: _Any, **kwargs: _Any) -> Call | _Any:
        """The call of the TensorIR function, added to the module, that `func` makes of these values."""
    def call_te_with_grad(self, func: _Any, *args: _Any, te_grad_name: _Any, te_grad_kwargs: _Any = ..., **kwargs: _Any) -> Call | _Any:
        """`call_te` with the registered name of its gradient."""
    match_cast: _Any
    """Bind a value that is checked at run time to be of that struct info, which TVM since 0.25 calls `ty`."""
    emit_output: _Any
    """Bind a value of the dataflow block that the rest of the function sees."""
    emit_normalized: _Any
    """Add a binding whose value is in normal form already."""
    emit_func_output: _Any
    """End the function with its result, and add it to the module."""
    def normalize(self, expr: _Any) -> _RelaxExpr | _Any:
        """The expression in normal form, with its struct info; what is nested is bound in the innermost block."""
    def lookup_binding(self, var: _Any) -> _RelaxExpr | _Any:
        """The value a variable is bound to, None for a parameter or one that is not known."""
    def known_sizes(self) -> _Any:
        """Facts about sizes in the innermost scope."""
    def get_unique_name(self, name_prefix: _Any) -> _Any:
        """A name that begins so and has not been given yet: `lv`, `lv1`, ...; what a name of Python cannot hold becomes an underscore."""
    def add_func(self, func: _Any, func_name: _Any) -> _GlobalVar | _Any:
        """Add a function to the module under that name, or the next free one; one that is there already is not added again."""
    def update_func(self, gv: _Any, updated_func: _Any) -> _Any:
        """Replace a function of the module."""
    def get(self) -> _IRModule | _Any:
        """The module as it is now."""
    def finalize(self) -> _IRModule | _Any:
        """The module, to build no further; public functions have the names they are linked by."""
    def __init__(self, mod: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class PyExprMutator(ExprFunctor):
    """Builds a function anew; override what changes.  `mod` is the module that `builder_` starts from."""
    visit_expr: _Any
    """The rewritten expression."""
    visit_expr_post_order: _Any
    """The expression with its parts visited, in normal form."""
    visit_call_: _Any
    visit_tuple_: _Any
    visit_tuple_getitem_: _Any
    visit_constant_: _Any
    visit_data_type_imm_: _Any
    visit_extern_func_: _Any
    visit_global_var_: _Any
    visit_op_: _Any
    visit_prim_value_: _Any
    visit_shape_expr_: _Any
    visit_string_imm_: _Any
    visit_span: _Any
    visit_var_: _Any
    """The rewritten variable."""
    visit_dataflow_var_: _Any
    """The rewritten variable."""
    visit_var_def_: _Any
    """The variable to define instead."""
    visit_dataflow_var_def_: _Any
    """The variable to define instead, as for any other variable."""
    visit_function_: _Any
    """Parameters, then the body in a scope of its own."""
    visit_if_: _Any
    """The condition, then both branches in scopes of their own."""
    visit_seq_expr_: _Any
    """The blocks, then the value; what the value needs is bound in a block before it."""
    visit_binding_block_: _Any
    """The bindings built anew."""
    visit_dataflow_block_: _Any
    """The bindings built anew."""
    visit_var_binding_: _Any
    """The value visited and bound again."""
    def rebind(self, binding: _Any, value: _Any) -> _Any:
        """Bind the variable of a binding to a value, which stands instead of the one that it had."""
    visit_match_cast_: _Any
    """The value visited and checked again."""
    visit_with_new_scope: _Any
    """An expression whose bindings stay inside it."""
    def lookup_binding(self, var: _Any) -> _Any:
        """The value a variable was bound to, None for a parameter."""
    def with_struct_info(self, var: _Any, struct_info: _Any) -> Var | _Any:
        """The variable with that struct info: itself when it has it, else a copy with the same identity."""
    set_var_remap: _Any
    """From now on the variable of that identity is `var`."""
    get_var_remap: _Any
    """The rewritten variable of that identity."""
    def __init__(self, mod: _Any = ...) -> None: ...

class PyExprVisitor(ExprFunctor):
    """Visits everything; override what is of interest."""
    visit_call_: _Any
    """A call: what is called, then the arguments."""
    visit_tuple_: _Any
    visit_tuple_getitem_: _Any
    visit_if_: _Any
    """A choice: condition, then both branches."""
    visit_seq_expr_: _Any
    """Blocks, then the value."""
    visit_function_: _Any
    """Parameters, then the body."""
    visit_constant_: _Any
    visit_data_type_imm_: _Any
    visit_dataflow_var_: _Any
    visit_extern_func_: _Any
    visit_global_var_: _Any
    visit_op_: _Any
    visit_prim_value_: _Any
    visit_shape_expr_: _Any
    visit_string_imm_: _Any
    visit_var_: _Any
    visit_var_def_: _Any
    visit_span: _Any
    visit_dataflow_var_def_: _Any
    """The definition of a variable of a dataflow block, which is one of a variable."""
    visit_var_binding_: _Any
    """The value, then the definition of the variable."""
    visit_match_cast_: _Any
    """The value, then the definition of the variable."""
    visit_binding_block_: _Any
    """The bindings in order."""
    visit_dataflow_block_: _Any
    """The bindings in order."""
    __init__: _Any

class VMExecutable(_Executable):
    """A compiled module; `relax.VirtualMachine(executable, device)` runs it.

    A module that was lowered for the virtual machine, and what an `ExecBuilder` built, is `bytecode`.  Of any other the functions of Relax are run as
    they are, or as native code where `entries` has an entry for them.  `forms` make the same program anew for looking at its calls: as "kernels" that
    are called one by one, or as "instructions".
    """
    @property
    def mod(self) -> VMExecutable | _Any:
        """The executable itself, under a name it had in TVM before."""
    def jit(self, *_: _Any, **__: _Any) -> VMExecutable | _Any:
        """The executable, whose code is native already."""
    def form(self, name: _Any) -> VMExecutable | _Any:
        """The same program in another form, or the executable itself where it cannot be made."""
    @property
    def function_names(self) -> _Any:
        """The functions that a machine can call."""
    def params_of(self, name: _Any) -> _Any:
        """The names of a function's parameters; raises `AttributeError` when there is no such function."""
    def get_function(self, name: _Any, query_imports: _Any = ...) -> _Any:
        """A function, on a machine of its own."""
    def implements_function(self, name: _Any, query_imports: _Any = ...) -> _Any:
        """Whether there is a function called `name`."""
    def external(self, name: _Any) -> _Any:
        """The function of that name of an external module, None where there is none."""
    def stats(self) -> _Any:
        """A summary of the executable."""
    def as_text(self) -> _Any:
        """The program that the machine runs: of `relax_pipeline="vm"` the instructions, as in TVM, else the module in TVMScript, with its kernels as they were merged.

        The default pipeline makes native code of the functions of Relax too, so that there are no instructions to show.
        """
    def as_python(self) -> _Any:
        """The program that the machine runs, as Python."""
    export_library: _Any
    """Write everything into one file, which `tilewright.core.runtime.load_module` reads.

    Raises `TVMError` for an executable with external modules, whose code is elsewhere.
    """
    def __init__(self, mod: _Any = ..., native: _Any = ..., target: _Any = ..., entries: _Any = ..., bytecode: _Any = ..., forms: _Any = ...) -> None: ...

class Binding(_Node):
    """Base of the bindings: `var` becomes the name of a value."""
    __init__: _Any

class BindingBlock(_Node):
    """Bindings one after another."""
    bindings: _Any
    span: _Span | _Any
    def __init__(self, bindings: _Any, span: _Any = ...) -> None: ...

class Id(_Node):
    """The identity of a variable, shared by its copies of other struct info; `name_hint` is what it prints as."""
    name_hint: _Any
    def __init__(self, name_hint: _Any) -> None: ...

class StructInfo(_Node):
    """Base of the struct infos; `==` is structural."""
    def is_missing(self) -> _Any:
        """False: it is known."""
    def is_base_of(self, derived: _Any) -> _Any:
        """Whether every value of `derived` is one of this."""
    __init__: _Any

class Call(_RelaxExpr):
    """A call of an op, of a function of the module, of an external function or of a function value.

    `attrs` are the op's compile-time arguments by name; `sinfo_args` the struct infos given for the result.
    """
    @property
    def ty_args(self) -> _Any:
        """`sinfo_args` under the name that TVM since 0.25 gives them."""
    args: _Any
    attrs: _Any
    op: _Any
    sinfo_args: _Any
    span: _Span | _Any
    struct_info_: StructInfo | _Any
    def __init__(self, op: _Any, args: _Any, attrs: _Any = ..., sinfo_args: _Any = ..., span: _Any = ..., *, ty_args: _Any = ...) -> None: ...

class Constant(_RelaxExpr):
    """A tensor known at compile time; `data` is a `runtime.Tensor`."""
    data: _Any
    given_struct_info: StructInfo | _Any
    span: _Span | _Any
    struct_info_: StructInfo | _Any
    def __init__(self, data: _Any, given_struct_info: _Any = ..., span: _Any = ..., *, struct_info: _Any = ..., ty: _Any = ...) -> None: ...

class DataTypeImm(_RelaxExpr):
    """A data type."""
    span: _Span | _Any
    struct_info_: StructInfo | _Any
    value: _Any
    def __init__(self, value: _Any, span: _Any = ...) -> None: ...

class DataflowBlock(BindingBlock):
    """Bindings without side effect and without control flow."""
    def __init__(self, bindings: _Any, span: _Any = ...) -> None: ...

class FuncStructInfo(StructInfo):
    """A function: the struct infos of its parameters (None: opaque, anything may be passed) and of its result.

    `derive_func` computes the result's struct info from the call for functions that are opaque.
    """
    @staticmethod
    def opaque_func(*, ret: _Any = ..., derive_func: _Any = ..., purity: _Any = ..., span: _Any = ...) -> FuncStructInfo | _Any:
        """A function of which only the result is known."""
    derive_func: _Any
    params: _Any
    purity: _Any
    ret: StructInfo | _Any
    span: _Span | _Any
    def __init__(self, params: _Any = ..., ret: _Any = ..., purity: _Any = ..., derive_func: _Any = ..., span: _Any = ...) -> None: ...

class If(_RelaxExpr):
    """One of two values by a scalar bool."""
    cond: _RelaxExpr | _Any
    false_branch: _RelaxExpr | _Any
    span: _Span | _Any
    struct_info_: StructInfo | _Any
    true_branch: _RelaxExpr | _Any
    def __init__(self, cond: _Any, true_branch: _Any, false_branch: _Any, span: _Any = ...) -> None: ...

class MatchCast(Binding):
    """`var = R.match_cast(value, struct_info)`: checked at run time; symbolic variables seen first get their values from it."""
    @property
    def ty(self) -> StructInfo | _Any:
        """`struct_info` under the name that TVM since 0.25 gives it."""
    span: _Span | _Any
    struct_info: StructInfo | _Any
    value: _RelaxExpr | _Any
    var: Var | _Any
    def __init__(self, var: _Any, value: _Any, struct_info: _Any = ..., span: _Any = ..., *, ty: _Any = ...) -> None: ...

class ObjectStructInfo(StructInfo):
    """Any value at all."""
    span: _Span | _Any
    def __init__(self, span: _Any = ...) -> None: ...

class PrimStructInfo(StructInfo):
    """A scalar of `dtype`; `value` is its expression where that is known.  Built from either."""
    dtype: _Any
    span: _Span | _Any
    value: _Any
    def __init__(self, value: _Any = ..., dtype: _Any = ..., span: _Any = ...) -> None: ...

class PrimValue(_RelaxExpr):
    """A scalar TIR expression as a value; Python integers become int64."""
    span: _Span | _Any
    struct_info_: StructInfo | _Any
    value: _Any
    def __init__(self, value: _Any, span: _Any = ...) -> None: ...

class SeqExpr(_RelaxExpr):
    """Blocks of bindings, then a value."""
    blocks: _Any
    body: _RelaxExpr | _Any
    span: _Span | _Any
    struct_info_: StructInfo | _Any
    def __init__(self, blocks: _Any, body: _Any, span: _Any = ...) -> None: ...

class ShapeExpr(_RelaxExpr):
    """A shape, as a value."""
    span: _Span | _Any
    struct_info_: StructInfo | _Any
    values: _Any
    def __add__(self, other: _Any) -> _Any: ...
    def __radd__(self, other: _Any) -> _Any: ...
    def __init__(self, values: _Any, span: _Any = ...) -> None: ...

class ShapeStructInfo(StructInfo):
    """A shape: its dimensions, or only how many there are."""
    ndim: _Any
    span: _Span | _Any
    values: _Any
    def __init__(self, values: _Any = ..., ndim: _Any = ..., span: _Any = ...) -> None: ...

class StringImm(_RelaxExpr):
    """A string."""
    span: _Span | _Any
    struct_info_: StructInfo | _Any
    value: _Any
    def __init__(self, value: _Any, span: _Any = ...) -> None: ...

class TensorStructInfo(StructInfo):
    """A tensor: its shape as a Relax expression (a `ShapeExpr` or a variable), its dtype (None when unknown), where it lives."""
    dtype: _Any
    ndim: _Any
    shape: _Any
    span: _Span | _Any
    vdevice: _VDevice | _Any
    def __init__(self, shape: _Any = ..., dtype: _Any = ..., vdevice: _Any = ..., ndim: _Any = ..., span: _Any = ...) -> None: ...

class TupleStructInfo(StructInfo):
    """Several values."""
    fields: _Any
    span: _Span | _Any
    def __init__(self, fields: _Any = ..., span: _Any = ...) -> None: ...

class Var(_RelaxExpr):
    """A variable, known by identity."""
    @property
    def name_hint(self) -> _Any:
        """The name that it prints as."""
    @property
    def name(self) -> _Any:
        """The name that it prints as, under the word of TVM since 0.27."""
    span: _Span | _Any
    struct_info_: StructInfo | _Any
    vid: Id | _Any
    def __init__(self, vid: _Any = ..., struct_info_: _Any = ..., span: _Any = ..., *, name_hint: _Any = ..., name: _Any = ..., struct_info: _Any = ..., ty: _Any = ...) -> None: ...

class VarBinding(Binding):
    """`var = value`"""
    span: _Span | _Any
    value: _RelaxExpr | _Any
    var: Var | _Any
    def __init__(self, var: _Any, value: _Any, span: _Any = ...) -> None: ...

class DataflowVar(Var):
    """A variable that only its dataflow block sees."""
    def __init__(self, vid: _Any = ..., struct_info_: _Any = ..., span: _Any = ..., *, name_hint: _Any = ..., name: _Any = ..., struct_info: _Any = ..., ty: _Any = ...) -> None: ...

class ExternFunc(_BaseFunc, _RelaxExpr):
    """A function from outside, by its registered name."""
    attrs: _Any
    dialect: _Any
    global_symbol: _Any
    span: _Span | _Any
    struct_info_: StructInfo | _Any
    def __init__(self, global_symbol: _Any, struct_info_: _Any = ..., span: _Any = ..., attrs: _Any = ..., *, dialect: _Any = ..., struct_info: _Any = ..., ty: _Any = ...) -> None: ...

class Function(_BaseFunc, _RelaxExpr):
    """A Relax function; `is_pure` says that calling it has no side effect."""
    @property
    def ret_ty(self) -> StructInfo | _Any:
        """`ret_struct_info` under the name that TVM since 0.25 gives it."""
    def bind_params(self, binding_map: _Any) -> Function | _Any:
        """The function with parameters, by name or variable, replaced by values: expressions, arrays or numbers."""
    def bind_symbolic_vars(self, binding_map: _Any) -> Function | _Any:
        """The function with symbolic sizes, by name or variable, replaced by numbers or expressions."""
    def inline_functions(self, function_map: _Any) -> Function | _Any:
        """The function with calls of other functions, by name or `GlobalVar`, replaced by their bodies."""
    @staticmethod
    def create_empty(params: _Any, ret_struct_info: _Any, is_pure: _Any = ..., attrs: _Any = ..., span: _Any = ...) -> Function | _Any:
        """A function without a body yet: its body is its first parameter's place holder, an empty tuple."""
    attrs: _Any
    body: _RelaxExpr | _Any
    dialect: _Any
    is_pure: _Any
    params: _Any
    ret_struct_info: StructInfo | _Any
    span: _Span | _Any
    struct_info_: StructInfo | _Any
    def __init__(self, params: _Any, body: _Any, ret_struct_info: _Any = ..., is_pure: _Any = ..., attrs: _Any = ..., span: _Any = ..., *, dialect: _Any = ..., ret_ty: _Any = ...) -> None: ...

def DynTensorType(ndim: _Any = ..., dtype: _Any = ...) -> TensorStructInfo | _Any:
    """The type of tensors of `ndim` dimensions (-1: of any rank) as TVM wrote it while it kept types beside struct infos."""

def PackedFuncType() -> FuncStructInfo | _Any:
    """The type of functions of which nothing is known."""

build: _Any
"""An executable of a module: its ops become TensorIR, and that native code.

`params` are constants for parameters, by name.  `relax_pipeline` is a pass over the module, or the name of a pipeline; `tir_pipeline` a pass over the
TensorIR functions that it leaves, before they are lowered.  Raises `ValueError` for a target that is no CPU, and for C, of which no default pipeline makes executables.
"""

call_dps_packed: _Any
"""Call a registered function that writes its result into new memory, given as its last argument."""

call_pure_packed: _Any
"""Call a registered function that is promised to have no side effect."""

call_tir: _Any
"""Call a TensorIR function that writes its result into new memory: `R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((4,), "float32"))`.

`tir_vars` are further integers that the function takes.  Several results are a list of struct infos.
"""

call_tir_inplace: _Any
"""`R.call_tir` whose results lie in the arguments numbered `inplace_indices`, -1 standing for new memory."""

call_tir_with_grad: _Any
"""`R.call_tir` with the registered name of what computes its gradient, and arguments for it."""

const: _Any
"""A tensor known at compile time, from a number, an array or a tensor.

`dtype` is a data type, or the struct info of a tensor, whose shape the value must have and which the constant keeps.  Without `dtype` integers and floats of 64 bits, Python's among them, become those of 32; other arrays, and our tensors, keep their type.
"""

def convert_to_expr(value: _Any) -> _Any:
    """`value` as a Relax expression: TIR expressions and Python numbers become `PrimValue`, strings `StringImm`, tuples and lists `Tuple`."""

extern: _Any
"""A function from outside, by its registered name."""

def get_default_pipeline(target: _Any = ...) -> _Pass | _Any:
    """The pipeline that `relax.build` uses for a target; raises `ValueError` for one that TVM has none for either."""

def get_pipeline(name: _Any = ..., **options: _Any) -> _Pass | _Any:
    """The passes of that pipeline as one: "zero", which makes ops fused kernels, "default", which `relax.build` uses, "vm", which
    lowers a module for the virtual machine as TVM does, or "static_shape_tuning"; raises `ValueError` for any other.
    """

def get_shape_of(expr: _Any) -> _RelaxExpr | _Any:
    """The shape of a tensor: as an expression where it is known, else a call that asks for it."""

def prim_value(value: _Any, dtype: _Any = ...) -> PrimValue | _Any:
    """A scalar as a value, of `dtype` where that is given; otherwise Python integers are int64, and in TVM 0.27 Python floats float64."""

def register_pipeline(name: _Any) -> _Any:
    """Make a function that gives a pass known as the pipeline `name`; raises `ValueError` when there is one."""

def te_tensor(value: _Any, tir_var_map: _Any = ..., name: _Any = ...) -> _Tensor | _Any:
    """A placeholder of `te` of the shape and dtype of a tensor; `tir_var_map` says what its symbolic sizes become."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
