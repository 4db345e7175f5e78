"""The stages of one function, made one after another: texts with places, compared with one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.errors import DiagnosticError
from tilewright.core.ir.function import IRModule, tensor_ir
from tilewright.core.target import Target
from tilewright.explore import graph, nest, shapes
from tilewright.explore.difference import difference
from tilewright.explore.lines import File, Page, page
from tilewright.explore.lowering import Step, graph_steps, lowered, scheduled

_NATIVE = {"LLVM IR": "After LLVM's optimisations.", "Assembly": "The machine's instructions, for the target."}


@dataclass
class Stages:
    """The stages made so far; `shown` is the last one with a text of its own, `done` are the steps that ran, `origins` and `kernels` the lines of a graph's bindings and functions."""

    file: File
    name: str | None
    made: list[shapes.Stage]
    origins: graph.Origins = field(default_factory=dict[tuple[str, str], list[int]])
    kernels: graph.Kernels = field(default_factory=dict[str, list[int]])
    done: list[Step] = field(default_factory=list[Step])
    shown: Page | None = None
    failed: bool = False

    def first(self, module: IRModule) -> None:
        """The program as it was read."""
        self._add(Step("Source", module, 0.0, "The program as it was read.", []), "source")
        self.made[0]["milliseconds"] = None

    def of_graph(self, module: IRModule) -> IRModule:
        """The passes over a graph; the kernels that it calls in the end."""
        self.origins = graph.origins(module, self.file)
        kernels = tensor_ir(self._run("graph", graph_steps(module)))
        named = {var: func.with_attr("global_symbol", var.name_hint) for var, func in kernels.functions.items()}
        kernels = IRModule(named, kernels.attrs)
        if kernels.functions and not self.failed:
            self._add(Step("Kernels", kernels, 0.0, "The TensorIR functions that the graph calls, alone.", []), "graph")
        return kernels

    def lower(self, module: IRModule, target: Target) -> IRModule:
        """Lowering; the module as it leaves it, of which native code is made."""
        return self._run("passes", lowered(module, target))

    def schedule(self, module: IRModule, target: Target) -> None:
        """The default schedule of a lowered module."""
        self._run("schedule", scheduled(module, target))

    def picture(self, name: str, module: IRModule) -> shapes.Graph | None:
        """The graph `name` of a module as written."""
        unfused, fused = self._around(graph.FUSION)
        made: list[shapes.Graph] = []
        self._attempt("graph", lambda: made.append(graph.graph(name, module, unfused, fused, self.file)))
        return made[0] if made else None

    def native(self, module: IRModule, target: Target) -> None:
        """LLVM IR and assembly."""

        from tilewright.explore.native import listings  # loads LLVM

        def add() -> None:
            for name, listing, seconds in listings(module, target, self.file, self.kernels):
                stage = _stage(Step(name, module, seconds, _NATIVE[name], []), "machine")
                stage["text"], stage["origins"], stage["changed"] = listing["text"], listing["origins"], True
                self.made.append(stage)

        self._attempt("machine", add)

    def _run(self, group: shapes.Group, steps: Iterable[Step]) -> IRModule:
        """Take the steps one after another, up to one that refuses the program; the last module."""

        def take() -> None:
            for step in steps:
                self._add(step, group)

        self._attempt(group, take)
        return self.done[-1].module

    def _attempt(self, group: shapes.Group, work: Callable[[], None]) -> None:
        """Do it; what the compiler says of a program that it refuses becomes a stage."""
        try:
            work()
        except (UserError, DiagnosticError, ValueError, NotImplementedError) as error:
            self.failed = True
            stage = _stage(Step("Refused", self.done[-1].module, 0.0, "The compiler stops here.", []), group)
            stage["problem"] = str(error)
            self.made.append(stage)

    def _add(self, step: Step, group: shapes.Group) -> None:
        """Add the stage of a step; one that changed nothing has no text."""
        same = bool(self.done) and step.module is self.done[-1].module
        if self.origins:
            self._follow(step)
        self.done.append(step)
        stage = _stage(step, group)
        if not same:
            self._compare(stage, step)
        self.made.append(stage)

    def _compare(self, stage: shapes.Stage, step: Step) -> None:
        made, before = page(step.module, self.file, self.name), self.shown
        if before is not None and made.lines == before.lines:
            return
        if self.origins:
            graph.place(made, step.module, self.origins, self.kernels)
        stage["text"], stage["origins"], stage["changed"] = made.text, made.origins, True
        stage["rows"] = difference(before, made) if before is not None else []
        stage["loops"] = nest.loops(step.module, made, self.file)
        self.shown = made

    def _follow(self, step: Step) -> None:
        """Keep the lines of bindings and kernels through a step over a graph."""
        if step.name == graph.FUSION:
            self.origins.update(graph.fused_origins(self.done[-1].module, step.module, self.origins))
        for name, lines in graph.kernels(step.module, self.origins).items():
            self.kernels[name] = sorted({*self.kernels.get(name, ()), *lines})

    def _around(self, name: str) -> tuple[IRModule | None, IRModule | None]:
        """The module before and after a step."""
        at = next((place for place, step in enumerate(self.done) if step.name == name), None)
        return (None, None) if at is None else (self.done[at - 1].module, self.done[at].module)


def _stage(step: Step, group: shapes.Group) -> shapes.Stage:
    """A stage without a text."""
    return {
        "name": step.name,
        "group": group,
        "about": step.about.strip().split("\n")[0],
        "milliseconds": step.seconds * 1000,
        "changed": False,
        "text": "",
        "origins": [],
        "rows": [],
        "reasons": step.reasons,
        "loops": [],
        "problem": "",
    }
