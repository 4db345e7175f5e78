"""Names of TVM's public modules; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face

FACES = (
    Face(
        "ffi",
        "The names of TVM's foreign function interface: containers, registered functions, structural comparison.",
        {
            "base.api_names": "init_ffi_api",
            "base.diagnostics": "Error=TVMError",
            "ir.access_path": "AccessPath",
            "ir.containers": "Array Map Shape",
            "ir.hashing": "structural_hash",
            "ir.node": "Object=Node",
            "ir.operators": "convert",
            "ir.structural": "get_first_structural_mismatch structural_equal",
            "ir.traversal": "DefRegionKind InplaceMode StructuralMutator StructuralVisitor VisitInterrupt WalkOrder WalkResult structural_map structural_mutate structural_visit structural_walk",
            "runtime.device": "DLDeviceType Device",
            "runtime.module": "Module",
            "base.registry": "get_global_func Function=PackedFunc register_func=register_global_func register_global_func register_object remove_global_func",
            "runtime.tensor": "Tensor from_dlpack",
        },
        also="tvm_ffi _ffi",
        today="",
    ),
    Face(
        "ffi.access_path",
        "Paths to parts of a program; see `tilewright.ir.access_path`.",
        {
            "ir.access_path": "AccessPath AccessStep=Step Step",
        },
        also="runtime.object_path",
        today="",
    ),
    Face(
        "ffi.container",
        "The containers of programs, which are Python's own: `Array` is `tuple`, `Map` is `dict`; a `ShapeTuple` is a tuple of integers.",
        {
            "ir.containers": "Array Map Shape ShapeTuple",
        },
        also="ir.container runtime.container container",
        today="",
    ),
    Face(
        "ffi.registry",
        "Functions known by name to compiled programs.",
        {
            "base.registry": "get_global_func register_func=register_global_func register_global_func remove_global_func",
        },
        today="",
    ),
    Face(
        "nd",
        "`tilewright.nd`: tensors under the names of TVM's older API.",
        {
            "runtime.device": "Device cpu device",
            "runtime.tensor": "NDArray=Tensor Tensor array empty from_dlpack",
        },
        today="",
    ),
    Face(
        "rpc",
        "`tvm.rpc` on this machine: `LocalSession`; for other machines see `absent`.",
        {"vm.local_session": "LocalSession"},
        absent={"*": "functions are built for this machine and run on it"},
    ),
    Face(
        "runtime",
        "calling compiled code from Python.",
        {
            "base.dtype": "DataType=DType DataTypeCode",
            "ir.node": "Object=Node",
            "ir.operators": "const",
            "runtime.call": "Function",
            "runtime.device_of_target": "device_from_target",
            "runtime.device": "Device cpu cuda device enabled ext_dev hexagon metal opencl rocm vulkan webgpu",
            "runtime.errors": "ArgumentError AssertionFailed FunctionError OutOfMemory",
            "runtime.executable": "Executable",
            "vm.load": "load_module",
            "runtime.module": "Module",
            "base.registry": "PackedFunc convert get_global_func list_global_func_names register_global_func remove_global_func",
            "ir.containers": "ShapeTuple String",
            "runtime.param_dict": "load_param_dict load_param_dict_from_file save_param_dict save_param_dict_to_file",
            "runtime.tensor": "NDArray Tensor array empty from_dlpack tensor",
            "runtime.timing": "BenchmarkResult",
        },
        modules={"container": "ffi.container"},
    ),
    Face(
        "runtime._ffi_api",
        "The functions that TVM's programs reach by their global names: `tvm.runtime._ffi_api.CSourceModuleCreate`.",
        {
            "runtime.ffi_names": "CSourceModuleCreate=c_source_module",
        },
        today="",
    ),
    Face(
        "runtime.device",
        "Devices, as TVM names them.  Compiled functions run on the CPU; other kinds are understood only to be refused with a reason.",
        {
            "runtime.device": "Device cpu cuda device ext_dev hexagon metal opencl rocm vulkan webgpu",
        },
    ),
    Face(
        "runtime.executable",
        "`Executable`: what compiling gives, as TVM has it: a module together with the door to make it run and to write it to a file.",
        {
            "runtime.executable": "Executable",
        },
    ),
    Face(
        "runtime.module",
        "`Module`: what `build` returns, compiled functions by name.",
        {
            "runtime.module": "Module",
            "runtime.timing": "BenchmarkResult",
            "vm.load": "load_module",
        },
    ),
    Face(
        "runtime.profiling",
        "Reports of what a run spent its time on.",
        {
            "vm.profiling": "Report Row Timed TimedCall",
        },
        today="",
    ),
    Face(
        "runtime.script_printer",
        "The options of `script`, as a value: programs keep the options of `script` in it and pass them on.",
        {
            "ir.node": "Scriptable=Node",
            "runtime.script_printer": "PrinterConfig",
        },
    ),
    Face(
        "runtime.vm",
        "The virtual machine.",
        {
            "vm.machine": "VMInstrumentReturnKind VirtualMachine",
        },
    ),
    Face(
        "target",
        "`tilewright.target`: what to compile for, under TVM's names.",
        {
            "target": "create",
            "target.presets": "adreno arm_cpu bifrost cuda hexagon intel_graphics mali riscv_cpu rocm vta",
            "target.named_targets": "list_tags register_tag",
            "target.target": "KINDS Target TargetKind",
            "target.virtual_device": "VirtualDevice",
        },
    ),
    Face(
        "target.codegen",
        "Queries of the installed LLVM: its version, its architectures, this machine.  The functions ask LLVM when they are called.",
        {
            "builder.intrinsics": "llvm_get_intrinsic_name llvm_lookup_intrinsic_id",
            "codegen.llvm.installed": (
                "llvm_get_system_cpu llvm_get_system_triple llvm_get_system_x86_vendor llvm_get_targets "
                "llvm_version_major"
            ),
            "target.processors": (
                "llvm_cpu_has_features llvm_get_cpu_archlist llvm_get_cpu_features llvm_get_vector_width "
                "target_has_features"
            ),
        },
        also="target._ffi_api",
    ),
    Face("target.tag", "Targets by the names of machines.", {"target.named_targets": "list_tags register_tag"}),
    Face(
        "target.target",
        "Targets: what to compile for, said as TVM says it.",
        {
            "target.target": "Target TargetFeatures TargetKind",
        },
        rest=("target",),
    ),
    Face(
        "target.virtual_device",
        "`VirtualDevice`: the place of a value, as far as it is known.",
        {"target.virtual_device": "VirtualDevice"},
    ),
)
