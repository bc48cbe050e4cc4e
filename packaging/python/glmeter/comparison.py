"""Compares two pictures, and shows where they differ."""

from __future__ import annotations

from typing import List, NamedTuple

from .pictures import Picture

_RED = b"\xff\x00\x00\xff"


class Difference(NamedTuple):
    """How two pictures of one size differ."""

    #: The number of pixels with a channel that differs by more than the tolerance.
    pixels: int
    #: The largest difference of a channel.
    largest: int


def compare(expected: Picture, got: Picture, tolerance: int) -> Difference:
    """Compares pictures of one size and number of channels."""
    pixels = largest = 0
    for y in range(expected.height):
        differences = _differences(expected.row(y), got.row(y), expected.channels)
        pixels += sum(difference > tolerance for difference in differences)
        largest = max(largest, *differences, 0)
    return Difference(pixels, largest)


def _differences(before: bytes, after: bytes, channels: int) -> List[int]:
    """Returns the largest difference of a channel for each pixel of a row; an empty list if the rows are the same."""
    if before == after:
        return []
    each = [abs(one - other) for one, other in zip(before, after)]
    return [max(pixel) for pixel in zip(*(each[channel::channels] for channel in range(channels)))]


def difference(expected: Picture, got: Picture, tolerance: int) -> Picture:
    """Returns a picture that is red where a pixel differs by more than the tolerance, and elsewhere shows what is expected in light grey.
    If the sizes differ, it has the larger width and height, and is red where one of the two has no pixel."""
    width, height, channels = max(expected.width, got.width), max(expected.height, got.height), expected.channels
    red, common = _RED[:channels], min(expected.width, got.width)
    shown = bytearray()
    for y in range(height):
        if y >= min(expected.height, got.height):
            shown += red * width
            continue
        before, after = (picture.row(y)[: common * channels] for picture in (expected, got))
        line = bytearray(_grey(before, channels) + red * (width - common))
        for x, differs in enumerate(_differences(before, after, channels)):
            if differs > tolerance:
                line[x * channels : (x + 1) * channels] = red
        shown += line
    return Picture(width, height, channels, bytes(shown))


def _grey(row: bytes, channels: int) -> bytes:
    """Returns a row in light grey, by the brightness of its pixels."""
    brightness = bytes(170 + sum(pixel) // 9 for pixel in zip(*(row[channel::channels] for channel in range(3))))
    grey = bytearray(b"\xff" * len(row))
    for channel in range(3):
        grey[channel::channels] = brightness
    return bytes(grey)
