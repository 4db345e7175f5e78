"""The names and modules that TVM has and Tilewright does not, by reason, and the modules that TVM splits a package into where Tilewright has the package alone.

Only what is not found is looked for here, so that a row may name a module whose names are there in part.
"""

from __future__ import annotations

# Reason: modules, with everything below them, as their real paths ("tir" for "tirx" and "s_tir", "contrib" for "support", "arith" for "sym").
MODULES: dict[str, str] = {
    "there is no code generator for devices; `tilewright.build` makes code for the CPU": (
        "backend.adreno backend.hexagon backend.loader backend.metal backend.opencl backend.rocm backend.vulkan backend.webgpu backend.cuda.codegen "
        "backend.cuda.cpp backend.cuda.host backend.cuda.iket backend.cuda.lang backend.cuda.ptx backend.cuda.script backend.cuda.target_tags "
        "backend.cuda.transforms backend.trn.layout backend.trn.pipeline backend.trn.script backend.trn.target_tags "
        "backend.trn.tile_primitive backend.trn.transform contrib.rocm contrib.spirv contrib.emcc relax.backend.adreno "
        "relax.backend.gpu_generic relax.backend.metal relax.backend.rocm relax.backend.cuda.flashinfer relax.backend.cuda.pipeline "
        "relax.transform.ipc_allreduce_rewrite relax.transform.lower_gpu_ipc_alloc_storage relax.transform.legalize_ops.adreno "
        "script.ir_builder.tir.external_kernel script.ir_builder.tir.triton tir.backend tir.bench tir.lang tir.script.builder.external_kernel "
        "tir.script.builder.triton tir.script.tile tir.tensor_intrin.metal tir.tensor_intrin.riscv_cpu topi.gpu dlight.adreno "
        "meta_schedule.schedule target.intrin vpi"
    ),
    "it wraps a library that TVM calls; Tilewright compiles the operator itself": (
        "contrib.cublas contrib.cublaslt contrib.cudnn contrib.cutlass contrib.dnnl contrib.hipblas contrib.miopen contrib.mkl contrib.mps contrib.nnpack "
        "contrib.random contrib.rocblas contrib.mrvl contrib.coreml_runtime contrib.tflite_runtime relax.backend.contrib"
    ),
    "there is no code for Hexagon": "contrib.hexagon",
    "it is a tool that compresses models through other frameworks": "contrib.msc",
    "there are no remote sessions: programs run in this process, or in workers of `contrib.popen_pool`": (
        "contrib.rpc rpc.base rpc.client rpc.minrpc rpc.proxy rpc.server rpc.server_ios_launcher rpc.testing rpc.tornado_util rpc.tracker runtime.disco "
        "meta_schedule.testing.local_rpc meta_schedule.testing.distributed_measure_candidates runtime.num_threads"
    ),
    "there is no runtime for browsers": "web",
    "the file is fetched by other means; nothing here uses the network": "contrib.download",
    "tensors have DLPack's own methods: `runtime.from_dlpack`, and `to_dlpack` of a tensor": "contrib.dlpack",
    "there is no library of TVM to find": "libinfo contrib.libinfo support.libinfo",
    "the functions of `tvm` are Python functions, which are not reached through a foreign interface": "_ffi._ctypes _ffi.libinfo _ffi.base",
    "generic functions by target come from TOPI of before 0.22; operators are chosen by `topi` for the CPU": "tir.generic topi.generic_op_impl topi.cpp",
    "the parser interprets the syntax tree itself, and programs do not extend it by visitors": (
        "script.parser.core.doc_core script.parser.tir.operation tir.script.parser.operation"
    ),
    "it is one of TVM's own development tools": (
        "meta_schedule.testing dlight.benchmark meta_schedule.post_optimization meta_schedule.logging meta_schedule.profiler testing.runner "
        "testing.locking testing.attrs testing.popen_pool ir.json_compact ir.utils tir.exec_context tir.operator"
    ),
    "types are inferred by the rows of operators, not by relations that programs define": "ir.type_relation relax.type_converter",
    "targets are described by `target.Target` and `target.VDevice`": (
        "target.compilation_config target.datatype target.virtual_device target.detect_target target.x86 target.tag_registry"
    ),
    "functions for images of these kinds are not here": "topi.image.dilation2d topi.image.grid_sample topi.vision",
    "the operator is not here; `te.compute` or `te.extern` says it": (
        "topi.signal topi.sparse_reshape topi.unique topi.nn.batch_to_space_nd topi.nn.bitserial_conv2d topi.nn.bitserial_dense topi.nn.bitserial_util "
        "topi.nn.bnn topi.nn.correlation topi.nn.deformable_conv2d topi.nn.fifo_buffer topi.nn.local_response_norm topi.nn.loss topi.nn.lstm "
        "topi.nn.mapping topi.nn.qnn topi.nn.space_to_batch_nd topi.nn.winograd_util"
    ),
    "rules for operators of this importer are functions of its reader": "relax.frontend.tflite.tflite_flexbuffer relax.frontend.tflite.tflite_frontend",
    "rules are written with the primitives of `Schedule`; TVM's helpers for its own rules are not here": "dlight.analysis dlight.base",
    "the passes and patterns are chosen by `relax.get_pipeline` and `relax.backend`": (
        "relax.backend.dispatch_sampling relax.backend.dispatch_sort_scan relax.backend.patterns relax.backend.utils"
    ),
    "a module of `nn` runs as the class that it is exported to": "relax.frontend.nn.torch",
    "programs for several devices are rewritten by `relax.distributed`, under names of its own": (
        "relax.op.distributed relax.script.builder.distributed script.ir_builder.relax.distributed"
    ),
    "a rule that makes TensorIR of an operator is a row of a table; programs give their own to `LegalizeOps`": " ".join(
        f"relax.transform.legalize_ops.{topic}"
        for topic in (
            *(
                "binary",
                "ccl",
                "create",
                "datatype",
                "distributed",
                "grad",
                "image",
                "index",
                "inspect_op",
                "linear_algebra",
            ),
            *("manipulate", "nn", "qdq", "search", "statistical", "unary", "vision"),
        )
    ),
}

