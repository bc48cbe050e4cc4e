"""Compares two pictures, and shows where they differ."""

from __future__ import annotations

from typing import NamedTuple

from .pictures import Picture

_RED = b"\xff\x00\x00\xff"


class Difference(NamedTuple):
    """How two pictures of one size differ."""

    #: The number of pixels with a channel that differs by more than the tolerance.
    pixels: int
    #: The largest difference of a channel.
    largest: int


def compare(expected: Picture, got: Picture, tolerance: int) -> Difference:
    """Compares pictures of one size."""
    if expected.data == got.data:
        return Difference(0, 0)
    each = [abs(before - after) for before, after in zip(expected.data, got.data)]
    channels = expected.channels
    pixels = sum(1 for first in range(0, len(each), channels) if max(each[first : first + channels]) > tolerance)
    return Difference(pixels, max(each))


def difference(expected: Picture, got: Picture, tolerance: int) -> Picture:
    """Returns a picture that is red where a pixel differs by more than the tolerance, and elsewhere shows what is expected in light grey.
    If the sizes differ, it has the larger width and height, and is red where one of the two has no pixel."""
    width, height, channels = max(expected.width, got.width), max(expected.height, got.height), expected.channels
    red, shown = _RED[:channels], bytearray()
    for y in range(height):
        for x in range(width):
            shown += _grey(expected.pixel(x, y)) if _is_same(expected, got, x, y, tolerance) else red
    return Picture(width, height, channels, bytes(shown))


def _is_same(expected: Picture, got: Picture, x: int, y: int, tolerance: int) -> bool:
    inside = x < min(expected.width, got.width) and y < min(expected.height, got.height)
    same_channels = expected.channels == got.channels
    return inside and same_channels and all(abs(a - b) <= tolerance for a, b in zip(expected.pixel(x, y), got.pixel(x, y)))


def _grey(pixel: bytes) -> bytes:
    """Returns a light grey of a pixel's brightness."""
    brightness = 170 + sum(pixel[:3]) // 9
    return bytes([brightness] * 3 + [255])[: len(pixel)]
