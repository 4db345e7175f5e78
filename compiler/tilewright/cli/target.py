"""`--target TEXT`: what a command compiles for."""

from __future__ import annotations

from tilewright.cli.files import fail
from tilewright.core.driver.native import require_buildable
from tilewright.core.target import Target


def named_target(text: str) -> Target:
    """The target of an option; raises typer.Exit(2) for a kind, a processor or a feature that there is not, or that there is no code for."""
    try:
        target = Target(text)
        require_buildable(target)
        if target.kind.name == "llvm" and target.attrs:
            from tilewright.core.codegen.llvm.machine import machine_of

            machine_of(target)
    except (TypeError, ValueError) as error:
        raise fail(f"--target: {error}") from error
    return target


def target_of_this_machine(text: str) -> Target:
    """The same, for what is measured here: also raises typer.Exit(2) for a processor whose code cannot run on this machine."""
    from tilewright.core.codegen.llvm.machine import machine_of

    target = named_target(text)
    obstacle = machine_of(target).obstacle if target.kind.name == "llvm" else ""
    if obstacle:
        raise fail(f"--target: code for {text!r} cannot be measured here: {obstacle}")
    return target
