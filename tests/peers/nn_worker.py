"""Exports the networks of `tests/relax/nn_cases.py` with Apache TVM: one JSON object, by name what TVM prints, or the error."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tvm import te, tirx  # noqa: F401  (`tvm.te` is used by the networks)
from tvm.relax.frontend import nn

sys.path.insert(0, str(Path(__file__).parents[1] / "relax"))
from nn_cases import cases

found: dict[str, str] = {}
for name, (module, spec, debug) in cases(nn, tirx).items():
    try:
        found[name] = module.export_tvm(spec, debug=debug)[0].script(show_meta=True)
    except Exception as error:
        found[name] = f"{type(error).__name__}: {error}"
print("\n" + json.dumps(found))
