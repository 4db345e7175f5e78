"""The base of a schedule's methods: random variables and their values, and instructions recorded in the trace."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from tilewright.core.base.errors import ScheduleError
from tilewright.core.base.identity import Identified
from tilewright.core.ir.expr import Expr, GlobalVar, IntImm, Var
from tilewright.core.ir.function import IRModule
from tilewright.core.schedule.errors import Refusal, schedule_error
from tilewright.core.schedule.instructions import KINDS, BlockRV, Decision, Instruction, InstructionKind, LoopRV
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.sampling import Chance
from tilewright.core.schedule.state import ScheduleState
from tilewright.core.schedule.trace import Trace

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="RandomVariables")
T = TypeVar("T")


class RandomVariables(Identified):
    """The values of random variables, and how a step runs."""

    state: ScheduleState
    trace: Trace
    _level: str
    _values: dict[Any, Any]
    _function: GlobalVar | None
    _random: Chance
    _written: dict[str, Any]

    @property
    def mod(self) -> IRModule:
        """The program as it is now."""
        return self.state.mod

    def _value(self, variable: object) -> object:
        if isinstance(variable, (BlockRV, LoopRV)) or (isinstance(variable, Var) and variable in self._values):
            if variable not in self._values:
                raise IndexError(f"the {type(variable).__name__} is not one of this schedule")
            value = self._values[variable]
            if (
                isinstance(value, StmtSRef)
                and value.stmt is None
                and value not in (StmtSRef.inline_mark(), StmtSRef.root_mark())
            ):
                raise IndexError(f"the {type(variable).__name__} stands for a loop or block that is no longer there")
            return value
        if isinstance(variable, Var):
            raise IndexError(f"the random variable {variable.name} is not one of this schedule")
        if isinstance(variable, Expr):
            return self._number(variable)
        raise TypeError(f"expected a random variable of this schedule, not {type(variable).__name__}")

    def _number(self, e: Expr) -> Expr | int:
        """The number that an expression of random variables is."""
        from tilewright.core.arith.analyzer import Analyzer
        from tilewright.core.ir.walk import substitute

        known = {
            variable: IntImm("int32", value)
            for variable, value in self._values.items()
            if isinstance(variable, Var) and isinstance(value, int)
        }
        found = Analyzer().simplify(substitute(e, known))
        return found.value if isinstance(found, IntImm) else found

    def _ref(self, variable: object) -> StmtSRef:
        value = self._value(variable)
        if not isinstance(value, StmtSRef):
            raise TypeError(f"expected a BlockRV or LoopRV, not {type(variable).__name__}")
        return value

    def get_block(self, name: str, func_name: str | None = None) -> BlockRV:
        """Look for the block of that name.

        - `name`: the name.
        - `func_name`: the function to look in; without it the one that is worked on.

        Returns the block. Refuses a name that no block or several blocks have; raises `ValueError` when there are several functions and none was given.
        """
        raise NotImplementedError

    def block_of(self, block: BlockRV | str) -> BlockRV:
        """A block given as a random variable, or by name."""
        if isinstance(block, str):
            return self.get_block(block)
        if not isinstance(block, BlockRV):
            raise TypeError(f"expected a BlockRV or the name of a block, not {type(block).__name__}")
        return block

    def _new_block(self, ref: StmtSRef) -> BlockRV:
        """A random variable for a block."""
        variable = BlockRV()
        self._values[variable] = ref
        return variable

    def _new_loop(self, ref: StmtSRef) -> LoopRV:
        """A random variable for a loop."""
        variable = LoopRV()
        self._values[variable] = ref
        return variable

    def traced(self, parameter: str, value: T) -> T:
        """The value, which the trace has as that of a parameter of the method that runs, instead of what was given."""
        self._written[parameter] = value
        return value

    def _refused(self, kind: InstructionKind, refusal: Refusal) -> ScheduleError:
        """The error that says why a method cannot be carried out."""
        return schedule_error(kind.method.replace("_", "-"), refusal, self.mod, self._level)

    def run_instruction(self, kind: InstructionKind, given: dict[str, object], call: Callable[[], R]) -> R:
        """Run a method and write it into the trace, before what it calls itself."""
        position, outer, self._written = len(self.trace.insts), self._written, {}
        try:
            result = call()
            given = {**given, **self._written}
        except Refusal as refusal:
            raise self._refused(kind, refusal) from None
        finally:
            self._written = outer
        outputs: list[object] = list(result) if isinstance(result, list) else [] if result is None else [result]  # pyright: ignore[reportUnknownArgumentType]
        made = Instruction(kind, kind.inputs_of(given), [given[name] for name in kind.attrs], outputs)
        self.trace.insert(position, made, cast("Decision | None", given.get("decision")))
        return result


def instruction(
    name: str, *inputs: str, pure: bool = False
) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """Make a method of a schedule the instruction `name` of traces: of its parameters `inputs` are random variables, the others constants.

    Its signature stands once, at the method: which constants there are, how a call is printed and read back, and how arguments are brought into their
    usual form (blocks by name, numbers) is derived from it.  The method raises `Refusal`; what it gives are the outputs of the instruction.
    """

    def made(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        signature = inspect.signature(method)
        kind = KINDS[name] = _kind(name, method.__name__, inputs, signature, pure)
        forms = {
            parameter: form
            for parameter, item in signature.parameters.items()
            if (form := _form(str(item.annotation))) is not None
        }

        @wraps(method)
        def step(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
            bound = signature.bind(self, *args, **kwargs)
            bound.apply_defaults()
            for parameter, form in forms.items():
                bound.arguments[parameter] = form(self, bound.arguments[parameter])
            given = dict(bound.arguments)
            return self.run_instruction(kind, given, lambda: method(*bound.args, **bound.kwargs))  # pyright: ignore[reportCallIssue]

        return step

    return made


def _kind(name: str, method: str, inputs: Sequence[str], signature: inspect.Signature, pure: bool) -> InstructionKind:
    several = {each.removesuffix("..."): each for each in inputs if each.endswith("...")}
    every = [each for each in signature.parameters.values() if each.name not in ("self", "decision")]
    plain = [each.removesuffix("...") for each in inputs]
    return InstructionKind(
        name,
        method,
        tuple(
            f"*{each}"
            if signature.parameters[each].kind is inspect.Parameter.VAR_POSITIONAL
            else several.get(each, each)
            for each in plain
        ),
        tuple(each.name for each in every if each.name not in plain),
        tuple(each.name for each in every),
        pure,
        str(signature.return_annotation).startswith("list["),
    )


Form = Callable[[RandomVariables, Any], Any]


def _form(annotation: str) -> Form | None:
    """The conversion of an argument to its usual form."""
    if "BlockRV" in annotation:
        return _block_or_loop if "LoopRV" in annotation else _block
    return _FORMS.get(annotation)


def _block(schedule: RandomVariables, value: Any) -> BlockRV | list[BlockRV]:
    """A block, or several; None is none."""
    if isinstance(value, (list, tuple)) or value is None:
        return [schedule.block_of(each) for each in value or ()]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return schedule.block_of(value)


def _block_or_loop(schedule: RandomVariables, value: object) -> object:
    return _block(schedule, value) if isinstance(value, (str, list, tuple)) else value


def _loop(_: RandomVariables, value: object) -> object:
    """A loop, or several."""
    if isinstance(value, tuple):
        return tuple(_loop(_, each) for each in value)  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(value, LoopRV):
        raise TypeError(f"expected a LoopRV, not {type(value).__name__}")
    return value


_FORMS: Mapping[str, Form] = {
    "LoopRV": _loop,
    "bool": lambda _, value: bool(value),
    "int": lambda _, value: int(getattr(value, "value", value)),
}


__all__ = ["RandomVariables", "instruction"]
