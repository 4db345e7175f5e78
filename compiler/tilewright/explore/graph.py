"""A graph of Relax to be drawn: bindings, the values between them, which of them run as one kernel, and the plan of memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypedDict

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GlobalVar, IntImm
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import Binding, Call, Constant, Function, SeqExpr, Var
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.ir.walk import walk
from tilewright.core.passes.core.sequential import Sequential
from tilewright.explore.lines import File, Page, size
from tilewright.explore.shapes import Graph, GraphEdge, GraphNode, Storage

# The pass that decides which ops run together, and the one that plans memory.
FUSION, PLAN = "FuseOps", "StaticPlanBlockMemory"
# The lines of the file by the names of a function and of a variable that it binds, and those of kernels by name.
Origins = dict[tuple[str, str], list[int]]
Kernels = dict[str, list[int]]


def bindings(function: Function) -> list[Binding]:
    """The bindings of a function in order; those of branches stay inside theirs."""
    blocks = function.body.blocks if isinstance(function.body, SeqExpr) else ()
    return [binding for block in blocks for binding in block.bindings]


def graphs(module: IRModule) -> Iterator[tuple[str, Function]]:
    """The functions of Relax of a module by name."""
    for var, function in module.functions.items():
        if isinstance(function, Function):
            yield var.name_hint, function


def origins(module: IRModule, file: File) -> Origins:
    """The lines of the bindings of a module as written."""
    found: Origins = {}
    for name, function in graphs(module):
        for binding in bindings(function):
            line = file.origin(binding)
            found[name, binding.var.name_hint] = [] if line is None else [line]
    return found


def fused_origins(before: IRModule, after: IRModule, known: Origins) -> Origins:
    """The lines of the bindings in the functions that fusion makes, followed along the values from each call of one."""
    functions = dict(graphs(after))
    found: Origins = {}
    for name, function in graphs(before):
        for inner, pairs in fusions(function, functions.get(name), functions):
            found.update({(inner, own): known.get((name, outer), []) for own, outer in pairs.items()})
    return found


def fusions(
    before: Function, after: Function | None, functions: Mapping[str, Function]
) -> Iterator[tuple[str, dict[str, str]]]:
    """The fused functions that a function calls, each with its variables and the variables that they were outside of it."""
    outside = {binding.var.name_hint: binding for binding in bindings(before)}
    for binding in bindings(after) if after is not None else ():
        for callee in _called(binding) & functions.keys():
            inside = {each.var.name_hint: each for each in bindings(functions[callee])}
            result = _last(functions[callee])
            if result in inside and binding.var.name_hint in outside:
                yield callee, _followed(result, binding.var.name_hint, inside, outside)


def _last(function: Function) -> str:
    """The variable that a function gives back."""
    result = function.body.body if isinstance(function.body, SeqExpr) else function.body
    return result.name_hint if isinstance(result, Var) else ""


def _followed(own: str, outer: str, inside: Mapping[str, Binding], outside: Mapping[str, Binding]) -> dict[str, str]:
    """The variables inside of a fused function with those outside, from a pair of them backwards."""
    found: dict[str, str] = {}
    waiting = [(own, outer)]
    while waiting:
        own, outer = waiting.pop()
        if own in found or own not in inside or outer not in outside:
            continue
        found[own] = outer
        sources = (arguments(inside[own]), arguments(outside[outer]))
        waiting += [(a.name_hint, b.name_hint) for a, b in zip(*sources)]
    return found


def kernels(module: IRModule, known: Origins) -> Kernels:
    """The lines of the bindings that call each function of a module, and of those inside it."""
    found: dict[str, set[int]] = {}
    for name, function in graphs(module):
        for binding in bindings(function):
            lines = known.get((name, binding.var.name_hint), [])
            for each in (name, *_called(binding)):
                found.setdefault(each, set()).update(lines)
    return {name: sorted(lines) for name, lines in found.items()}


def _called(binding: Binding) -> set[str]:
    nodes = [binding.value, *walk(binding.value)]
    mentioned = [each for node in nodes for each in (node, getattr(node, "op", None))]
    return {each.name_hint for each in mentioned if isinstance(each, GlobalVar)}


def place(page: Page, module: IRModule, known: Origins, called: Kernels) -> None:
    """Give the lines of a printed module that have no place of their own those of their binding, or of the calls of their kernel."""
    for name, function in graphs(module):
        for binding in bindings(function):
            _fill(page, page.line_of(binding), 1, known.get((name, binding.var.name_hint), []))
    starts = sorted((page.line_of(func), var.name_hint) for var, func in module.functions.items())
    for (start, name), end in zip(starts, [*(line for line, _ in starts[1:]), len(page.lines)]):
        if isinstance(module[name], PrimFunc):
            _fill(page, start, end - start, called.get(name, []))


def _fill(page: Page, start: int, count: int, lines: list[int]) -> None:
    for line in range(max(start, 0), start + count if start >= 0 else 0):
        if not page.origins[line] and page.lines[line].strip():
            page.origins[line] = list(lines)


def graph(name: str, module: IRModule, unfused: IRModule | None, fused: IRModule | None, file: File) -> Graph:
    """The graph of the function `name` of a module as written; `unfused` and `fused` are the module before and after the pass that fuses."""
    function = dict(graphs(module))[name]
    groups, member = _groups(name, unfused, fused)
    nodes: list[GraphNode] = [_input(param, file) for param in function.params]
    edges: list[GraphEdge] = []
    for binding in bindings(function):
        nodes.append(_call(binding, member, file))
        for source in arguments(binding):
            edges.append({"source": source.name_hint, "target": binding.var.name_hint, "info": _info(source)})
    result = function.body.body if isinstance(function.body, SeqExpr) else function.body
    nodes.append({"id": "return", "op": "return", "kind": "output", "info": "", "group": -1, "origins": []})
    for each in dict.fromkeys(node for node in (result, *walk(result)) if isinstance(node, Var)):
        edges.append({"source": each.name_hint, "target": "return", "info": _info(each)})
    plan, steps = _memory(module, name)
    known = {node["id"] for node in nodes}
    edges = [edge for edge in edges if edge["source"] in known]
    return {"nodes": nodes, "edges": edges, "groups": groups, "memory": plan, "steps": steps}


def _input(param: Var, file: File) -> GraphNode:
    line = file.origin(param)
    origins = [] if line is None else [line]
    return {
        "id": param.name_hint,
        "op": param.name_hint,
        "kind": "input",
        "info": _info(param),
        "group": -1,
        "origins": origins,
    }


def _call(binding: Binding, member: Mapping[str, int], file: File) -> GraphNode:
    name = binding.var.name_hint
    line = file.origin(binding)
    return {
        "id": name,
        "op": _op(binding),
        "kind": "constant" if isinstance(binding.value, Constant) else "call",
        "info": _info(binding.var),
        "group": member.get(name, -1),
        "origins": [] if line is None else [line],
    }


def _op(binding: Binding) -> str:
    value = binding.value
    if not isinstance(value, Call):
        return type(value).__name__
    called = [each.name_hint for each in (value.op, *value.args) if isinstance(each, GlobalVar)]
    return called[0] if called else callee_name(value).removeprefix("relax.")


def arguments(binding: Binding) -> list[Var]:
    """The variables that a binding uses, each once, in order."""
    nodes = (binding.value, *walk(binding.value))
    return list(dict.fromkeys(node for node in nodes if isinstance(node, Var)))


def _info(value: Var) -> str:
    """Shape and dtype, as short as they can be said."""
    info = value.struct_info
    if isinstance(info, TensorStructInfo):
        shape = "?" if info.shape is None else " × ".join(map(size, getattr(info.shape, "values", ()))) or "scalar"
        return f"{shape} {info.dtype}"
    return str(info).removeprefix("R.")


def _groups(name: str, unfused: IRModule | None, fused: IRModule | None) -> tuple[list[str], dict[str, int]]:
    """The fused functions, and which of them each binding of the function becomes a part of."""
    groups: list[str] = []
    member: dict[str, int] = {}
    if unfused is None or fused is None:
        return groups, member
    functions = dict(graphs(fused))
    for callee, pairs in fusions(dict(graphs(unfused))[name], functions.get(name), functions):
        member.update(dict.fromkeys(pairs.values(), len(groups)))
        groups.append(callee)
    return groups, member


def _memory(module: IRModule, name: str) -> tuple[list[Storage], int]:
    """The storage of a function as the pipeline "vm" plans it, and the number of steps over which it lives."""
    from tilewright.core.driver.relax_pipelines import get_pipeline

    pipeline = get_pipeline("vm")
    assert isinstance(pipeline, Sequential)
    for step in pipeline.passes:
        module = step(module)
        if step.name.rsplit(".", 1)[-1] == PLAN:
            break
    planned = module[name] if name in module else None
    return _storage(bindings(planned)) if isinstance(planned, Function) else ([], 0)


def _storage(planned: list[Binding]) -> tuple[list[Storage], int]:
    """The storage, and for each tensor the first and the last step that has it: a step is a binding that neither allocates nor only names again."""
    named = {binding.var.name_hint: binding.value.name_hint for binding in planned if isinstance(binding.value, Var)}
    shown = {root: name for name, root in reversed(named.items())}
    made: dict[str, Storage] = {}
    last: dict[str, int] = {}
    steps = 0
    step_of: dict[str, int] = {}
    for binding in planned:
        name, value = binding.var.name_hint, binding.value
        if isinstance(value, Var):
            continue
        kind = callee_name(value) if isinstance(value, Call) else ""
        steps += not kind.startswith("relax.memory.")
        step_of[name] = steps
        last.update((named.get(each.name_hint, each.name_hint), steps) for each in arguments(binding))
        if isinstance(value, Call) and kind == "relax.memory.alloc_storage":
            made[name] = {"name": name, **_bytes(value), "tensors": []}
    for binding in planned:
        name, value = binding.var.name_hint, binding.value
        if (
            isinstance(value, Call)
            and callee_name(value) == "relax.memory.alloc_tensor"
            and isinstance(value.args[0], Var)
        ):
            home, begin = made.get(value.args[0].name_hint), step_of[name] + 1
            if home is not None:
                home["tensors"].append(
                    (shown.get(name, name), _info(binding.var), begin, max(last.get(name, begin), begin))
                )
    return list(made.values()), steps


class _Bytes(TypedDict):
    bytes: int | None
    bytes_text: str


def _bytes(call: Call) -> _Bytes:
    sizes = getattr(call.args[0], "values", ())
    known = sizes[0].value if sizes and isinstance(sizes[0], IntImm) else None
    return {"bytes": known, "bytes_text": size(sizes[0]) if sizes else ""}