# Package: the modules in it that TVM defines the names of the package in.
PARTS: dict[str, str] = {
    "dlight.cpu": "base gemv reduction",
    "dlight.gpu": "base fallback gemv general_reduction low_batch_gemv matmul reduction rmsnorm transpose",
    "meta_schedule": "extracted_task trace_apply tune_context",
    "meta_schedule.builder": "builder local_builder",
    "meta_schedule.cost_model": "cost_model metric mlp_model random_model xgb_model",
    "meta_schedule.database": "database json_database memory_database ordered_union_database schedule_fn_database union_database",
    "meta_schedule.feature_extractor": "feature_extractor per_store_feature random_feature_extractor",
    "meta_schedule.measure_callback": "add_to_database measure_callback remove_build_artifact update_cost_model",
    "meta_schedule.mutator": "mutate_compute_location mutate_parallel mutate_thread_binding mutate_tile_size mutate_unroll mutator",
    "meta_schedule.postproc": (
        "disallow_async_strided_mem_copy disallow_dynamic_loop postproc rewrite_cooperative_fetch rewrite_layout rewrite_parallel_vectorize_unroll "
        "rewrite_reduction_block rewrite_tensorize rewrite_unbound_block verify_gpu_code verify_vtcm_limit"
    ),
    "meta_schedule.runner": "config local_runner rpc_runner runner utils",
    "meta_schedule.schedule_rule": (
        "add_rfactor apply_custom_rule auto_bind auto_inline cross_thread_reduction multi_level_tiling parallel_vectorize_unroll "
        "random_compute_location schedule_rule"
    ),
    "meta_schedule.search_strategy": "evolutionary_search replay_func replay_trace search_strategy",
    "meta_schedule.space_generator": "post_order_apply schedule_fn space_generator space_generator_union",
    "meta_schedule.task_scheduler": "gradient_based round_robin task_scheduler",
    "relax.analysis": "analysis estimate_memory_usage",
    "relax.distributed": "global_info struct_info transform type",
    "relax.frontend.stablehlo": "stablehlo_translator",
    "relax.frontend.torch": "base_fx_graph_translator dynamo exported_program_translator fx_translator",
    "relax.op": (
        "binary create datatype index linear_algebra manipulate op_attrs qdq sampling search set sorting statistical ternary unary"
    ),
    "relax.op.builtin": "builtin",
    "relax.op.ccl": "ccl",
    "relax.op.grad": "grad",
    "relax.op.image": "image",
    "relax.op.memory": "memory view",
    "relax.op.nn": "nn",
    "relax.op.vision": "multibox_transform_loc nms roi_align roi_pool",
    "relax.op.vm": "vm",
    "relax.testing": "attention matmul",
    "relax.transform": (
        "attach_external_modules fold_batch_norm_to_conv2d_for_inference fuse_transpose_matmul lazy_transform_params optimize_layout_transform "
        "remove_redundant_reshape"
    ),
    "runtime": "object object_generic packed_func params support",
    "script.ir_builder.ir": "frame ir",
    "script.ir_builder.relax": "frame ir",
    "script.ir_builder.tir": "frame ir",
    "script.ir_builder.tirx": "frame ir tirx utils",
    "script.parser.tirx": "entry parser",
    "tir": "build",
    "tir.analysis": "analysis",
    "tir.transform": "common function_pass transform",
    "topi": "einsum index_put scatter_elements searchsorted slice_scatter sort tensor",
    "topi.nn": (
        "batch_matmul batch_norm conv1d conv1d_transpose conv2d conv2d_transpose conv3d conv3d_transpose depth_to_space depthwise_conv2d dilate elemwise "
        "flatten group_norm instance_norm layer_norm pad pixel_shuffle rms_norm space_to_depth upsampling utils"
    ),
    "topi.testing": (
        "adaptive_pool_python attention_python batch_matmul batch_norm batch_to_space_nd common conv1d_ncw_python conv1d_transpose_ncw_python "
        "conv2d_backcward_weight_python conv2d_hwcn_python conv2d_nchw_python conv2d_nhwc_python conv2d_transpose_python conv3d_ncdhw_python "
        "conv3d_ndhwc_python conv3d_transpose_ncdhw_python correlation_nchw_python crop_and_resize_python deformable_conv2d_python dense depth_to_space "
        "depthwise_conv2d_python dilate_python gather_nd_python gather_python get_valid_counts_python grid_sample_python group_norm_python "
        "instance_norm_python l2_normalize_python layer_norm_python lrn_python lstm_python matrix_set_diag nll_loss nms_python one_hot pool_grad_python "
        "poolnd_python reorg_python resize_python rms_norm_python roi_align_python roi_pool_python searchsorted sequence_mask_python slice_axis_python "
        "softmax_python space_to_batch_nd space_to_depth strided_slice_python"
    ),
}

