"""Runs in an environment with TVM: reads texts as JSON from standard input and says of each what TVM prints of it, or why it does not read it."""

from __future__ import annotations

import json
import sys

import tvm


def printed(text: str) -> dict[str, str]:
    try:
        return {"text": tvm.script.from_source(text).script()}
    except Exception as error:
        return {"error": str(error)[:2000]}


print(json.dumps([printed(text) for text in json.load(sys.stdin)]))
