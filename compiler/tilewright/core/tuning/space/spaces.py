"""Space generators: the schedules of a program from which a search starts.  The first is the program as it is, which the compiler schedules by its default rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from tilewright.core.base.errors import ScheduleError
from tilewright.core.ir.function import IRModule
from tilewright.core.schedule.instructions import BlockRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.tuning.space.mutators import Mutator
from tilewright.core.tuning.space.postprocs import Postproc
from tilewright.core.tuning.space.rule import ScheduleRule, blocks_of

if TYPE_CHECKING:
    from tilewright.core.tuning.context import TuneContext

ScheduleFnType: TypeAlias = Callable[[Schedule], Schedule | list[Schedule] | None]
Rules: TypeAlias = "Sequence[ScheduleRule] | Literal['from-target'] | None"
Postprocs: TypeAlias = "Sequence[Postproc] | Literal['from-target'] | None"
Mutators: TypeAlias = "Mapping[Mutator, float] | Literal['from-target'] | None"
# The most schedules of a space: rules that each have two ways for many blocks would make very many.
_MOST = 24


class SpaceGenerator:
    """A generator; programs may derive their own, with `generate_design_space`."""

    ScheduleFnType: TypeAlias = ScheduleFnType
    SpaceGeneratorType: TypeAlias = "SpaceGenerator | ScheduleFnType | str"

    def __init__(
        self,
        sch_rules: Rules = "from-target",
        postprocs: Postprocs = "from-target",
        mutator_probs: Mutators = "from-target",
    ) -> None:
        self.sch_rules = list(ScheduleRule.create("llvm") if isinstance(sch_rules, str) else sch_rules or ())
        self.postprocs = list(Postproc.create("llvm") if isinstance(postprocs, str) else postprocs or ())
        self.mutator_probs = dict(Mutator.create("llvm") if isinstance(mutator_probs, str) else mutator_probs or {})

    def _initialize_with_tune_context(self, context: TuneContext) -> None:
        """Take what the generator and its rules need of the context."""
        for rule in self.sch_rules:
            rule.initialize(context)

    def initialize(self, context: TuneContext) -> None:
        """Tell the generator what it is used for."""
        self._initialize_with_tune_context(context)

    def generate_design_space(self, mod: IRModule) -> list[Schedule]:
        """The schedules to start from; what they sampled may be sampled anew."""
        raise NotImplementedError

    def clone(self) -> SpaceGenerator:
        """Another one like this."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    @staticmethod
    def create(kind: str | ScheduleFnType = "post-order-apply", **options: object) -> SpaceGenerator:
        """The generator "post-order-apply", or that of a function that schedules; raises `ValueError` for another kind."""
        if callable(kind):
            return ScheduleFn(kind, **options)  # pyright: ignore[reportArgumentType]
        if kind != "post-order-apply":
            raise ValueError(f"there is no kind of space generator called {kind!r}; there is post-order-apply")
        return PostOrderApply(**options)  # pyright: ignore[reportArgumentType]


class PostOrderApply(SpaceGenerator):
    """Applies each rule to each block, from the first of the program to the last, and then to the root block; `f_block_filter` says to which."""

    def __init__(
        self,
        f_block_filter: Callable[[object], bool] | None = None,
        sch_rules: Rules = "from-target",
        postprocs: Postprocs = "from-target",
        mutator_probs: Mutators = "from-target",
    ) -> None:
        super().__init__(sch_rules, postprocs, mutator_probs)
        self._filter = f_block_filter

    def generate_design_space(self, mod: IRModule) -> list[Schedule]:
        found = [Schedule(mod, error_render_level="fast")]
        for rule in self.sch_rules:
            found = [made for sch in found for made in self._applied(rule, sch)][:_MOST]
        return [Schedule(mod, error_render_level="fast"), *(sch for sch in found if _is_scheduled(sch))]

    def _applied(self, rule: ScheduleRule, sch: Schedule) -> list[Schedule]:
        """The schedules after a rule for each of the blocks that there are now."""
        try:
            blocks = [*blocks_of(sch), sch.get_block("root", "main")]
        except ScheduleError:
            blocks = blocks_of(sch)
        made = [sch]
        for block in blocks:
            if self._filter is None or self._filter(sch.get(block)):
                made = [each for old in made for each in _of_rule(rule, old, block)]
        return made[:_MOST]


class ScheduleFn(SpaceGenerator):
    """The schedules that a function makes: of the schedule it is given, or those that it returns."""

    def __init__(
        self,
        sch_fn: ScheduleFnType,
        sch_rules: Rules = "from-target",
        postprocs: Postprocs = "from-target",
        mutator_probs: Mutators = "from-target",
    ) -> None:
        super().__init__(sch_rules, postprocs, mutator_probs)
        self._function = sch_fn

    def generate_design_space(self, mod: IRModule) -> list[Schedule]:
        given = Schedule(mod, error_render_level="fast")
        made = self._function(given)
        if made is None:
            return [given]
        return [made] if isinstance(made, Schedule) else list(made)


class SpaceGeneratorUnion(SpaceGenerator):
    """The schedules of several generators."""

    def __init__(
        self,
        space_generators: Sequence[SpaceGenerator],
        sch_rules: Rules = "from-target",
        postprocs: Postprocs = "from-target",
        mutator_probs: Mutators = "from-target",
    ) -> None:
        super().__init__(sch_rules, postprocs, mutator_probs)
        self._generators = list(space_generators)

    def _initialize_with_tune_context(self, context: TuneContext) -> None:
        super()._initialize_with_tune_context(context)
        for each in self._generators:
            each.initialize(context)

    def generate_design_space(self, mod: IRModule) -> list[Schedule]:
        return [sch for each in self._generators for sch in each.generate_design_space(mod)]


def _of_rule(rule: ScheduleRule, sch: Schedule, block: BlockRV) -> list[Schedule]:
    """The schedules that a rule makes of one, in which the block may be gone."""
    try:
        sch.get(block)
    except IndexError:
        return [sch]
    return rule.apply(sch, block) if sch.get(block) is not None else [sch]  # pyright: ignore[reportUnnecessaryComparison]


def _is_scheduled(sch: Schedule) -> bool:
    """Whether anything was done."""
    return any(not inst.kind.is_pure for inst in sch.trace.insts)


__all__ = ["PostOrderApply", "ScheduleFn", "ScheduleFnType", "SpaceGenerator", "SpaceGeneratorUnion"]
