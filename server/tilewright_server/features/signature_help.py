"""Signature help: the signature of the call around the cursor, and which parameter is being written."""

from __future__ import annotations

from tilewright.core.analyze import Analysis
from tilewright.core.describe import resolve, signature_of
from tilewright_server.answers import SignatureText
from tilewright_server.features.cursor import call_around


def signature_help(analysis: Analysis, offset: int) -> SignatureText | None:
    """The signature of the innermost call of a known function."""
    call = call_around(analysis.source.text, offset)
    if call is None:
        return None
    signature = signature_of(resolve(analysis, offset, call.path))
    if signature is None:
        return None
    places = tuple((parameter.start, parameter.end) for parameter in signature.parameters)
    return SignatureText(signature.label, signature.doc, places, signature.active(call.index, call.keyword))
