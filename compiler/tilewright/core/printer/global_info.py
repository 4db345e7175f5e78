"""Printing the global infos of a module: `I.vdevice({"kind": "llvm"}, 0, "global")`, `I.dummy_global_info()`."""

from __future__ import annotations

from tilewright.core.ir.global_info import DummyGlobalInfo, VDevice
from tilewright.core.printer.document import Text, call
from tilewright.core.printer.state import ExpressionRule, Printer
from tilewright.core.printer.values import string, value


def vdevice(printer: Printer, node: VDevice) -> Text:
    """`I.vdevice({"kind": "llvm"}, 0, "global")`, `I.vdevice()`"""
    if node.target is None:
        return call(printer.ir("vdevice"))
    target = value(printer, node.target.export())
    return call(printer.ir("vdevice"), target, str(node.vdevice_id), string(node.memory_scope))


def dummy(printer: Printer, node: DummyGlobalInfo) -> Text:
    """`I.dummy_global_info()`"""
    return call(printer.ir("dummy_global_info"))


GLOBAL_INFOS: dict[type, ExpressionRule] = {VDevice: vdevice, DummyGlobalInfo: dummy}
