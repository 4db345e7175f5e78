"""Schedules in scripts: how one begins, what it has, and its steps, which are taken on the program where that is known."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tilewright.core.base.names import nearest
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.schedule_scripts.frames import Frame
from tilewright.core.schedule_scripts.library import Maker, NotKnown, as_argument
from tilewright.core.schedule_scripts.pieces import Spot
from tilewright.core.schedule_scripts.run import Run
from tilewright.core.schedule_scripts.signatures import Argument, Misfit, methods, misfit, signature
from tilewright.core.schedule_scripts.steps import MOST, Step, first_step, is_certain, names_of_blocks, sentence
from tilewright.core.schedule_scripts.values import (
    BLOCK,
    LOOP,
    Handle,
    Items,
    Method,
    Results,
    Scheduled,
    Several,
    elements,
    parts,
)

# Steps after which the loops or the block that they are given are gone, whatever the program is.
_TAKES: Final = {"split": "loop", "fuse": "loops_", "compute_inline": "block", "reverse_compute_inline": "block"}
# Methods that leave the program as it is.
_LOOKS: Final = ("get_", "sample_", "show", "seed", "fork_seed", "copy", "remove_rv")
_GIVES: Final = {"LoopRV": LOOP, "BlockRV": BLOCK}
_NO_BLOCK: Final = "Cannot find a block with the specified name"


def begin(run: Run, frame: Frame, node: ast.Call, arguments: Sequence[Argument] | None) -> Scheduled:
    """A new schedule: `tir.Schedule(mod)`."""
    if arguments is None:
        return Scheduled(None)
    wrong = misfit("__init__", arguments, "Schedule")
    if wrong is not None:
        _say(run, frame, node, wrong)
        return Scheduled(None)
    given = [each.value for each in arguments if each.name in (None, "mod")]
    program = given[0] if given else UNKNOWN
    if not isinstance(program, (PrimFunc, IRModule)):
        return Scheduled(None)
    number = sum(each.held == (program,) for each in run.first)
    first = first_step(program, [each for each in run.earlier if each.held == (program,)][number:])
    run.first.append(first)
    return Scheduled(first, program=run.defined.get(id(program), (None, None))[1])


def member(run: Run, frame: Frame, schedule: Scheduled, node: ast.Attribute) -> Any:
    """The value of an attribute of a schedule."""
    name = node.attr
    if name == "mod":
        return UNKNOWN if schedule.step is None else schedule.step.schedule.mod
    if name in ("trace", "func_working_on"):
        return UNKNOWN
    if name.startswith("_") or name == "state":
        schedule.lose()
        return UNKNOWN
    if name in methods():
        return Method(schedule, name)
    schedule.lose()
    if run.adds_methods:
        return UNKNOWN
    meant = nearest(name, sorted(methods()))
    hint = f"; did you mean `{meant}`?" if meant else ""
    return run.report(
        "schedule-method", f"a schedule has no method `{name}`{hint}", _attribute_spot(frame, node), instead=meant
    )


def _attribute_spot(frame: Frame, node: ast.Attribute) -> Spot:
    whole = frame.piece.spot(node)
    return Spot(whole.piece, whole.end - len(node.attr), whole.end)


def _say(run: Run, frame: Frame, node: ast.Call, wrong: Misfit) -> Any:
    spot = frame.piece.spot(wrong.node or node.func)
    instead = None if wrong.instead is None else wrong.instead.format(spot.text)
    return run.report("schedule-arguments", wrong.sentence, spot, instead=instead)


def step(run: Run, frame: Frame, node: ast.Call, method: Method, arguments: list[Argument] | None, maker: Maker) -> Any:
    """The value of a call of a method of a schedule."""
    schedule, name = method.schedule, method.name
    if arguments is None:
        return _untaken(schedule, name, None, frame.piece.spot(node))
    wrong = misfit(name, arguments, name)
    if wrong is None and name == "tensorize":
        wrong = _unregistered(run, arguments)
    if wrong is not None:
        schedule.lose()
        return _say(run, frame, node, wrong)
    for each in arguments:
        for handle in _handles(each.value):
            if _report_gone(run, frame, schedule, handle, each):
                schedule.lose()
                return UNKNOWN
    if name == "copy":
        return schedule.copy()
    spot = frame.piece.spot(node)
    taken = _taken(run, schedule, name, arguments, maker)
    if taken is None:
        made = _untaken(schedule, name, arguments, spot)
    elif taken.error is not None:
        schedule.lose()
        return _refused(run, frame, node, schedule, name, arguments, taken)
    else:
        schedule.step = taken
        schedule.past.append((taken, spot))
        made = taken.given
        if isinstance(made, Items):
            made = Results(made, spot.name(), spot)
    _note_gone(schedule, name, arguments, spot)
    return made


def _handles(value: Any) -> Iterator[Handle]:
    if isinstance(value, Handle):
        yield value
    for part in parts(value):
        yield from _handles(part)


def _report_gone(run: Run, frame: Frame, schedule: Scheduled, handle: Handle, argument: Argument) -> bool:
    """Report a loop or block that the schedule has no longer, or never had; whether it is one."""
    spot = frame.piece.spot(argument.node)
    what = f"`{spot.text}`" if spot.text.isidentifier() else f"the {handle.kind}"
    taker = schedule.gone.get(handle)
    now = schedule.step
    if taker is None and now is not None and handle.variable is not None:
        if handle.variable not in now.schedule._values:  # pyright: ignore[reportPrivateUsage]
            run.report("schedule-arguments", f"{what} is a {handle.kind} of another schedule", spot)
            return True
        if now.is_gone(handle):
            taker = next((place for each, place in schedule.past if each.is_gone(handle)), None)
    if taker is None:
        return False
    said = f"{what} is no longer a {handle.kind} of the program: `{taker.name()}` has put something else in its place"
    run.report("consumed-handle", said, spot, ("it is gone since this step", taker))
    return True


def _taken(run: Run, schedule: Scheduled, name: str, arguments: Sequence[Argument], maker: Maker) -> Step | None:
    """The step on the program, None where that, or something that it depends on, is not known."""
    now = schedule.step
    if now is None or now.depth >= MOST or name in ("show", "seed", "fork_seed", "remove_rv", "get_sref"):
        return None
    if name.startswith("sample_") and not any(each.name == "decision" and each.value is not None for each in arguments):
        schedule.lose()  # chance decides
        return None
    try:
        args = [as_argument(each.value, maker) for each in arguments if each.name is None]
        named = {each.name: as_argument(each.value, maker) for each in arguments if each.name is not None}
    except NotKnown:
        return None
    if name == "tensorize" and not _knows_intrinsic(run, args, named):
        return None
    try:
        return now.take(name, args, named)
    except NotKnown:  # in a function of the script
        return None


def _knows_intrinsic(run: Run, args: list[Any], named: dict[str, Any]) -> bool:
    """Whether the intrinsic of a step is known; one that the script registers stands for its name."""
    given: Any = named.get("tensor_intrin", args[1] if len(args) > 1 else None)
    if not isinstance(given, str):
        return given is not None
    own = run.intrinsic(given)
    if own is not None:
        if "tensor_intrin" in named:
            named["tensor_intrin"] = own
        else:
            args[1] = own
    return own is not None


def _unregistered(run: Run, arguments: Sequence[Argument]) -> Misfit | None:
    """The name of an intrinsic that nothing in the file can have registered."""
    for position, each in enumerate(arguments):
        if each.name != "tensor_intrin" and (each.name is not None or position != 1):
            continue
        if isinstance(each.value, str) and not run.may_load_intrinsics and run.intrinsic(each.value) is None:
            meant = nearest(each.value, list(run.intrinsics))
            hint = f'; did you mean "{meant}"?' if meant else ""
            instead = f'"{meant}"' if meant and isinstance(each.node, ast.Constant) else None
            return Misfit(f'no tensor intrinsic is registered as "{each.value}"{hint}', each.node, instead)
    return None


def _untaken(schedule: Scheduled, name: str, arguments: Sequence[Argument] | None, spot: Spot) -> Any:
    """The value that a method gives where the program is not known, by its signature."""
    if not name.startswith(_LOOKS):
        schedule.lose()
    wanted = signature(name)
    annotation = "" if wanted is None else str(wanted.return_annotation)
    if annotation in _GIVES:
        return Handle(_GIVES[annotation])
    if name in ("split", "sample_perfect_tile", "sample_partitioned_tile"):
        return _as_many(name, arguments, spot)
    kind = annotation.removeprefix("list[").removesuffix("]")
    if annotation.startswith("list[") and kind in _GIVES:
        return Several(_GIVES[kind])
    return None if annotation == "None" else UNKNOWN


def _as_many(name: str, arguments: Sequence[Argument] | None, spot: Spot) -> Any:
    """The results of which an argument says how many there are."""
    wanted = "factors" if name == "split" else "n"
    given = [
        each
        for position, each in enumerate(arguments or ())
        if each.name == wanted or (each.name is None and position == 1)
    ]
    value = given[0].value if given else UNKNOWN
    if name == "split":
        found = elements(value)
        if found is None:
            return Several(LOOP)
        return Results([Handle(LOOP) for _ in found], spot.name(), spot)
    return Results([UNKNOWN] * value, spot.name(), spot) if type(value) is int and 0 < value < MOST else UNKNOWN


def _note_gone(schedule: Scheduled, name: str, arguments: Sequence[Argument] | None, spot: Spot) -> None:
    """Remember the loops or the block that a step takes."""
    wanted = _TAKES.get(name)
    if wanted is None:
        return
    for position, each in enumerate(arguments or ()):
        if each.name == wanted or (each.name is None and (wanted == "loops_" or position == 0)):
            for handle in _handles(each.value):
                schedule.gone[handle] = spot


def _refused(
    run: Run,
    frame: Frame,
    node: ast.Call,
    schedule: Scheduled,
    name: str,
    arguments: Sequence[Argument],
    taken: Step,
) -> Any:
    """Report a step that the program does not allow."""
    assert taken.error is not None
    notes = [] if schedule.program is None else [("the program is defined here", schedule.program)]
    if _NO_BLOCK in str(taken.error):
        by_name = next((each.value for each in arguments if each.name == "func_name"), None)
        known = names_of_blocks(taken.schedule, by_name)
        given = next((each for each in arguments if isinstance(each.value, str) and each.value not in known), None)
        if given is not None:
            written = given.node.value if isinstance(given.node, ast.keyword) else given.node
            meant = nearest(given.value, known)
            others = f"; there {'is' if len(known) == 1 else 'are'} {', '.join(known)}" if known else ", which has none"
            hint = f"; did you mean `{meant}`?" if meant else others
            spot = frame.piece.spot(written)
            instead = f'"{meant}"' if meant and isinstance(written, ast.Constant) else None
            sentence_ = f"there is no block `{given.value}` in the program at this step{hint}"
            return run.report("unknown-block", sentence_, spot, *notes, instead=instead)
    if not is_certain(name, taken.error):
        return UNKNOWN
    said = f"`{name}` is not possible here: {sentence(taken.error)}"
    return run.report("schedule-step", said, frame.piece.spot(node), *notes)


__all__ = ["begin", "member", "step"]
