"""Names of TVM's public modules; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face

FACES = (
    Face(
        "contrib",
        "Helpers that programs written for TVM import beside the compiler.",
    ),
    Face(
        "contrib.cblas",
        "Matrix products by a routine of the runtime, as tensor expressions: a call of a registered function, where TVM calls a BLAS library.",
        {
            "contrib.cblas": "batch_matmul matmul",
        },
    ),
    Face(
        "contrib.pickle_memoize",
        "Results that are kept between runs of a program, in the user's cache folder.",
        {
            "contrib.pickle_memoize": "Cache memoize",
        },
    ),
    Face(
        "contrib.nvcc",
        "The abilities of NVIDIA's processors, by the compute capability that a target names.",
        {
            "contrib.nvcc": (
                "get_target_compute_version have_bf16 have_cudagraph have_fp16 have_fp8 have_int8 have_tensorcore parse_compute_version"
            ),
        },
        absent={"*": "there is no code generator for devices; `tilewright.build` makes code for the CPU"},
    ),
    Face(
        "contrib.thrust",
        "Whether Thrust can sort and scan: never, since it is a library for GPUs.",
        {
            "contrib.thrust": "can_use_rocthrust can_use_thrust",
        },
    ),
    Face(
        "contrib.tvmjs",
        "Folders of weights, under the names of TVM's tools for its web runtime.",
        {
            "contrib.tvmjs": "dump_ndarray_cache dump_tensor_cache load_ndarray_cache load_tensor_cache",
        },
    ),
    Face(
        "testing",
        "`tilewright.testing`: what tests of TensorIR programs use, under the names of `tvm.testing`.",
        {
            "testing.assertions": (
                "assert_allclose assert_prim_expr_equal check_bool_expr_is_true check_int_constraints_trans_consistency"
            ),
            "testing.before_after": "CompareBeforeAfter",
            "testing.callbacks": (
                "ErrorTest device_test echo identity_after nop object_use_count terminate_self test_check_eq_callback "
                "test_raise_error test_wrap_callback"
            ),
            "testing.fixtures": "fixture parameter parameters",
            "testing.gradients": "check_numerical_grads",
            "testing.requirements": "Feature requires_gpu requires_llvm requires_llvm_minimum_version requires_package skip_if_32bit slow uses_gpu",
            "testing.running": "main",
            "testing.targets": "DEFAULT_TEST_TARGETS device_enabled enabled_targets exclude_targets known_failing_targets parametrize_targets",
        },
        also="testing.utils",
        today="",
        rest=("testing.requirements:",),
    ),
    Face(
        "testing.tir",
        "`tvm.testing.tir`: schedules of matrix products for the matrix cores of a GPU.",
        {"testing.matrix_cores": "mma_schedule"},
        absent={"mfma_schedule": "the instructions of matrix cores are those of NVIDIA"},
    ),
    Face("testing.plugin", ""),
    Face(
        "testing.env",
        "Questions to the machine, for tests that are skipped where something is missing.",
        {
            "testing.env": (
                "build_flag_enabled cuda_arch has_adreno_opencl has_cpu_feature has_cublas has_cuda has_cuda_arch has_cuda_compute has_cudagraph has_cudnn "
                "has_gpu has_hexagon has_hexagon_toolchain has_hipblas has_llvm has_llvm_min_version has_matrixcore has_metal has_multi_gpu has_nccl "
                "has_nvcc_version has_nvptx has_nvshmem has_opencl has_rocm has_vulkan has_x86_avx512 has_x86_vnni"
            )
        },
        since="0.25",
    ),
    Face(
        "contrib.cc",
        "The C compiler of the system, to link object files.",
        {"contrib.cc": "create_executable create_shared create_staticlib get_cc run_command"},
        today="support.cc",
    ),
    Face(
        "contrib.tar",
        "Bundles of files.",
        {"contrib.tar": "normalize_file_list_by_unpacking_tars tar untar"},
        today="support.tar",
    ),
    Face(
        "contrib.ndk",
        "Linking with the compiler of Android's native development kit.",
        {"contrib.ndk": "create_shared create_staticlib"},
        today="support.ndk",
    ),
    Face(
        "contrib.xcode",
        "Linking for Apple's machines, where Xcode is installed.",
        {"contrib.xcode": "compile_metal create_dylib xcrun"},
        today="support.xcode",
    ),
    Face(
        "contrib.clang",
        "LLVM code from C.",
        {"contrib.clang": "create_llvm find_clang"},
        today="support.clang",
    ),
    Face(
        "contrib.popen_pool",
        "Functions run in other processes.",
        {"contrib.popen_pool": "MapResult PopenPoolExecutor PopenWorker StatusKind"},
        today="support.popen_pool",
    ),
    Face(
        "contrib.utils",
        "Temporary folders.",
        {"contrib.utils": "TempDirectory tempdir"},
        today="support.utils",
    ),
)
