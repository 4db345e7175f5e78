"""Targets of common kinds: `tvm.target.arm_cpu("rasp4b")`, `tvm.target.cuda(model="v100")`.

Those of GPUs are made so that programs which mention them load; only the processor's own can be built for.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.target.target import Target

# Boards by name: the options of their processors.
_BOARDS = {
    "pixel2": "-model=snapdragon835 -mtriple=arm64-linux-android -mattr=+neon",
    "mate10": "-model=kirin970 -mtriple=arm64-linux-android -mattr=+neon",
    "p20": "-model=kirin970 -mtriple=arm64-linux-android -mattr=+neon",
    "rasp3b": "-model=bcm2837 -mtriple=armv7l-linux-gnueabihf -mattr=+neon",
    "rasp4b": "-model=bcm2711 -mtriple=armv8l-linux-gnueabihf -mattr=+neon -mcpu=cortex-a72",
    "rasp4b64": "-model=bcm2711 -mtriple=aarch64-linux-gnu -mcpu=cortex-a72 -mattr=+neon",
    "rk3399": "-model=rk3399 -mtriple=aarch64-linux-gnu -mattr=+neon",
    "pynq": "-model=pynq -mtriple=armv7a-linux-eabi -mattr=+neon",
    "ultra96": "-model=ultra96 -mtriple=aarch64-linux-gnu -mattr=+neon",
    "beagleai": "-model=beagleai -mtriple=armv7a-linux-gnueabihf -mattr=+neon,+vfp4,+thumb2 -mcpu=cortex-a15",
    "stm32mp1": "-model=stm32mp1 -mtriple=armv7a-linux-gnueabihf -mattr=+neon,+vfp4,+thumb2 -mcpu=cortex-a7",
    "thunderx": "-model=thunderx -mtriple=aarch64-linux-gnu -mattr=+neon,+crc,+lse -mcpu=thunderxt88",
}
_CORES = {
    "sifive-e31": "-mcpu=sifive-e31 -mabi=ilp32",
    "sifive-e76": "-mcpu=sifive-e76 -mabi=ilp32",
    "sifive-u54": "-mcpu=sifive-u54 -mabi=lp64d",
    "sifive-u74": "-mcpu=sifive-u74 -mabi=lp64d",
}


def arm_cpu(model: str = "unknown", options: str = "") -> Target:
    """A processor of Arm's by the name of its board, such as "rasp4b64"."""
    return _made("llvm -keys=arm_cpu,cpu -device=arm_cpu", _BOARDS.get(model, f"-model={model}"), options)


def riscv_cpu(model: str = "sifive-u54", options: str = "") -> Target:
    """A processor of the RISC-V family."""
    word = "riscv32" if "-e" in model else "riscv64"
    given = _CORES.get(model, f"-model={model}")
    return _made(f"llvm -keys=arm_cpu,cpu -device=arm_cpu -mtriple={word}-unknown-linux-gnu", given, options)


def hexagon(cpu_ver: str = "v68", options: str = "") -> Target:
    """Qualcomm's signal processor, which programs may name."""
    return _made("hexagon", f"-mcpu=hexagon{cpu_ver}", options)


def cuda(model: str = "unknown", arch: str | None = None, options: str = "") -> Target:
    """A GPU of NVIDIA's, which programs may name."""
    return _made("cuda", f"-model={model}" if arch is None else f"-model={model} -arch={arch}", options)


def rocm(model: str = "unknown", options: str = "") -> Target:
    """A GPU of AMD's, which programs may name."""
    return _made("rocm", f"-model={model}", options)


def vta(model: str = "unknown", options: str = "") -> Target:
    """The accelerator VTA, which programs may name."""
    return _made("ext_dev -keys=vta,cpu -device=vta", f"-model={model}", options)


def _graphics(name: str, keys: str) -> Callable[..., Target]:
    def make(model: str = "unknown", options: str = "") -> Target:
        return _made(f"opencl -keys={keys} -device={name}", f"-model={model}", options)

    make.__name__ = name
    make.__doc__ = f"A GPU of the family {name}, which programs may name."
    return make


adreno = _graphics("adreno", "adreno,opencl,gpu")
bifrost = _graphics("bifrost", "bifrost,opencl,gpu")
intel_graphics = _graphics("intel_graphics", "intel_graphics,opencl,gpu")
mali = _graphics("mali", "mali,opencl,gpu")


def _made(*parts: str) -> Target:
    return Target(" ".join(part for part in parts if part))
