"""Signature help: the signature of the call around the cursor, and which parameter is being written."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.analyze import Analysis
from tilewright.core.describe import Signature, resolve, signature_at, signature_of
from tilewright_server import shapes
from tilewright_server.answers import SignatureText
from tilewright_server.ask import Ask
from tilewright_server.features.cursor import call_around
from tilewright_server.features.plain_python import in_script


def signature_called(analysis: Analysis, offset: int, path: Sequence[str]) -> Signature | None:
    """The signature of what a name calls; what plain Python calls and defines is left to others."""
    if in_script(analysis, offset):
        return signature_at(analysis, offset, path)
    return signature_of(resolve(analysis, offset, path))


def signature_help(analysis: Analysis, offset: int) -> SignatureText | None:
    """The signature of the innermost call of a known function."""
    call = call_around(analysis.source.text, offset)
    if call is None:
        return None
    signature = signature_called(analysis, offset, call.path)
    if signature is None:
        return None
    places = tuple((parameter.start, parameter.end) for parameter in signature.parameters)
    return SignatureText(signature.label, signature.doc, places, signature.active(call.index, call.keyword))


def answer(ask: Ask) -> shapes.SignatureHelp | None:
    """`textDocument/signatureHelp`"""
    return ask.wire.signature_help(signature_help(ask.analysis, ask.offset))
