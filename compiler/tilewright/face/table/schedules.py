"""Names of TVM's public modules; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face
from tilewright.face.table import tuning

FACES = (
    Face(
        "dlight",
        "`tvm.dlight`: rules that schedule the functions of a module, tried one after the other.",
        {
            "schedule.dlight.rules": "ApplyDefaultSchedule ScheduleRule",
        },
        absent={
            "*": "it has ScheduleRule, ApplyDefaultSchedule, the rule for CPUs and those for GPUs that need no reduction; rules for other machines are not in Tilewright, which builds for the CPU"
        },
        also="tir.dlight",
        today="s_tir.dlight",
    ),
    *tuning.FACES,
    Face(
        "dlight.gpu",
        "The rules for GPUs: `Fallback` and `Transpose`, and the names of those for reductions.",
        {
            "schedule.dlight.gpu": "GPUScheduleRule Fallback GEMV LowBatchGEMV GeneralReduction Matmul Reduction RMSNorm Transpose"
        },
        today="s_tir.dlight.gpu",
    ),
    Face(
        "dlight.cpu",
        "The rules for CPUs.",
        {"schedule.dlight.cpu": "CPUScheduleRule GEMV"},
        today="s_tir.dlight.cpu",
    ),
    Face(
        "backend",
        "Back ends of release 0.27 by name.",
        absent={"*": "native code is made for CPUs alone, by `tilewright.build`"},
        since="0.27",
    ),
    *(
        Face(
            f"backend.{device}",
            f"`tilewright.backend.{device}`: what programs for {what} call, which are read and not built.",
            modules={
                "op": f"backend.{device}.op",
                **({"tile_primitive": "backend.cuda.tile_primitive"} if device == "cuda" else {}),
            },
            absent={"*": "native code is made for CPUs alone, by `tilewright.build`"},
            since="0.27",
        )
        for device, what in (("cuda", "GPUs of NVIDIA"), ("trn", "Trainium"))
    ),
    Face(
        "backend.cuda.tile_primitive",
        "`tilewright.backend.cuda.tile_primitive`: layouts from which NVIDIA's matrix instructions read.",
        {
            "builder.mma_layouts": (
                "SwizzleMode get_swizzle_mode_from_layout mma_atom_layout mma_atom_shape mma_shared_layout tma_atom_layout tma_shared_layout"
            ),
        },
        absent={"*": "kernels in the tile language are read, checked and printed, and not built"},
        since="0.27",
        also=(
            "backend.cuda.tile_primitive.tma_utils tirx.operator tirx.operator.tile_primitive tirx.operator.tile_primitive.cuda "
            "tirx.operator.tile_primitive.cuda.tma_utils"
        ),
    ),
    *(
        Face(
            f"backend.{device}.op",
            f"`tilewright.backend.{device}.op`: functions of {what} by their names in TVM.",
            rest=(f"builder.device_names:{device.upper()}",),
            since="0.27",
        )
        for device, what in (("cuda", "CUDA and NVSHMEM"), ("trn", "Trainium"))
    ),
)
