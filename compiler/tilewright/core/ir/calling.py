"""Calling conventions: the values of the attribute "calling_conv", with TVM's numbers."""

from __future__ import annotations

from enum import IntEnum


class CallingConv(IntEnum):
    """`DEFAULT`: by values and pointers.  `C_PACKED_FUNC`: by an array of tagged values.  `DEVICE_KERNEL_LAUNCH`: by starting threads of a device."""

    DEFAULT = 0
    C_PACKED_FUNC = 1
    DEVICE_KERNEL_LAUNCH = 2
