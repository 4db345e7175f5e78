"""Descriptions of the things in a program: the text of hovers, outlines, completions and signatures, from an `Analysis` and the tables.

An editor's server asks here and knows nothing of the language itself.
"""

from __future__ import annotations

from tilewright.core.describe.blocks import block_of
from tilewright.core.describe.called import function_called
from tilewright.core.describe.deduced import deduced
from tilewright.core.describe.instantiations import Factory, factories
from tilewright.core.describe.lowers import implementation_place
from tilewright.core.describe.members import (
    Parameter,
    Signature,
    entry_documentation,
    member_named,
    member_of,
    member_signatures,
    signature_of,
)
from tilewright.core.describe.names import (
    ATTRIBUTES,
    DTYPE_NAMES,
    WORDS,
    Entry,
    element_of,
    entries,
    expression_entries,
    members_of,
    resolve,
    result_of,
    visible,
)
from tilewright.core.describe.ranges import domain_text
from tilewright.core.describe.signatures import signature_at
from tilewright.core.describe.stubs import stub_place
from tilewright.core.describe.values import describe, detail

__all__ = [
    "ATTRIBUTES",
    "DTYPE_NAMES",
    "WORDS",
    "Entry",
    "Factory",
    "Parameter",
    "Signature",
    "block_of",
    "deduced",
    "describe",
    "detail",
    "domain_text",
    "element_of",
    "entries",
    "entry_documentation",
    "expression_entries",
    "factories",
    "function_called",
    "implementation_place",
    "member_named",
    "member_of",
    "member_signatures",
    "members_of",
    "resolve",
    "result_of",
    "signature_at",
    "signature_of",
    "stub_place",
    "visible",
]
