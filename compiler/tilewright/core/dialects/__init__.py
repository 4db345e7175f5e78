"""The dialects of the language, one row each: hybrid (2020), classic (0.8 to 0.22) and tirx (0.25 and later).

Parser, printer, migration, namespaces, stubs and completion read the rows.
"""

from __future__ import annotations

from tilewright.core.dialects.classic import CLASSIC
from tilewright.core.dialects.dialect import Dialect, Migration, Words
from tilewright.core.dialects.hybrid import HYBRID
from tilewright.core.dialects.names import classic_name
from tilewright.core.dialects.releases import choose, default_dialect, is_later, later_imported, release
from tilewright.core.dialects.table import DIALECTS, common_dialect, dialect_named, dialect_of_text
from tilewright.core.dialects.tirx import TIRX

__all__ = [
    "CLASSIC",
    "DIALECTS",
    "HYBRID",
    "TIRX",
    "Dialect",
    "Migration",
    "Words",
    "choose",
    "classic_name",
    "common_dialect",
    "default_dialect",
    "dialect_named",
    "dialect_of_text",
    "is_later",
    "later_imported",
    "release",
]
