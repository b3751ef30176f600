"""Bit instructions for kernels: one machine instruction when compiled, plain Python otherwise."""

from __future__ import annotations

from typing import Any


def plain_popcount(bits: Any) -> int:
    """Return how many bits of an unsigned (or non-negative) integer are set."""
    return int(bits).bit_count()


def plain_ctz(bits: Any) -> int:
    """Return the place of the lowest set bit, 64 for none."""
    whole = int(bits)
    return (whole & -whole).bit_length() - 1 if whole else 64


def intrinsics() -> tuple[Any, Any]:
    """Return popcount and ctz for numba to compile. Imports numba."""
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba.core import types
    from numba.extending import intrinsic

    def wide(builder: Any, bits: Any) -> Any:
        return builder.zext(bits, ir.IntType(64)) if bits.type.width < 64 else bits

    @intrinsic
    def popcount(typingctx: Any, bits: Any) -> Any:
        """Return how many bits of an unsigned (or non-negative) integer are set: one machine instruction."""
        if not isinstance(bits, types.Integer):
            return None

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(wide(builder, args[0]))

        return types.int64(bits), generate

    @intrinsic
    def ctz(typingctx: Any, bits: Any) -> Any:
        """Return the place of the lowest set bit, 64 for none: one machine instruction."""
        if not isinstance(bits, types.Integer):
            return None

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(wide(builder, args[0]), ir.Constant(ir.IntType(1), 0))

        return types.int64(bits), generate

    return popcount, ctz
