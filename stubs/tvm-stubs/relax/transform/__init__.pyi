# Generated from tilewright.relax.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.transform import FunctionPass as _FunctionPass
from tvm.transform import Pass as _Pass
from typing_extensions import Self as _Self
from tvm.relax.transform import UpdateParamStructInfo as _UpdateParamType_

UpdateParamType = _UpdateParamType_
from tvm.transform import module_pass as module_pass
from . import fast_math as fast_math
from . import legalize_ops as legalize_ops
from . import transform as transform

class FusionPattern(_Any):  # type: ignore[misc, unused-ignore]
    """A pattern to fuse by: the name, "library.operator", that its functions get as the attribute "Composite", the parts that `check` and
    `attrs_getter` want to see, a check that may refuse a match, and further attributes for the function.
    """
    check: _Any
    attrs_getter: _Any
    def __init__(self, name: _Any, pattern: _Any, annotation_patterns: _Any = ..., check: _Any = ..., attrs_getter: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class PatternCheckContext(_Any):  # type: ignore[misc, unused-ignore]
    """The match that a check gets: the expression, the named parts of the pattern, the bindings that would move into the function (value of each
    variable), who uses each variable of the block, and the variable of each value of it.
    """
    def __init__(self, matched_expr: _Any, annotated_expr: _Any, matched_bindings: _Any, var_usages: _Any, value_to_bound_var: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class DataflowBlockPass(_FunctionPass):
    """A pass over the dataflow blocks of all functions of Relax: `work(block, mod, ctx)` gives the new block.

    Raises `ValueError` when a block loses a variable that the rest of the function may use: one that it puts out, or a symbolic one.
    """
    method: _Any
    noun: _Any
    functions: _Any
    def __init__(self, work: _Any, name: _Any, opt_level: _Any, required: _Any = ..., traceable: _Any = ...) -> None: ...

class FunctionPass(_FunctionPass):
    """A pass over the functions of Relax, one by one: `work(func, mod, ctx)` gives the new one."""
    functions: _Any
    def __init__(self, work: _Any, name: _Any, opt_level: _Any, required: _Any = ..., traceable: _Any = ...) -> None: ...

def AdjustMatmulOrder() -> _Pass | _Any:
    """`(a @ b) @ c` as `a @ (b @ c)`, or the other way round, where that takes fewer multiplications.

    Two factors that depend on weights alone, by the attribute "num_input", go together.  Symbolic sizes are compared for all values from 1 on, or
    within the attributes "tir_var_lower_bound" and "tir_var_upper_bound".
    """

def AllocateWorkspace() -> _Pass | _Any:
    """Functions with the attribute "WorkspaceSize" with a further parameter `workspace`, of the most bytes that one of them needs.

    Each dataflow block from which they are called allocates it at its beginning.  As in TVM such a function gets a new name, which ends with a number.
    """

def AlterOpImpl(op_impl_map: _Any, op_buffer_transforms: _Any, op_buffer_axis_separators: _Any = ..., op_buffer_input_axis_separators: _Any = ...) -> _Pass | _Any:
    """Calls of functions with the attribute "operator_name" as calls of the function that `op_impl_map` has for that name.

    `op_buffer_transforms` says for each of its buffers in which layout it is wanted, as an `IndexMap` or a function of the indices, None where it
    stays; values are brought into it by `R.layout_transform`, and results back.  The axis separators are put down with these.
    """

def AnnotateTIROpPattern() -> _Pass | _Any:
    """Give each TensorIR function the attribute "op_pattern", from 0 (element by element) to 8 (nothing is known); one that has it keeps it."""

def AttachAttrLayoutFreeBuffers() -> _Pass | _Any:
    """The functions of `call_tir` with the attribute "layout_free_buffers": which of their arguments are weights, by "num_input", or constants.

    A function that is called with other arguments elsewhere gets a copy for each case; what nothing calls any more is removed.
    """

def AttachExternModules(extern_modules: _Any) -> _Pass | _Any:
    """The external modules, loaded (`nn.SourceModule` is compiled for it), in the attribute "external_mods"."""

def AttachGlobalSymbol() -> _Pass | _Any:
    """Every function linked under its name, private ones too; those of TensorIR are named and linked with the module's "system_lib_prefix"."""

def BindParams(func_name: _Any, params: _Any) -> _Pass | _Any:
    """Parameters of a function, by name or variable, as constants."""

def BindSymbolicVars(binding_map: _Any, func_name: _Any = ...) -> _Pass | _Any:
    """Symbolic sizes, by name or variable, as numbers; in one function, or in all that have them."""

def BundleModelParams(param_tuple_name: _Any = ...) -> _Pass | _Any:
    """In functions with the attribute "num_input", the parameters after so many as one tuple, called "model_params" by default."""

def CallTIRRewrite() -> _Pass | _Any:
    """`lv = R.call_tir(cls.f, (x,), out)` as `alloc = R.builtin.alloc_tensor(...)` and `cls.f(x, alloc)`.

    Dataflow blocks with such calls become plain ones, and their functions get "relax.force_pure".
    """

def CanonicalizeBindings() -> _Pass | _Any:
    """Without variables that only rename others, and without casts and sizes that say nothing new."""

def CombineParallelMatmul(check: _Any = ...) -> _Pass | _Any:
    """`x @ a` and `x @ b` as the parts of `x @ concat([a, b])`; with a bias and an activation where all products have the same.

    `check(input, weights, biases, values of variables)` may refuse a combination.  At most one weight may have a width that is not known.
    """

def ComputePrimValue() -> _Pass | _Any:
    """`R.prim_value(n + 1)` as the call of a function `compute_symbolic_expr` of `n`."""

def ConvertLayout(desired_layouts: _Any, layout_cb: _Any = ...) -> _Pass | _Any:
    """In dataflow blocks, convolutions in the layouts `{"relax.nn.conv2d": ["NHWC", "OHWI"]}`: of the data, the kernel and, where it is not that of
    the data, the result.  The ops around follow where they can; values that leave the block come back to the layout they were written in.

    `layout_cb` says for each call what is wanted of it, instead of `desired_layouts`.  A layout in blocks (`NCHW4c`) is taken where it needs no padding.
    """

def ConvertToDataflow(min_size: _Any = ...) -> _Pass | _Any:
    """Runs of at least `min_size` bindings that neither choose nor have side effects as dataflow blocks, also in branches and inner
    functions; blocks that follow one another become one.
    """

def DataflowUseInplaceCalls() -> _Pass | _Any:
    """In dataflow blocks, sums, differences, products, quotients, `relu` and `silu` as `call_tir_inplace`, where an argument of the result's shape and
    type was computed in the block and neither it nor another name of it is used later.
    """

def DeadCodeElimination(entry_functions: _Any = ...) -> _Pass | _Any:
    """Without bindings that nothing uses, and without functions that neither an entry nor a public function reaches."""

def DecomposeOps() -> _Pass | _Any:
    """The decomposition that inference and training share, in every function."""

def DecomposeOpsForInference(func_name: _Any = ...) -> _Pass | _Any:
    """Batch norms by the moving mean and variance, and shapes from tensors as sizes that are read when the program is run.

    In all functions of Relax, or in the one called `func_name`.
    """

def DecomposeOpsForTraining(func_name: _Any = ...) -> _Pass | _Any:
    """Batch norms by the mean and variance of the batch, which move the moving ones; layer norms; shapes from tensors.

    In all functions of Relax, or in the one called `func_name`.
    """

def EliminateCommonSubexpr(call_only: _Any = ...) -> _Pass | _Any:
    """Values that were computed before are not computed again; with `call_only` this holds for results of calls alone."""

def ExpandMatmulOfSum() -> _Pass | _Any:
    """`x @ (a + b)` as `x @ a + x @ b`, also where the sum is transposed; a sum of weights, by the attribute "num_input", stays.

    Only where `a` and `b` have the same shape.
    """

def ExpandTupleArguments() -> _Pass | _Any:
    """Parameters of private functions that are tuples as one parameter for each field."""

def FastMathTransform() -> _Pass | _Any:
    """`exp`, `erf`, `tanh` and softmax as TensorIR functions that compute them by polynomials."""

def FoldBatchnormToConv2D() -> _Pass | _Any:
    """`batch_norm(conv2d(x, w))[0]` as `conv2d(x, w * scale) + offset`, where weights and statistics are constants."""

def FoldConstant() -> _Pass | _Any:
    """Calls of ops in dataflow blocks, and of TensorIR functions, on constants, of known shape and without side effect, as constants."""

def FuseOps(fuse_opt_level: _Any = ...) -> _Pass | _Any:
    """Group the `call_tir` of each dataflow block by the "op_pattern" of their functions; each group becomes a private function with the attribute
    "Primitive", which `FuseTIR` makes one kernel.

    Level 0 fuses nothing; -1 means that of the pass context.  `relax.FuseOps.max_depth` in its configuration bounds the operators of a group, 256
    by default.
    """

def FuseOpsByPattern(patterns: _Any, bind_constants: _Any = ..., annotate_codegen: _Any = ..., entry_functions: _Any = ...) -> _Pass | _Any:
    """Groups what the patterns match, the first pattern first, into functions with the attributes "Composite" and "Primitive".

    A pattern is a `FusionPattern` or a tuple of its fields.  With `bind_constants` constants move inside.  With `annotate_codegen` each function is
    wrapped into one with the attribute "Codegen", the library's name, for `RunCodegen`.  `entry_functions` are those to look at, all by default.
    """

def FuseTIR() -> _Pass | _Any:
    """Every function of Relax with the attribute "Primitive" as one TensorIR function, called by `call_tir`.

    Private ones take the fields of tuples, and of these only what they use; what nothing calls any more is removed, and so are further names of values.
    """

def FuseTransposeMatmul() -> _Pass | _Any:
    """`x @ permute_dims(w)`, where the last two dimensions are exchanged, as calls of TensorIR functions `NT_matmul`."""

def Gradient(func_name: _Any, require_grads: _Any = ..., target_index: _Any = ...) -> _Pass | _Any:
    """Add `{func_name}_adjoint` to a module, as TVM does: it gives the result of the function and a tuple of gradients.

    The target is the result, or the field `target_index` of it, which must be one float.  Gradients are those of `require_grads`, parameters or
    variables bound in the function, by default all parameters.  The function is one dataflow block.  Values between `R.grad.start_checkpoint` and
    `R.grad.end_checkpoint` are computed again where the gradient needs them.  Raises `ValueError` when there is no such function, `TVMError` when
    it has no gradient.
    """

def IPCAllReduceRewrite(allreduce_strategy: _Any) -> _Pass | _Any:
    """Sums over GPUs by the kernels of TensorRT-LLM with that strategy, on memory that the processes share; only where these kernels are registered."""

def InlineInjective() -> _Pass | _Any:
    """In each TensorIR function made of blocks, put the value of an intermediate buffer in the place of its elements.

    The buffer is written by one block, element by element and as a whole.  A value that costs something is put into one reader only, and a large one only where it is read once.  None is put into a
    reduction, where it would be computed again and again, and where elements that were made contiguous can be read as vectors.
    """

def InlinePrivateFunctions() -> _Pass | _Any:
    """Every private function of Relax inlined where it is called; those that call themselves, and those of libraries, stay."""

def KillAfterLastUse() -> _Pass | _Any:
    """After the last use of a value that a function made, `R.memory.kill_tensor`, `R.memory.kill_storage` or `R.vm.kill_object`; renamings are removed."""

def LambdaLift() -> _Pass | _Any:
    """Local functions as private functions of the module, called "outer_inner"; those that use variables from around them as closures."""

def LazyGetInput() -> _Pass | _Any:
    """In public functions, the parameters after the first "num_input" as results of `fget_param(index, name)`, a function that is the new last parameter."""

def LazySetOutput() -> _Pass | _Any:
    """In public functions, each result by `fset_output(index, value)`, called as soon as the value is there; the function is a new parameter before
    the weights, and the result an empty tuple.
    """

def LazyTransformParams(fget_item: _Any = ..., fset_item: _Any = ..., extra_get_item_params: _Any = ..., extra_set_item_params: _Any = ...) -> _Pass | _Any:
    """In functions whose name ends with "transform_params": weights by calls of the registered function `fget_item`, results by `fset_item`.

    A weight is asked for when it is needed, and let go after its last use; a result is handed over once nothing needs it any more.  The further
    parameters stand before the index.  With no `fset_item` the results are returned.  Run `ToNonDataflow` and `RemovePurityChecking` before.
    """

def LegalizeOps(customize_legalize_map: _Any = ..., skip_ops: _Any = ..., enable_warning: _Any = ...) -> _Pass | _Any:
    """Make every call of an op a `call_tir` of a function that is added to the module; ops of unknown shape and those without a rule stay.

    `customize_legalize_map` gives further rules, or others, by the name of the op; `skip_ops` names ops to leave alone.
    """

def LiftTransformParams(shared_transform: _Any = ...) -> _Pass | _Any:
    """For each function with the attribute "num_input", a function "<name>_transform_params" from the tuple of its weights to the tuple of
    what the function then takes instead: weights, and values computed from weights alone.

    With `shared_transform` the named functions, all that have the attribute when it is True, share one function "transform_params", which computes
    what all of them compute; raises `TVMError` when their weights differ.  A function of that name that is there already is run before.
    With the option "relax.lift_transform_params.consume_params" each weight is let go of once it has been used.
    """

def LowerAllocTensor() -> _Pass | _Any:
    """`R.builtin.alloc_tensor` as `R.memory.alloc_storage` and a tensor in it."""

def LowerGPUIPCAllocStorage() -> _Pass | _Any:
    """Storage and tensors in "ipc_memory" as memory that `runtime.disco.cuda_ipc.alloc_storage` gives."""

def LowerRuntimeBuiltin() -> _Pass | _Any:
    """Memory by `R.vm.alloc_storage`, `R.vm.alloc_tensor` and `R.vm.kill_object`; reshapes, shapes and closures by `vm.builtin` functions."""

def MergeCompositeFunctions() -> _Pass | _Any:
    """Calls of composite functions of one library that follow one another as one function with the attribute "Codegen", the library's name.

    Calls are not merged where what lies between would have to run in the middle of the merged function.
    """

def MergeKernels(max_kernels: _Any = ..., max_work: _Any = ...) -> _Pass | _Any:
    """Make each run of `call_tir` in a dataflow block a function with the attribute "Primitive", which `FuseTIR` makes one TensorIR function.

    What is no such call ends a run; so do `max_kernels` of them, since compiling grows faster than what is compiled.  So does a kernel that stores more than
    `max_work` elements in one call, unknown sizes not counted: the call costs nothing beside its work, and apart it is compiled once for all that call it.
    """

def MetaScheduleApplyDatabase(work_dir: _Any = ..., enable_warning: _Any = ...) -> _Pass | _Any:
    """The pass that schedules each TensorIR function by the database of a folder, or the one in force; what has no record stays as it is.

    Functions that got a schedule have the attribute "tir.is_scheduled".  Raises `ValueError` when there is no database.
    """

def MetaScheduleTuneIRMod(params: _Any, work_dir: _Any, max_trials_global: _Any, max_trials_per_task: _Any = ..., op_names: _Any = ...) -> _Pass | _Any:
    """The pass that tunes the kernels of a module of Relax into the database of a folder; the module stays as it is."""

def MetaScheduleTuneTIR(work_dir: _Any, max_trials_global: _Any) -> _Pass | _Any:
    """The pass that tunes the TensorIR functions of a module into the database of a folder; the module stays as it is."""

def Normalize() -> _Pass | _Any:
    """Every nested call bound to a variable of its own, every sequence flat."""

def NormalizeGlobalVar() -> _Pass | _Any:
    """Public functions named as their attribute "global_symbol" says; private ones that were called so get another name."""

def OptimizeLayoutTransform() -> _Pass | _Any:
    """Without the changes of layout that undo one another, also around the removal of padding, which `AlterOpImpl` leaves behind."""

def PackWeights(by_kernel: _Any = ...) -> _Pass | _Any:
    """Products of tensors and large constant matrices, or their transposes, as calls of kernels that read the matrix in panels; of one row and a transpose, row by row.

    The panels are as wide as the tiles of the target's vectors; a matrix that they do not divide stays as it is.  With `by_kernel` a kernel packs the matrix,
    which `LiftConstants` moves to where it runs once.
    """

def RealizeVDevice() -> _Pass | _Any:
    """Every tensor on the device that follows from the declared ones: by annotations, by `R.to_vdevice` and by `R.hint_on_device`.

    What is computed from one another is on one device.  Hints become `R.to_vdevice`, or nothing where the tensor is there already.
    """

def RemovePurityChecking() -> _Pass | _Any:
    """Pure functions with the attribute "relax.force_pure", and calls that promise to be pure as plain calls: what lowering needs.

    Dataflow blocks with such calls become plain ones.
    """

def RemoveRedundantReshape() -> _Pass | _Any:
    """A reshape of a reshape as one, and none where the shape stays."""

def RemoveUnusedOutputs() -> _Pass | _Any:
    """Private functions that give a tuple without the fields that no caller uses."""

def RemoveUnusedParameters() -> _Pass | _Any:
    """Private functions without the parameters that they do not use."""

def ReorderPermuteDimsAfterConcat() -> _Pass | _Any:
    """`concat([permute_dims(a), permute_dims(b)])` as `permute_dims(concat([a, b]))`, where all are permuted alike."""

def ReorderTakeAfterMatmul() -> _Pass | _Any:
    """`x @ take(w, index)` as `take(x @ w, index)`, for columns of `w`, or for one matrix of `w` for each item of a batch."""

def RewriteCUDAGraph() -> _Pass | _Any:
    """Static storage and static runs of kernels as functions of their own, which a CUDA graph captures."""

def RewriteDataflowReshape() -> _Pass | _Any:
    """In dataflow blocks, calls of TensorIR functions that copy all elements in their order as `R.reshape`; what the block gives stays a copy."""

def RunCodegen(target_options: _Any = ..., entry_functions: _Any = ...) -> _Pass | _Any:
    """Functions with the attribute "Codegen" compiled by the registered function `relax.ext.<name>`, and calls of them as calls of what it made.

    It is called with the functions, the options that `target_options` has for it, and the names of their constants; the modules that it
    gives are kept in the module's attribute "external_mods", the constants in "const_name_to_constant".  Raises `ValueError` for a name that nothing is registered for.
    """

def SpecializePrimFuncBasedOnCallSite() -> _Pass | _Any:
    """The parameters of every function of a `call_tir` as buffers of the shapes, types and memory (by their devices) of the arguments and the result.

    A function that is called from several places is made for the last of them.
    """

def SplitLayoutRewritePreproc() -> _Pass | _Any:
    """TensorIR functions that first bring weights into another layout as two: "<name>_weight_prepack", which does that, and "<name>_prepacked".

    The blocks that do it have the annotation "meta_schedule.layout_rewrite_preproc".
    """

def StaticPlanBlockMemory() -> _Pass | _Any:
    """`R.builtin.alloc_tensor` as `R.memory.alloc_tensor` in storage that is allocated once and used again.

    With the attribute `relax.memory_plan_dynamic_func_output` tensors of unknown size that leave the function get storage of the largest size, too.
    """

def ToMixedPrecision(out_dtype: _Any = ..., fp16_input_names: _Any = ...) -> _Pass | _Any:
    """In dataflow blocks, tensors of float32 as float16 where that gains most.

    Matrix products, convolutions and attention take float16 and sum up in `out_dtype`; elementwise ops, those that move elements, pooling and norms
    follow their arguments; all others keep float32.  A tensor that only ops of the first kind use is kept in float16.  Parameters called
    `fp16_input_names` become float16 in the signature.
    """

def ToNonDataflow() -> _Pass | _Any:
    """Dataflow blocks as plain ones."""

def TopologicalSort(order: _Any = ..., direction: _Any = ...) -> _Pass | _Any:
    """`order` is "depth-first", which uses a value soon after it is there, or "breadth-first"; `direction` says where to start, "from-inputs" or
    "from-outputs".
    """

def UpdateParamStructInfo(sinfo_func: _Any) -> _Pass | _Any:
    """Each parameter with the struct info that `sinfo_func(parameter)` gives, or as it is for None; bindings and results are inferred anew.

    Raises the error of the op that its arguments then do not fit.
    """

def UpdateVDevice(new_vdevice: _Any, index: _Any) -> _Pass | _Any:
    """Device number `index` of the module as `new_vdevice`, and every tensor that is on it."""

def VMBuiltinLower() -> _Pass | _Any:
    """`LowerRuntimeBuiltin` under the name it had before."""

def VMShapeLower(emit_err_ctx: _Any = ...) -> _Pass | _Any:
    """Arguments checked and sizes computed by calls; `emit_err_ctx` has the checks say of what they are."""

def dataflowblock_pass(pass_func: _Any = ..., opt_level: _Any = ..., name: _Any = ..., required: _Any = ..., traceable: _Any = ...) -> _Any:
    """Make a pass of `(block, mod, ctx) -> block`, or of a class with `transform_dataflowblock(self, block, mod, ctx)`, over dataflow blocks."""

def function_pass(pass_func: _Any = ..., opt_level: _Any = ..., name: _Any = ..., required: _Any = ..., traceable: _Any = ...) -> _Any:
    """Make a pass of `(func, mod, ctx) -> function`, or of a class with `transform_function(self, func, mod, ctx)`, over functions of Relax."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