# Reason: the names of public modules, by module.
NAMES: dict[str, dict[str, str]] = {
    "it judges kernels for GPUs, and Tilewright builds for the CPU": {"tir.analysis": "verify_gpu_code"},
    "it serves Hexagon processors, and Tilewright builds for the CPU": {"tir.analysis": "get_vtcm_compaction_passes"},
    "it reports what microcontrollers may use, and Tilewright builds for processors with an operating system": {
        "tir.analysis": (
            "apply_prim_func_arg_and_result_memory_constraints calculate_constant_bytes get_prim_func_arg_and_result_memory_constraints"
        ),
    },
    "it is a part of how TVM is made inside, which is made otherwise here": {
        "": "Object register_object tvm_wrap_excepthook",
        "arith": "IntGroupBounds allow_uint_as_index",
        "arith.analyzer": "allow_uint_as_index",
        "arith.int_set": "PresburgerSet",
        "dlight.cpu": "Reduction",
        "error": "PY3STATEMENT",
        "ffi.container": "String",
        "ir": "SourceMap deprecated",
        "ir.diagnostics": "DiagnosticRenderer Object get_global_func get_renderer register_global_func",
        "ir.type_": "TensorMapType",
        "meta_schedule.builder": "create",
        "meta_schedule.runner": "create",
        "meta_schedule.space_generator": "create x86",
        "meta_schedule.task_scheduler": "create",
        "meta_schedule.utils": "derived_object print_interactive_table shash2hex",
        "relax": "args_converter vm",
        "relax.backend.pattern_registry": "CheckFunc Pattern",
        "relax.dpl": "DFConstraint register_df_node",
        "relax.dpl.pattern": "DFConstraint SameShapeConstraint register_df_node",
        "relax.exec_builder": "SpecialReg",
        "relax.expr": "ExprWithOp StructInfo TEPlaceholderOp Type",
        "relax.frontend.nn": "OutType",
        "relax.frontend.nn.op": "OutType",
        "relax.frontend.nn.spec": "ArgSpecType MethodSpecType ModuleSpecType SpecAny",
        "relax.op": "PrimExprLike numpy_nonzero numpy_unique",
        "relax.op.base": "py_print relax_assert_op relax_print relax_shape_to_tensor render_object",
        "relax.relax_to_pyfunc_converter": "RelaxExpressionConverter",
        "relax.transform": (
            "ForwardCollector LazyInputMutator LazyOutputMutator LazyTransformParamsFuncCreator LivenessAnalysis"
        ),
        "relax.transform.fast_math": "FastMathCodeGenerator",
        "relax.transform.legalize_ops": "LegalizeFunc TEFunc",
        "relax.utils": "metadata_partitioner",
        "runtime": "ObjectConvertible Report Scriptable T derived_object",
        "runtime.module": "num_threads",
        "target": "make_compilation_config",
        "target.codegen": "build_module llvm_is_valid_cpu",
        "te": "add",
        "te.operation": "AXIS_SEPARATOR",
        "te.tensor": "BaseComputeOp TensorOpBase",
        "tir.analysis": "SBlock Stmt TensorRegion",
        "tir.expr": "IntImmEnum div_ambiguity_error",
        "tir.schedule.instruction": "ATTR_TYPE INPUT_RV_TYPE OUTPUT_RV_TYPE",
        "tir.schedule.schedule": "RAND_VAR_TYPE",
        "tir.schedule.trace": "DECISION_TYPE JSON_TYPE",
        "tir.tensor_intrin.x86": "dot_product_16x4_u8i8i32_avx512 dot_product_16x4_u8i8i32_vnni",
        "tirx": "filter fma normalize_const_arg tir",
        "topi": "InvalidShapeError ceil_log2",
        "topi.image": (
            "can_convert_multiply_to_intdiv get_1d_indices get_1d_pixel get_2d_indices get_2d_pixel get_3d_indices get_3d_pixel "
            "get_closest_index get_inx"
        ),
        "topi.image.resize": (
            "can_convert_multiply_to_intdiv get_1d_indices get_1d_pixel get_2d_indices get_2d_pixel get_3d_indices get_3d_pixel "
            "get_closest_index get_inx"
        ),
        "topi.math": "ceil_log2",
        "topi.nn": (
            "POOL_TYPE_CODE SQNN_CODE_TO_DTYPE SQNN_DISABLE SQNN_DTYPE_TO_CODE SQNN_INT32 SQNN_INT8 SQNN_UINT8 Workload "
            "declaration_conv2d_transpose_impl declaration_conv3d_transpose_impl get_padded_shape logger"
        ),
        "topi.nn.pooling": "POOL_TYPE_CODE",
        "topi.tag": "is_broadcast is_injective",
        "topi.utils": (
            "InvalidShapeError ceil_div const_matrix const_vector equal_const_int get_const_float get_const_int get_float_tuple "
            "get_max_power2_factor get_shape is_dynamic_shape is_empty_shape is_target make_idx nchw_pack_layout nchw_xc_layout "
            "ncw_pack_layout ncw_xc_layout prod ravel_index simplify swap traverse_inline unravel_index within_index"
        ),
    },
    "there is no code generator for devices; `tilewright.build` makes code for the CPU": {
        "backend.cuda.op": (
            "mma_fill_legacy mma_store_legacy ptx_cp_async_legacy timer_end_cuda timer_finalize_cuda timer_init_cuda timer_start_cuda tir"
        ),
        "relax.backend.cuda": "finalize_passes get_default_pipeline legalize_passes library_dispatch_passes",
        "relax.backend.cuda.cudnn": "WorkspaceAnnotator annotate_workspace",
        "relax.backend.cuda.cutlass": (
            "WorkspaceAnnotator annotate_workspace attention_patterns attention_rewrite_patterns conv2d_patterns decode_matmul_patterns "
            "layer_norm_pattern matmul_patterns residual_block_patterns rms_norm_pattern"
        ),
        "runtime": "vpi",
        "tir.tensor_intrin.arm_cpu": (
            "ARM_SME_2SVLx2SVL_FP32_TRANSPOSE_INTERLEAVE ARM_SME_2SVLx2SVL_GEMM_INTERLEAVED_MOPA "
            "ARM_SME_BLOCK2_2SVLx1SVL_FP16_TRANSPOSE_INTERLEAVE ARM_SME_INIT get_dotprod_intrin "
            "get_sme_gemm_interleaved_mopa_2svlx2svl_intrin get_sme_init_intrin get_sme_transpose_interleave_2svlx2svl_fp32_intrin "
            "get_sme_transpose_interleave_block2_2svl_fp16_intrin get_transpose_interleave_intrin_name neon_4x4_i8i8i32_desc "
            "neon_4x4_i8i8i32_impl"
        ),
        "tir.tensor_intrin.cuda": (
            "HALF_WARP HALF_WARP_expr M_DIM N_DIM WARP_SIZE get_index_A get_index_B get_index_C get_mma_init_intrin get_mma_load_intrin "
            "get_mma_store_dummy_intrin get_mma_sync_intrin index_map_m16n8k8_matrixC index_map_shared_16x16_to_ldmatrix_32x8_layout lift"
        ),
        "tir.tensor_intrin.hexagon": (
            "DMA_READ_128_i8 DMA_READ_128_u8 generate_dma_load_intrin generate_dot_product_32x2_i16i16i32 "
            "generate_dot_product_32x4_u8i8i32 generate_dot_product_32x4_u8u8i32"
        ),
        "tir.tensor_intrin.rocm": (
            "M_DIM N_DIM ROCM_MFMA_LOAD_16x16_A_SHARED_f16_INTRIN ROCM_MFMA_LOAD_16x16_A_SHARED_s8_INTRIN "
            "ROCM_MFMA_LOAD_16x16_B_SHARED_f16_INTRIN ROCM_MFMA_LOAD_16x16_B_SHARED_s8_INTRIN ROCM_MFMA_LOAD_16x4_A_SHARED_f32_INTRIN "
            "ROCM_MFMA_LOAD_16x4_B_SHARED_f32_INTRIN ROCM_MFMA_STORE_16x16_f32_INTRIN ROCM_MFMA_STORE_16x16_s32_INTRIN "
            "ROCM_MFMA_f16f16f32_INTRIN ROCM_MFMA_f32f32f32_INTRIN ROCM_MFMA_fill_16x16_f32_INTRIN ROCM_MFMA_fill_16x16_i32_INTRIN "
            "ROCM_MFMA_s8s8s32_INTRIN WARP_SIZE get_mfma_intrin get_mfma_load_intrin get_mfma_store_intrin get_mma_fill_intrin lift sdot4 "
            "shared_16x16_to_local_64x4_layout_A shared_16x16_to_local_64x4_layout_B shared_16x16_to_local_64x4_layout_C "
            "shared_16x4_to_local_64x1_layout_A shared_4x16_to_local_64x1_layout_B thread_id_shared_access_64x1_to_16x4_layout_A "
            "thread_id_shared_access_64x1_to_4x16_layout_B thread_id_shared_access_64x4_to_16x16_layout_A "
            "thread_id_shared_access_64x4_to_16x16_layout_B thread_id_shared_access_64x4_to_16x16_layout_C"
        ),
    },
    "compilers, files and processes are those of `contrib.cc`, `contrib.utils` and Python itself": {
        "contrib": "FrontendTestModule describe",
        "contrib.cc": "cross_compiler get_global_symbol_section_map get_target_by_dump_machine",
        "contrib.ndk": "get_global_symbol_section_map",
        "contrib.pickle_memoize": "GLOBAL_CACHE_DIR",
        "contrib.popen_pool": "kill_child_processes",
        "contrib.thrust": "maybe_warn",
        "contrib.tvmjs": "TensorCacheShardingManager export_runtime",
        "contrib.utils": "DirectoryCreatedPastAtExit FileLock filelock is_source_path which",
        "contrib.xcode": "compile_coreml",
    },
    "there are no remote sessions: programs run in this process, or in workers of `contrib.popen_pool`": {
        "error": "RPCError RPCSessionTimeoutError",
        "meta_schedule.utils": "get_global_func_on_rpc_session get_global_func_with_default_on_worker",
        "runtime.device": "RPC_SESS_MASK",
        "testing": "local_run rpc_run",
    },
    "bit operations are calls of `T.bitwise_and`, `T.shift_left` and the others, not nodes of their own": {
        "ir.prim": "BitwiseAnd BitwiseNot BitwiseOr BitwiseXor LShift RShift",
    },
    "this kind of cache has kernels for devices alone": {
        "relax.frontend.nn.llm": "PagedKVCache llama_rope",
        "relax.frontend.nn.llm.kv_cache": (
            "_attention_prefill_mla _attention_sequence_prefill_with_mask _copy_single_page_mla _kv_cache_debug_get_kv_mla "
            "_kv_cache_transpose_append_mla check_thread_limits get_max_num_threads_per_block"
        ),
    },
    "the rules for operators of ONNX are functions of the importer, not classes": {
        "relax.frontend.onnx": (
            "Abs Acos Acosh Add AffineGrid AllClassNMS And ArgMax ArgMin Asin Asinh Atan Atanh Attention AveragePool BatchNormalization "
            "BiasGelu BinaryBase BitShift BitwiseAnd BitwiseBase BitwiseNot BitwiseOr BitwiseXor Cast CastLike Ceil Clip Compress Concat "
            "ConcatFromSequence Constant ConstantOfShape Conv ConvTranspose Cos Cosh CumSum DepthToSpace DequantizeLinear Div Dropout "
            "DynamicQuantizeLinear Einsum Elu EmbedLayerNormalization Equal Erf Exp Expand EyeLike FastGelu Flatten Floor Gather "
            "GatherElements GatherND Gelu Gemm GlobalAveragePool GlobalLpPool GlobalMaxPool Greater GreaterOrEqual GridSample "
            "GroupNormalization HardSigmoid HardSwish Hardmax Identity InstanceNormalization IsInf IsNaN LayerNormalization LeakyRelu Less "
            "LessOrEqual LocalResponseNormalization Log LogSoftmax LpPool MatMul MatMulInteger MatMulInteger16 Max MaxPool MaxRoiPool "
            "MaxUnpool Mean MeanVarianceNormalization Min Mish Mod Mul MultiInputBase Neg NonMaxSuppression NonZero Not ONNXGraphImporter "
            "OneHot OnnxOpConverter OptionalGetElement OptionalHasElement Optional_ Or PRelu Pad Pool Pow QuantizeLinear RMSNormalization "
            "Range Reciprocal ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum "
            "ReduceSumSquare Relu Reshape Resize RoiAlign Round Scatter ScatterElements ScatterND Selu SequenceAt SequenceConstruct "
            "SequenceEmpty SequenceErase SequenceInsert SequenceLength Shape Shrink Sigmoid Sign Sin Sinh Size SkipLayerNormalization "
            "Slice Softmax Softplus Softsign SpaceToDepth Split SplitToSequence Sqrt Squeeze Sub Sum Tan Tanh ThresholdedRelu Tile TopK "
            "Transpose Trilu Unique Unsqueeze Upsample Where Xor compute_broadcast_shape get_constant get_info get_numpy "
            "get_prim_expr_list get_prim_value_list get_type get_value onnx_input parse_shape_name"
        ),
    },
    "the attributes of every operator of Relax are of one class, `ir.attrs.OpAttrs`": {
        "relax.op": (
            "AdaptivePool1DAttrs AdaptivePool2DAttrs AdaptivePool3DAttrs AllClassNonMaximumSuppressionAttrs AllGatherAttrs AllReduceAttrs "
            "ArgmaxArgminAttrs ArgsortAttrs AstypeAttrs AttentionAttrs BatchNormAttrs CallInplacePackedAttrs CallTIRInplaceAttrs "
            "CallTIRWithGradAttrs ConcatAttrs Conv1DAttrs Conv1DTransposeAttrs Conv2DAttrs Conv2DTransposeAttrs Conv3DAttrs "
            "Conv3DTransposeAttrs DropoutAttrs EinsumAttrs ExpandDimsAttrs FlipAttrs GatherElementsAttrs GatherNDAttrs GetValidCountsAttrs "
            "GroupNormAttrs HintOnDeviceAttrs IndexPutAttrs InitAttrs InstanceNormAttrs LayerNormAttrs LayoutTransformAttrs LeakyReluAttrs "
            "MatmulAttrs MeshgridAttrs MultiboxTransformLocAttrs MultinomialFromUniformAttrs NLLLossAttrs NonMaximumSuppressionAttrs "
            "OneHotAttrs PReluAttrs PadAttrs PermuteDimsAttrs PixelShuffleAttrs Pool1DAttrs Pool2DAttrs Pool3DAttrs QuantizeAttrs "
            "RMSNormAttrs ROIAlignAttrs ROIPoolAttrs RepeatAttrs Resize2DAttrs ReverseSequenceAttrs ScanopAttrs ScatterCollectiveAttrs "
            "ScatterElementsAttrs ScatterNDAttrs SliceScatterAttrs SoftmaxAttrs SoftplusAttrs SortAttrs SplitAttrs SqueezeAttrs StackAttrs "
            "StatisticalAttrs StridedSliceAttrs TakeAttrs TileAttrs ToVDeviceAttrs TopKAttrs TriluAttrs WrapParamAttrs"
        ),
    },
    "the operator for boxes of detectors is not here": {
        "relax.op": (
            "all_class_non_max_suppression get_valid_counts multibox_transform_loc non_max_suppression roi_align roi_pool"
        ),
    },
    "it serves the tests of TVM itself and the machines that run them": {
        "relax.testing": (
            "checkpoint emit_checkpoint emit_checkpoint_sequential get_relax_attention_module get_relax_matmul_module "
            "get_relax_stacked_attention_module"
        ),
        "relax.testing.ast_printer": "wrap_quotes",
        "relax.testing.transform": "InplaceOpportunity",
        "relax.testing.vm": "identity_packed tile_packed",
        "testing": (
            "FrontendTestModule IS_IN_CI SKIP_SLOW_TESTS TestAttrs after_initializer call_cpp_ffi call_cpp_py_ffi call_py_ffi "
            "fast_summation generate_random_array get_dtype_range identity_cpp initializer install_request_hook is_ampere_or_newer "
            "ml_dtypes_dict np_dtype_from_str register_ffi run_check_signal run_with_gpu_lock skip_if_no_reference_system skip_if_wheel_test skip_parameterizations "
            "slow_summation strtobool timeout_job uses_multi_gpu xfail_parameterizations"
        ),
        "testing.plugin": (
            "HAVE_XDIST MARKERS dev pytest_addoption pytest_collection_modifyitems pytest_configure pytest_generate_tests "
            "pytest_sessionfinish pytest_xdist_make_scheduler"
        ),
    },
    "schedules are searched by `tilewright tune` and `meta_schedule`": {
        "relax.transform.transform": "FewShotTuning",
    },
    "kernels are compiled here and not handed to libraries": {
        "relax.transform.transform": "SplitCallTIRByPattern",
    },
    "code is loaded by `runtime.load_module` and linked by `export_library`, not found in the process": {
        "runtime": "load_static_library system_lib",
        "runtime.module": "enabled load_static_library",
        "tir.tensor_intrin": "enabled",
    },
    "what devices count is not read; `vm.profile` and `time_evaluator` give times": {
        "runtime.profiling": (
            "Count Device DeviceWrapper Duration MetricCollector Object PAPIMetricCollector Percent Ratio profile_function"
        ),
    },
    "the parser interprets the syntax tree itself, and programs do not extend it by visitors": {
        "script.ir_builder.ir": "lookup_name meta_var",
        "script.ir_builder.tir": "P T bases customized_code float_types func_gen lanes",
        "script.ir_builder.tirx": (
            "C DtypeConstructor LetAnnotation LocalVectorAnnotation P ScalarT T Tuple add_to_parent bases block_name_suffix_context "
            "buffer_proxy float_types frame_scope func_gen lanes name_meta_class_value register_script_namespace scalar_wrapper seq_scope"
        ),
        "script.parser.core.diagnostics": "Diagnostics findsource getsourcelines",
        "script.parser.core.dispatch": "OpMethod OpVTable ParseVTable get_op register_op",
        "script.parser.core.doc": (
            "Entry FnFromDoc FnToDoc ParamSpec Registry TypeVar TypeVarTuple register_from_doc register_to_doc type_param"
        ),
        "script.parser.core.entry": "WELL_FORMED_ERROR_MESSAGE scan_macro",
        "script.parser.core.evaluator": "DEFAULT_OP eval_assign",
        "script.parser.core.parser": "DEFAULT_VISIT ScriptMacro VarTableFrame collect_signature_type_vars",
        "script.parser.core.utils": "resolve_closure_vars",
        "script.parser.ir": "GenericConst StringImm StringType",
        "script.parser.ir.parser": (
            "ModuleWithGlobalVars post_visit_local_function pre_visit_local_function visit_assign visit_function_def "
            "visit_tvm_declare_function"
        ),
        "script.parser.relax": "distributed frame ir",
        "script.parser.relax.entry": "Any AnyProxy FType MatchCastPair RelaxMacro TypeProxy",
        "script.parser.relax.parser": (
            "bind_assign_value collect_symbolic_var_declaration_nodes collect_symbolic_var_declarations collect_symbolic_var_from_params "
            "collect_symbolic_var_from_prelude enter_token eval_struct_info eval_struct_info_proxy eval_ty eval_ty_proxy exit_token "
            "find_decorator_annotation is_called is_recursive is_symbolic_var_declaration parse_function_params post_visit_local_function "
            "pre_visit_local_function visit_ann_assign visit_arguments visit_assign visit_expr_stmt visit_function_def visit_if "
            "visit_return visit_tvm_annotation visit_tvm_declare_function visit_with"
        ),
        "script.parser.tir": "P T bases customized_code float_types func_gen lanes",
        "script.parser.tir.entry": "Buffer BufferProxy Ptr PtrProxy TIRMacro",
        "script.parser.tir.parser": (
            "bind_assign_value bind_for_value bind_with_value find_decorator_annotation visit_ann_assign visit_assert visit_assign "
            "visit_aug_assign visit_break visit_continue visit_expr_stmt visit_for visit_function_def visit_if visit_return "
            "visit_tvm_annotation visit_tvm_declare_function visit_while visit_with"
        ),
        "script.parser.tirx": (
            "C DtypeConstructor LetAnnotation LocalVectorAnnotation Optional P ScalarT T Tuple add_to_parent bases "
            "block_name_suffix_context buffer_proxy constexpr float_types frame_scope func_gen jit lanes name_meta_class_value "
            "register_script_namespace scalar_wrapper seq_scope"
        ),
        "script.relax": "distributed frame ir",
        "script.tir": "P T bases customized_code float_types func_gen lanes",
        "script.tirx": (
            "C DtypeConstructor LetAnnotation LocalVectorAnnotation Optional P ScalarT T Tuple add_to_parent bases "
            "block_name_suffix_context buffer_proxy constexpr float_types frame_scope func_gen jit lanes name_meta_class_value "
            "register_script_namespace scalar_wrapper seq_scope"
        ),
    },
    "memory and instructions of devices are read in scripts and not made by programs": {
        "script.ir_builder.tirx": (
            "SMEMPool TMEMPool WebGPUNamespace alloc_cast_frag alloc_tcgen05_ldst_frag elected masked_load masked_store smem tmem"
        ),
        "script.parser.tirx": (
            "SMEMPool TMEMPool WebGPUNamespace alloc_cast_frag alloc_tcgen05_ldst_frag elected masked_load masked_store smem tmem"
        ),
        "script.tirx": (
            "SMEMPool TMEMPool WebGPUNamespace alloc_cast_frag alloc_tcgen05_ldst_frag elected masked_load masked_store smem tmem"
        ),
        "tirx": (
            "CallFFIKernelAttr DispatchContext TensorMapEncodeTiledAttr masked_load masked_store tvm_global_barrier_kinit "
            "tvm_kernel_replace_point tvm_warp_shuffle_xor"
        ),
        "tirx.layout": "tcgen05_atom_layout tmem_datapath_layout tmem_mma_operand_layout",
    },
    "the board or phone is no target here": {
        "target": "rasp stm32",
        "target.target": "MICRO_SUPPORTED_MODELS STM32_SUPPORTED_SERIES rasp stm32",
    },
    "a buffer is a node of its own here, not a variable with a type": {
        "tir.buffer": "BufferAccessKind BufferType buffer_data buffer_data_pointer_type is_buffer_var",
    },
    "the passes of a pipeline are those of `tir.get_tir_pipeline(name)`": {
        "tir.pipeline": (
            "PIPELINE_MAP default_s_tir_pipeline default_tir_pipeline finalize_device_passes finalize_host_passes tir"
        ),
        "tirx": (
            "PIPELINE_MAP default_tir_pipeline finalize_device_passes finalize_device_passes_tirx finalize_host_passes "
            "register_tir_pipeline tirx_pipeline"
        ),
    },
    "no operator of `R` is made of it here; `te.compute` or `te.extern` says it": {
        "topi.image": "crop_and_resize dilation2d_nchw dilation2d_nhwc resize1d",
        "topi.image.resize": "crop_and_resize resize1d",
        "topi.math": "fixed_point_multiply fixed_point_multiply_per_axis",
        "topi.nn": (
            "adaptive_pool1d adaptive_pool3d binarize_pack binary_dense bitserial_conv2d_nchw bitserial_conv2d_nhwc conv conv1d_nwc "
            "conv1d_transpose_ncw conv2d_NCHWc conv2d_NCHWc_OIHWo conv2d_NCHWc_int8 conv2d_hwcn conv2d_transpose_nchw "
            "conv2d_transpose_nchw_preprocess conv2d_winograd_nchw conv2d_winograd_nchw_without_weight_transform conv2d_winograd_nhwc "
            "conv2d_winograd_nhwc_without_weight_transform conv2d_winograd_weight_transform conv3d_ndhwc conv3d_transpose_ncdhw "
            "conv3d_transpose_ncdhw_preprocess conv3d_winograd_weight_transform correlation_nchw deformable_conv2d_nchw "
            "deformable_conv2d_nhwc dense_pack depthwise_conv2d_NCHWc depthwise_conv2d_backward_input_nhwc "
            "depthwise_conv2d_backward_weight_nhwc depthwise_conv2d_nhwc get_pad_tuple get_pad_tuple1d get_pad_tuple3d "
            "get_pad_tuple_generic group_conv1d_ncw group_conv1d_nwc group_conv1d_transpose_ncw group_conv2d_nhwc "
            "group_conv2d_transpose_nchw group_conv3d_transpose_ncdhw infer_pad infer_pad3d infer_stride lrn nll_loss pool_grad "
            "scale_shift_nchw scale_shift_nchwc scale_shift_nhwc simulated_dequantize simulated_quantize softmax_common "
            "unpack_NCHWc_to_nchw"
        ),
        "topi.nn.dense": "dense_pack",
        "topi.nn.pooling": "adaptive_pool1d adaptive_pool3d pool_grad",
        "topi.nn.softmax": "softmax_common",
        "topi.transform": "dyn_tile expand_like layout_transform sliding_window sparse_to_dense strided_set tensor_size",
    },
}


def parts(package: str) -> list[str]:
    """The modules of a package that stand for the package here."""
    return PARTS.get(package, "").split()


def reason_of_module(path: str) -> str | None:
    """The reason that a module of TVM's is not here, by its own row or that of one above it; None for what no row names."""
    while path:
        for reason, modules in MODULES.items():
            if path in modules.split():
                return reason
        path = path.rpartition(".")[0]
    return None


def listed_reason(module: str, name: str) -> str | None:
    """The reason that a name of TVM's is not in a public module; None for what no row names."""
    return next((reason for reason, rows in NAMES.items() if name in rows.get(module, "").split()), None)
