"""Names of TVM's tuner, `tvm.meta_schedule`; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face

_GPU = "it is for GPUs, and Tilewright builds for the CPU"
_REMOTE = "Tilewright has no RPC; `DaskBuilder` and `DaskRunner` measure on other machines"
_LEARNED = "the learned model is `LearnedModel`, of scikit-learn; `CostModel.create` takes `xgb` as its name too"
_DROPLET = "winners are measured again, and there is no search after that"


def _part(name: str, summary: str, names: dict[str, str], absent: dict[str, str] | None = None) -> Face:
    """A module of the tuner."""
    return Face(
        f"meta_schedule.{name}",
        summary,
        {f"tuning.{home}": there for home, there in names.items()},
        absent=absent or {},
        also=f"tir.meta_schedule.{name}",
        today=f"s_tir.meta_schedule.{name}",
    )


FACES = (
    Face(
        "meta_schedule",
        "`tvm.meta_schedule`: schedules found by measuring them, and databases of them.",
        {
            "tuning.callbacks": "MeasureCallback",
            "tuning.context": "TuneContext",
            "tuning.models.cost_models": "CostModel",
            "tuning.database.database": "Database",
            "tuning.extracted_task": "ExtractedTask",
            "tuning.models.features": "FeatureExtractor",
            "tuning.measuring.builder": "Builder",
            "tuning.measuring.runner": "Runner",
            "tuning.space.mutators": "Mutator",
            "tuning.space.postprocs": "Postproc",
            "tuning.profiler": "Profiler",
            "tuning.space.rule": "ScheduleRule",
            "tuning.space.spaces": "SpaceGenerator",
            "tuning.search.strategy": "SearchStrategy",
            "tuning.task_scheduler": "TaskScheduler",
            "tuning.tir_integration": "tune_tir",
            "tuning.tune": "tune_tasks",
            "tuning.records.workload": "MeasureCandidate",
        },
        modules={
            name: f"meta_schedule.{name}"
            for name in (
                "arg_info builder cost_model database feature_extractor measure_callback mutator postproc"
                " relax_integration runner schedule_rule search_strategy space_generator task_scheduler"
                " testing tir_integration tune utils"
            ).split()
        },
        absent={
            "post_optimization": _DROPLET,
            "post_opt": _DROPLET,
            "schedule": "rules of its own for one block each are `ScheduleRule` classes of the program",
            "*": "the tuner has what a CPU needs",
            "trace_apply": "a trace is applied to the program that it was found for, and to no other",
        },
        also="tir.meta_schedule",
        today="s_tir.meta_schedule",
    ),
    _part("arg_info", "Arguments of functions that are measured.", {"records.arg_info": "ArgInfo TensorInfo"}),
    _part(
        "builder",
        "Builders of candidates.",
        {
            "measuring.builder": "Builder BuilderInput BuilderResult LocalBuilder PyBuilder=Builder",
            "measuring.dask_builder": "DaskBuilder",
        },
    ),
    _part(
        "cost_model",
        "Models of which candidate is faster.",
        {"models.cost_models": "CostModel LearnedModel PyCostModel=CostModel RandomModel"},
        {"XGBModel": _LEARNED, "MLPModel": _LEARNED},
    ),
    _part(
        "database",
        "Databases of measured schedules.",
        {
            "database.database": "Database PyDatabase=Database",
            "database.json_lines": "JSONDatabase",
            "database.kinds": "create",
            "database.memory": "MemoryDatabase",
            "database.schedule_fn": "ScheduleFnDatabase",
            "database.unions": "OrderedUnionDatabase UnionDatabase",
            "records.workload": "TuningRecord Workload",
        },
    ),
    _part(
        "feature_extractor",
        "Features of candidates, for cost models.",
        {"models.features": "FeatureExtractor PerStoreFeature PyFeatureExtractor=FeatureExtractor"},
        {"RandomFeatureExtractor": "random features teach no model anything; `RandomModel` scores at random"},
    ),
    _part(
        "measure_callback",
        "Callbacks of measurements: records, models, artifacts.",
        {
            "callbacks": "AddToDatabase MeasureCallback PyMeasureCallback=MeasureCallback RemoveBuildArtifact UpdateCostModel"
        },
    ),
    _part(
        "mutator",
        "Other decisions for a trace.",
        {
            "space.mutators": "MutateComputeLocation MutateParallel MutateTileSize MutateUnroll Mutator PyMutator=Mutator",
        },
        {"MutateThreadBinding": _GPU},
    ),
    _part(
        "postproc",
        "Postprocessors, which finish a schedule.",
        {
            "space.postprocs": "DisallowDynamicLoop Postproc PyPostproc=Postproc RewriteParallelVectorizeUnroll RewriteReductionBlock",
        },
        {
            **dict.fromkeys(
                (
                    "DisallowAsyncStridedMemCopy",
                    "RewriteCooperativeFetch",
                    "RewriteUnboundBlock",
                    "VerifyGPUCode",
                    "VerifyVTCMLimit",
                ),
                _GPU,
            ),
            "RewriteLayout": "weights are packed by the pipeline of Relax, before kernels are tuned",
            "RewriteTensorize": "the compiler finds the instructions of dot products itself",
        },
    ),
    _part(
        "relax_integration",
        "Tuning of graphs.",
        {
            "relax_integration": "compile_relax extract_tasks extracted_tasks_to_tune_contexts tune_relax",
        },
    ),
    _part(
        "runner",
        "Runners of what was built.",
        {
            "measuring.config": "EvaluatorConfig",
            "measuring.dask_runner": "DaskRunner",
            "measuring.runner": "LocalRunner PyRunner=Runner PyRunnerFuture=RunnerFuture Runner RunnerFuture RunnerInput RunnerResult",
        },
        {"RPCRunner": _REMOTE, "RPCConfig": _REMOTE, "LocalRunnerFuture": "a future of any runner is a `RunnerFuture`"},
    ),
    _part(
        "schedule_rule",
        "Rules that make spaces of schedules.",
        {
            "space.auto_inline": "AutoInline InlineConstantScalars",
            "space.multi_level_tiling": "MultiLevelTiling ReuseType",
            "space.parallel_vectorize_unroll": "ParallelizeVectorizeUnroll",
            "space.random_compute_location": "RandomComputeLocation",
            "space.register_tiles": "RegisterTiles",
            "space.rfactor": "AddRFactor",
            "space.rule": "PyScheduleRule=ScheduleRule ScheduleRule",
        },
        {
            **dict.fromkeys(("AutoBind", "CrossThreadReduction", "MultiLevelTilingTensorCore"), _GPU),
            "ApplyCustomRule": "a function that schedules is a space of its own, `space=function`",
            "MultiLevelTilingWideVector": "it is for Hexagon, and Tilewright builds for other processors",
            "MultiLevelTilingWithIntrin": "the compiler finds the instructions of dot products itself",
        },
    ),
    _part(
        "search_strategy",
        "Which candidates are measured next.",
        {
            "search.evolutionary": "EvolutionarySearch",
            "search.kinds": "create=create_strategy",
            "search.replay": "ReplayFunc ReplayTrace",
            "search.strategy": "PySearchStrategy=SearchStrategy SearchStrategy",
            "records.workload": "MeasureCandidate",
        },
    ),
    _part(
        "space_generator",
        "Spaces of schedules.",
        {
            "space.spaces": "PostOrderApply PySpaceGenerator=SpaceGenerator ScheduleFn ScheduleFnType SpaceGenerator SpaceGeneratorUnion",
        },
    ),
    _part(
        "task_scheduler",
        "Which task is tuned next.",
        {"task_scheduler": "GradientBased PyTaskScheduler=TaskScheduler RoundRobin TaskScheduler"},
    ),
    Face(
        "meta_schedule.testing",
        "Programs to try the tuner with.",
        modules={"te_workload": "meta_schedule.testing.te_workload"},
        absent={"*": "it belongs to the tests of TVM's tuner; the workloads are in te_workload"},
        also="tir.meta_schedule.testing",
        today="s_tir.meta_schedule.testing",
    ),
    Face(
        "meta_schedule.testing.te_workload",
        "Tensor expressions of common kernels.",
        {
            "testing.workloads": "batch_matmul_nkkm matmul matmul_relu norm_bmn softmax_mn",
            "testing.convolutions": "CONFIGS conv1d_nlc conv2d_capsule_nhwijc conv2d_nchw conv2d_nchw_bias_bn_relu conv2d_nhwc conv2d_nhwc_bn_relu conv2d_transpose_nhwc conv3d_ndhwc create_te_workload depthwise_conv2d_nhwc transpose_batch_matmul",
        },
        absent={"*": "it is a kernel that only the tests of TVM's tuner use"},
        also="tir.meta_schedule.testing.te_workload",
        today="s_tir.meta_schedule.testing.te_workload",
    ),
    _part("tir_integration", "Tuning of TensorIR.", {"tir_integration": "compile_tir tune_tir"}),
    _part("tune", "Tuning of several programs.", {"tune": "tune_tasks"}),
    _part(
        "utils",
        "Seeds, processors, and folders of artifacts.",
        {"machine": "cpu_count", "measuring.builder": "remove_build_dir", "seeds": "fork_seed"},
    ),
)
