"""Executables in files: a shared library with, behind its code, the program as JSON, or the program alone where there is no native code.

[shared library] [JSON] [8 bytes: length of the JSON] [MARK]
"""

from __future__ import annotations

import base64
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.core.base.dtype import DType
from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.ir.containers import ShapeTuple
from tilewright.core.ir.json import load_json, save_json
from tilewright.core.runtime.foreign_library import ForeignLibrary
from tilewright.core.runtime.library import load_library
from tilewright.core.runtime.tensor import Tensor, empty
from tilewright.core.target.target import Target
from tilewright.core.vm import bytecode
from tilewright.core.vm.bytecode import Bytecode, VMFuncKind, VMFunction
from tilewright.core.vm.executable import VMExecutable
from tilewright.core.vm.graph_entry import with_entries

MARK = b"tilewright-vm-1\n"


def write_executable(executable: VMExecutable, path: Path) -> None:
    """Write an executable."""
    native = executable.native
    if native is not None:
        native.export_library(path)
    program = json.dumps(
        {
            "module": save_json(executable.ir_mod),
            "target": str(executable.target),
            "native": native is not None,
            "bytecode": None if executable.bytecode is None else _code_out(executable.bytecode),
        }
    ).encode()
    with path.open("ab" if native is not None else "wb") as file:
        file.write(program + len(program).to_bytes(8, "little") + MARK)


def read_executable(path: Path) -> VMExecutable | None:
    """The executable in a file, None when it holds another one's functions only."""
    data = path.read_bytes()
    if not data.endswith(MARK):
        return None
    end = len(data) - len(MARK) - 8
    length = int.from_bytes(data[end : end + 8], "little")
    stored = json.loads(data[end - length : end])
    native = load_library(path) if stored["native"] else None
    if isinstance(native, ForeignLibrary):
        raise ValueError(f"{path} holds no functions of Tilewright")
    module = load_json(stored["module"])
    code = None if stored["bytecode"] is None else _code_in(stored["bytecode"])
    entries = with_entries(module)[1] if code is None else {}
    return VMExecutable(module, native, Target(stored["target"]), entries, code)


def _code_out(code: Bytecode) -> Any:
    functions = [
        {
            "name": each.name,
            "kind": int(each.kind),
            "args": each.num_args,
            "params": each.param_names,
            "code": [[type(step).__name__, asdict(step)] for step in each.instructions],
        }
        for each in code.functions
    ]
    return {"functions": functions, "constants": [_constant_out(each) for each in code.constants]}


def _code_in(stored: Any) -> Bytecode:
    kinds: dict[str, Any] = {
        kind.__name__: kind for kind in (bytecode.Call, bytecode.Return, bytecode.Goto, bytecode.If)
    }
    functions = [
        VMFunction(
            each["name"],
            VMFuncKind(each["kind"]),
            each["args"],
            tuple(each["params"]),
            [kinds[name](**{key: _tuple(value) for key, value in fields.items()}) for name, fields in each["code"]],
        )
        for each in stored["functions"]
    ]
    return Bytecode(functions, [_constant_in(each) for each in stored["constants"]])


def _tuple(value: object) -> Any:
    return tuple(value) if isinstance(value, list) else value  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def _constant_out(value: object) -> Any:
    if isinstance(value, Tensor):
        data = base64.b64encode(value.numpy_view().tobytes()).decode("ascii")
        return ["tensor", str(value.dtype), list(value.shape), data]
    if isinstance(value, ShapeTuple):
        return ["shape", list(value)]
    return ["dtype", str(value)] if isinstance(value, DType) else ["value", value]


def _constant_in(stored: Any) -> Any:
    kind, first, *rest = stored
    if kind == "tensor":
        made = empty(rest[0], first)
        view = made.numpy_view()
        view[...] = np.frombuffer(base64.b64decode(rest[1]), view.dtype).reshape(view.shape)
        return made
    if kind == "shape":
        return ShapeTuple(first)
    return parse_dtype(first) if kind == "dtype" else first
