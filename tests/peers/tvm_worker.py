"""Apache TVM in a process of its own: reads a JSON line with `text` in tirx, answers with the text it prints and, for `arguments`, the arrays after a call."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The text that TVM prints of the program, and what the arrays hold after it ran."""
    import tvm
    from tvm.script import from_source

    function = from_source(request["text"])
    found: dict[str, Any] = {"text": function.script()}
    if "arguments" in request:
        given = [_argument(tvm, argument) for argument in request["arguments"]]
        tvm.compile(function, target="llvm")(*given)
        arrays = [argument.numpy() for argument in given if not isinstance(argument, int)]
        found["arrays"] = [array.astype("float64").ravel().tolist() for array in arrays]
    return found


def _argument(tvm: Any, argument: Any) -> Any:
    if isinstance(argument, int):
        return argument
    return tvm.runtime.tensor(np.array(argument["values"], argument["dtype"]).reshape(argument["shape"]))


def main() -> None:
    """Answer requests until standard input ends."""
    for line in sys.stdin:
        try:
            found = answer(json.loads(line))
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {error}"}
        print("\n" + json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
