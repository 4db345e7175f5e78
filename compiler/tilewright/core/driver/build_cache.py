"""The cache of builds: a model that was built before is not lowered and compiled again, also in another process.

A record is named after the program without the values of its large constants, the pipeline, the target and the compiler.  It has the object code, how each
graph is called, and how constants are computed from those of the program, so that models of one form share it, whatever their weights are.  No pass of the
default pipeline looks at the values of large constants except through recipes, which are noted.  Programs of unknown sizes, and those that are more than
graphs of kernels, are not kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from math import prod
from typing import Any

import numpy as np

from tilewright.core.base.dtype import dtype
from tilewright.core.codegen.llvm.cache import cache_folder, entry_name, read_entry, write_entry
from tilewright.core.codegen.llvm.compile import NativeModule
from tilewright.core.codegen.llvm.machine import machine_of
from tilewright.core.driver.compiler_version import compiler_version
from tilewright.core.driver.constants import compute_constants, write_constants
from tilewright.core.driver.stored_code import StoredCode
from tilewright.core.driver.stored_executable import StoredExecutable
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.json import load_json, save_json, save_json_apart
from tilewright.core.ir.relax import Function, SeqExpr, Tuple
from tilewright.core.ops.registration import own_attributes
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.relax.parameters.lift_constants import NAME
from tilewright.core.passes.relax.parameters.lifted import Computed, LiftedConstants
from tilewright.core.runtime.module import Module
from tilewright.core.runtime.tensor import Tensor, empty, tensor
from tilewright.core.target.target import Target
from tilewright.core.vm.executable import VMExecutable
from tilewright.core.vm.graph_entry import GraphEntry
from tilewright.core.vm.graph_values import GraphTensor, GraphValue

# Constants of at most so many elements, such as numbers, shapes and axes, are part of what names a record.
_FEW = 32
# Elements of a constant that the pipeline has made without a recipe, up to which it is stored.
_LITERAL = 1 << 16


class _Unstorable(Exception):
    """A build that cannot be kept."""


class BuildCache:
    """The record of one build: `found` makes the executable from it, `keep` writes it."""

    def __init__(self, name: str, constants: list[Tensor], target: Target, whole: Callable[[], VMExecutable]) -> None:
        self._name = name
        self._constants = constants
        self._target = target
        self._whole = cache(whole)

    def found(self, forms: Mapping[str, Callable[[], VMExecutable]]) -> VMExecutable | None:
        """The executable, None when it is not kept."""
        record = read_entry(self._name)
        if record is None:
            return None
        length = int.from_bytes(record[:8], "little")
        stored, code = json.loads(record[8 : 8 + length]), record[8 + length :]
        functions = {each.attrs["global_symbol"]: each for each in load_json(stored["lowered"]).functions.values()}
        native = Module(
            StoredCode(code, tuple(stored["exported"]), tuple(stored["externs"]), functions, self._whole_native)  # pyright: ignore[reportArgumentType]
        )
        lifted, places = self._recomputed(stored)
        entries = {name: _entry_in(each, places) for name, each in stored["entries"].items()}
        if lifted.tensors:
            compute_constants(lifted, entries.pop(NAME), IRModule({}), native)
        write_constants(entries)
        heads = {variable.name_hint: each for variable, each in load_json(stored["functions"]).functions.items()}
        return StoredExecutable(heads, native, self._target, entries, forms, self._whole)

    def _whole_native(self) -> Any:
        native = self._whole().native
        return None if native is None else native.native_code

    def _recomputed(self, stored: Any) -> tuple[LiftedConstants, dict[str, list[Tensor]]]:
        """The constants that the build makes, of the values of this program."""
        lifted = LiftedConstants()
        places = {
            "given": self._constants,
            "recipe": list[Tensor](),
            "lifted": lifted.tensors,
            "literal": list[Tensor](),
        }
        places["literal"] += [_array_in(each) for each in stored["literals"]]
        for recipe, given, settings in stored["recipes"]:
            tensors = [places[kind][at] for kind, at in given]
            places["recipe"].append(lifted.computed(recipe, tensors, _tuples(settings)))
        lifted.tensors += [empty(tuple(shape), kind) for shape, kind in stored["lifted"]]
        return lifted, places

    def keep(
        self, made: IRModule, native: Module | None, entries: Mapping[str, GraphEntry], lifted: LiftedConstants
    ) -> None:
        """Write the record, unless there is more to the build than it has room for."""
        code = None if native is None else native.native_code
        graphs = {variable: each for variable, each in made.functions.items() if isinstance(each, Function)}
        if not isinstance(code, NativeModule) or code.obstacle or {v.name_hint for v in graphs} != set(entries):
            return
        places = _Places(self._constants, lifted)
        try:
            stored = {
                "entries": {name: _entry_out(each, places) for name, each in entries.items()},
                "recipes": [places.recipe(each) for each in lifted.by_recipe],
                "lifted": [(list(each.shape), str(each.dtype)) for each in lifted.tensors],
                "literals": places.literals,
                "exported": code.exported,
                "externs": sorted(code.externs),
                "lowered": save_json(IRModule({each.name: code.functions[each.name] for each in entries.values()})),
                "functions": save_json(IRModule({v: _head(each) for v, each in graphs.items() if v.name_hint != NAME})),
            }
        except _Unstorable:
            return
        text = json.dumps(stored).encode()
        write_entry(self._name, len(text).to_bytes(8, "little") + text + code.object_code)


def build_cache(module: IRModule, target: Target, whole: Callable[[], VMExecutable]) -> BuildCache | None:
    """The record for a module in the default pipeline; None where what is built may depend on more than is named here."""
    context = PassContext.current()
    if cache_folder() is None or own_attributes or context.instruments:
        return None
    if not all(isinstance(each, (Function, PrimFunc)) for each in module.functions.values()):
        return None
    settings = (context.opt_level, context.required_pass, context.disabled_pass, sorted(context.config.items()))
    try:
        text, constants = save_json_apart(module, _FEW)
    except TypeError:
        return None
    key = (text, repr(settings), json.dumps(target.export()), compiler_version())
    name = entry_name("\0".join(key), machine_of(target))
    return BuildCache(name, [each.data for each in constants], target, whole)


def _head(function: Function) -> Function:
    """The function without its body: what calls are checked against."""
    return Function(
        function.params, SeqExpr((), Tuple(())), function.ret_struct_info, function.is_pure, {}, function.span
    )


class _Places:
    """The origin of each constant of a build."""

    def __init__(self, constants: list[Tensor], lifted: LiftedConstants) -> None:
        self.literals: list[Any] = []
        self._known: dict[int, tuple[str, int]] = {}
        made = [each.made for each in lifted.by_recipe]
        for kind, tensors in (("given", constants), ("recipe", made), ("lifted", lifted.tensors)):
            self._known.update({id(each): (kind, at) for at, each in enumerate(tensors)})

    def place(self, value: Any) -> tuple[str, int]:
        """The place of a constant; a small one that the pipeline has made is stored with its value."""
        found = self._known.get(id(value))
        if found is None:
            if prod(value.shape) > _LITERAL:
                raise _Unstorable
            found = self._known[id(value)] = ("literal", len(self.literals))
            kind = value if isinstance(value, Tensor) else tensor(value)
            self.literals.append([str(kind.dtype), list(kind.shape), kind.numpy_view().tobytes().hex()])
        return found

    def recipe(self, each: Computed) -> Any:
        """The way in which a constant was computed."""
        return each.recipe, [self.place(value) for value in each.given], each.settings


def _array_in(stored: Any) -> Tensor:
    kind, shape, data = stored
    made = empty(tuple(shape), kind)
    view = made.numpy_view()
    view[...] = np.frombuffer(bytes.fromhex(data), view.dtype).reshape(view.shape)
    return made


def _tuples(value: object) -> Any:
    return tuple([_tuples(each) for each in value]) if isinstance(value, list) else value


def _entry_out(entry: GraphEntry, places: _Places) -> Any:
    order = {each: at for at, each in enumerate(entry.results)}
    return {
        "name": entry.name,
        "inputs": [_tensor_out(each) for each in entry.inputs],
        "constants": [places.place(each) for each in entry.constants],
        "results": [_tensor_out(each) for each in entry.results],
        "result": _tree_out(entry.result, order),
    }


def _entry_in(stored: Any, places: Mapping[str, list[Tensor]]) -> GraphEntry:
    results = tuple([_tensor_in(each) for each in stored["results"]])
    inputs = tuple([_tensor_in(each) for each in stored["inputs"]])
    constants = tuple([places[kind][at] for kind, at in stored["constants"]])
    return GraphEntry(stored["name"], inputs, constants, results, _tree_in(stored["result"], results))


def _tensor_out(each: GraphTensor) -> tuple[str, str, list[int]]:
    if not all(isinstance(size, IntImm) for size in each.shape):
        raise _Unstorable
    return each.name, str(each.dtype), [size.value for size in each.shape if isinstance(size, IntImm)]


def _tensor_in(stored: Any) -> GraphTensor:
    name, kind, shape = stored
    return GraphTensor(name, dtype(kind), tuple([IntImm(dtype("int64"), size) for size in shape]))


def _tree_out(value: GraphValue, order: Mapping[GraphTensor, int]) -> Any:
    return [_tree_out(each, order) for each in value] if isinstance(value, tuple) else order[value]


def _tree_in(stored: Any, results: tuple[GraphTensor, ...]) -> GraphValue:
    return tuple([_tree_in(each, results) for each in stored]) if isinstance(stored, list) else results[stored]


__all__ = ["BuildCache", "build_cache"]
