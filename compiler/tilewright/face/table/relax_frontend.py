"""Names of `tvm.relax.frontend`; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face

_NOT_READ = "it does not read models of {}; relax.frontend.torch reads models of PyTorch, and relax.frontend.nn writes networks as classes"

FACES = (
    Face(
        "relax.frontend",
        "`tilewright.relax.frontend`: models of other libraries as modules of Relax.",
        {
            "importers.parameters": "detach_params",
            "ir.function": "IRModule",
            "ir.relax": "Function",
        },
    ),
    Face(
        "relax.frontend.common",
        "Shared parts of the readers of models: taking parameters out of a module, and padding as a model's format says.",
        {
            "importers.parameters": "autopad detach_params",
        },
        modules={"topi": "topi"},
    ),
    Face(
        "relax.frontend.nn",
        "`tilewright.relax.frontend.nn`: networks written as classes, in the manner of PyTorch, that become modules of Relax.",
        {
            "nn.containers": "ModuleDict ModuleList ParameterDict ParameterList",
            "nn.core": "Effect IntExpr Module",
            "nn.exporter": "add_extern",
            "nn.extern": "ExternModule ObjectModule SourceModule",
            "nn.effects": "IOEffect KVCache",
            "nn.modules.layers": "Conv1D Conv2D Conv3D ConvTranspose1D Embedding GELU Linear ReLU SiLU",
            "nn.modules.norms": "GroupNorm LayerNorm RMSNorm",
            "nn.op.debugging": "debug_func print_",
            "nn.op.elementwise": (
                "add astype divide equal exp floor gelu greater greater_equal less less_equal log maximum minimum "
                "multiply negative not_equal prelu relu relu6 sigmoid silu softplus sqrt square subtract tanh "
                "where"
            ),
            "nn.op.kernels": "extern tensor_expr_op tensor_ir_inplace_op tensor_ir_op",
            "nn.op.moving": (
                "arange broadcast_to ccl_allgather ccl_allreduce ccl_broadcast_from_worker0 chunk concat empty "
                "full ones pad permute permute_dims repeat reshape split squeeze take triu unsqueeze zeros"
            ),
            "nn.op.networks": (
                "conv1d conv1d_transpose conv2d conv3d get_timestep_embedding group_norm interpolate layer_norm "
                "matmul rms_norm scaled_dot_product_attention softmax"
            ),
            "nn.op.reductions": "argsort cumsum max min sort sum topk",
            "nn.op.sampling": "multinomial_from_uniform renormalize_top_p_top_k_prob sample_top_p_top_k_from_sorted_prob",
            "nn.subroutine": "SubroutineMixin",
            "nn.tensor": "Object Parameter Tensor",
            "nn.visitor": "Mutator",
        },
    ),
    Face(
        "relax.frontend.nn.core",
        "`nn.Module`: networks as Python classes, with parameters and modules as attributes, that become modules of Relax.",
        {
            "graph.block_builder": "BlockBuilder",
            "nn.containers": "ModuleDict ModuleList ParameterDict ParameterList",
            "nn.core": "Effect Module wrap_nested",
            "nn.subroutine": "SubroutineMixin",
            "nn.tensor": "Object Parameter Tensor get_default_dtype set_default_dtype",
        },
    ),
    Face(
        "relax.frontend.nn.exporter",
        "Networks to modules of Relax: each method of a specification is called on variables, and what it emits is its function.",
        {
            "graph.block_builder": "BlockBuilder",
            "ir.function": "IRModule",
            "nn.exporter": "Exporter add_extern",
            "nn.effects": "IOEffect",
        },
    ),
    Face(
        "relax.frontend.nn.extern",
        "Functions in C++ for networks: from source text, or compiled already.",
        {
            "builder.relax_calls": "call_dps_packed",
            "nn.core": "wrap_nested",
            "nn.extern": "ExternModule ObjectModule SourceModule",
        },
    ),
    Face(
        "relax.frontend.nn.llm",
        "`nn.llm`: what language models need beside layers: rotary position embeddings and a cache of keys and values in pages.",
    ),
    Face(
        "relax.frontend.nn.llm.kv_cache",
        "`nn.llm.kv_cache`: attention with a cache of keys and values in pages, as networks use it.",
        {
            "nn.llm.kv_cache": "AttnKind FlashInferPagedKVCache PagedKVCache RopeMode TIRPagedKVCache as_null",
            "nn.llm.position_embedding": "llama_rope_with_position_map",
            "nn.llm.tree_attn": "tree_attn tree_attn_cpu tree_attn_with_paged_kv_cache tree_attn_with_paged_kv_cache_cpu",
            "nn.tensor": "Object Tensor",
        },
    ),
    Face(
        "relax.frontend.nn.llm.position_embedding",
        "Rotary position embeddings: pairs of features turned by an angle that grows with the position.",
        {
            "nn.llm.position_embedding": (
                "llama4_rope_with_position_map llama_rope llama_rope_with_position_map rope_freq_default rope_freq_gptj rope_freq_llama3 "
                "rope_freq_llama4 rope_freq_longrope rope_freq_yarn rotated switch_rope_freq_func "
                "yarn_find_correction_dim yarn_find_correction_range"
            ),
            "nn.tensor": "Tensor",
        },
        modules={"T": "script.tir"},
    ),
    Face(
        "relax.frontend.nn.llm.tree_attn",
        "Attention over trees of tokens: a row sees the tokens on the path from the root to it, and all that stands before the tree.",
        {
            "nn.llm.tree_attn": "tree_attn tree_attn_cpu tree_attn_with_paged_kv_cache tree_attn_with_paged_kv_cache_cpu",
        },
    ),
    Face(
        "relax.frontend.nn.modules",
        "`nn.modules`: the layers that networks are built of.",
        {
            "nn.containers": "ModuleList",
            "nn.core": "Effect Module",
            "nn.modules.diffusion": "Attention TimestepEmbedding Timesteps",
            "nn.effects": "IOEffect KVCache",
            "nn.modules.layers": "Conv1D Conv2D Conv3D ConvTranspose1D Embedding GELU Identity Linear ReLU SiLU",
            "nn.modules.norms": "GroupNorm LayerNorm RMSNorm",
            "nn.tensor": "Parameter",
        },
    ),
    Face(
        "relax.frontend.nn.op",
        "`nn.op`: what networks compute with.",
        {
            "nn.core": "IntExpr wrap_nested",
            "nn.op.debugging": "debug_func print_",
            "nn.op.elementwise": (
                "add astype divide equal exp floor gelu greater greater_equal less less_equal log maximum minimum "
                "multiply negative not_equal prelu relu relu6 sigmoid silu softplus sqrt square subtract tanh "
                "where"
            ),
            "nn.op.kernels": "extern tensor_expr_op tensor_ir_inplace_op tensor_ir_op",
            "nn.op.moving": (
                "arange broadcast_to ccl_allgather ccl_allreduce ccl_broadcast_from_worker0 chunk concat empty "
                "full ones pad permute permute_dims repeat reshape split squeeze take triu unsqueeze zeros"
            ),
            "nn.op.networks": (
                "conv1d conv1d_transpose conv2d conv3d get_timestep_embedding group_norm interpolate layer_norm "
                "matmul rms_norm scaled_dot_product_attention softmax"
            ),
            "nn.op.reductions": "argsort cumsum max min sort sum topk",
            "nn.op.sampling": "multinomial_from_uniform renormalize_top_p_top_k_prob sample_top_p_top_k_from_sorted_prob",
            "nn.tensor": "Tensor",
        },
    ),
    Face(
        "relax.frontend.nn.spec",
        "Specifications of exports: the methods of a network, and the shapes and types of their arguments.",
        {
            "nn.spec": "Int MethodSpec ModuleSpec Object Tensor Tuple",
        },
    ),
    Face(
        "relax.frontend.nn.subroutine",
        "`SubroutineMixin`: modules with `define_subroutine = True` become functions of their own, called where the module is called.",
        {
            "nn.subroutine": "SubroutineMixin",
        },
    ),
    Face(
        "relax.frontend.nn.torch",
        "`TorchModule`: a network that was compiled, called with tensors of PyTorch.",
        {
            "nn.torch": "TorchModule",
        },
    ),
    Face(
        "relax.frontend.nn.visitor",
        "`nn.Mutator`: puts other modules, parameters and effects into the place of those of a network.",
        {
            "nn.visitor": "Mutator",
        },
    ),
    Face(
        "relax.frontend.nnef",
        "Models of NNEF: they are not read, and asking for a reader says so.",
        absent={"*": _NOT_READ.format("NNEF")},
        refuses_imports=True,
        today="",
    ),
    Face(
        "relax.frontend.onnx",
        "`from_onnx`: models of ONNX as modules of Relax; the extra `onnx` brings the package that reads their files.",
        {"importers.onnx.reader": "from_onnx"},
        also="relax.frontend.onnx.onnx_frontend",
    ),
    Face(
        "relax.frontend.stablehlo",
        "Models of StableHLO: they are not read, and asking for a reader says so.",
        absent={"*": _NOT_READ.format("StableHLO")},
        refuses_imports=True,
        today="",
    ),
    Face(
        "relax.frontend.tflite",
        "Models of TFLite: they are not read, and asking for a reader says so.",
        absent={"*": _NOT_READ.format("TFLite")},
        refuses_imports=True,
    ),
    Face(
        "relax.frontend.torch",
        "`tilewright.relax.frontend.torch`: models of PyTorch as modules of Relax.",
        {
            "importers.torch.dynamo": "dynamo_capture_subgraphs relax_dynamo",
            "importers.torch.exported_program_translator": "from_exported_program",
            "importers.torch.fx_translator": "from_fx",
        },
        today="",
    ),
)
