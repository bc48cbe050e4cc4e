"""Pictures as PNG files: eight bits each of red, green, blue and, where there is one, alpha."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from .errors import Error

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: The number of channels by PNG's colour type.
_CHANNELS = {2: 3, 6: 4}
_COLOUR_TYPES = {channels: colour_type for colour_type, channels in _CHANNELS.items()}

File = Union[str, "os.PathLike[str]"]


class Picture(NamedTuple):
    """The bytes of a picture, row by row from the top."""

    width: int
    height: int
    channels: int
    data: bytes

    @classmethod
    def of(cls, array: Any) -> Picture:
        """Returns the picture in an array of numpy, or in another object with a buffer, of the shape (height, width, 3 or 4) and of bytes."""
        try:
            view = memoryview(array)
        except TypeError as error:
            raise Error(f"a picture is an array of bytes, and not {type(array).__name__}") from error
        shape = view.shape
        if view.format != "B" or shape is None or len(shape) != 3 or shape[2] not in _COLOUR_TYPES or 0 in shape:
            raise Error(f"a picture is an array of bytes of the shape (height, width, 3 or 4), and not one of {view.format!r} and {shape}")
        return cls(shape[1], shape[0], shape[2], view.tobytes())

    def array(self) -> NDArray[numpy.uint8]:
        """Returns the picture as an array of numpy with the shape (height, width, channels)."""
        try:
            import numpy
        except ImportError as error:
            raise Error("pictures as arrays need numpy: `pip install glmeter[numpy]`") from error
        return numpy.frombuffer(bytearray(self.data), numpy.uint8).reshape(self.height, self.width, self.channels)

    def row(self, y: int) -> bytes:
        """Returns the bytes of a row."""
        line = self.width * self.channels
        return self.data[y * line : (y + 1) * line]

    def pixel(self, x: int, y: int) -> bytes:
        """Returns the channels of a pixel."""
        place = (y * self.width + x) * self.channels
        return self.data[place : place + self.channels]


def read_picture(file: File) -> NDArray[numpy.uint8]:
    """Reads a PNG file, such as one of `glmeter run --frame N --picture FILE`, as an array of numpy with the shape (height, width, 3 or 4)."""
    return read(file).array()


def write_picture(file: File, array: Any) -> None:
    """Writes an array of numpy with the shape (height, width, 3 or 4) as a PNG file."""
    write(file, Picture.of(array))


def write(file: File, picture: Picture) -> None:
    """Writes a PNG file."""
    line = picture.width * picture.channels
    # Each row begins with its filter: none.
    rows = b"".join(b"\0" + picture.data[first : first + line] for first in range(0, len(picture.data), line))
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, _COLOUR_TYPES[picture.channels], 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    Path(file).write_bytes(_SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def read(file: File) -> Picture:
    """Reads a PNG file."""
    try:
        return _decode(Path(file).read_bytes())
    except (OSError, ValueError, struct.error, zlib.error, IndexError) as error:
        raise Error(f"{os.fspath(file)} cannot be read as a picture: {error}") from error


def _decode(content: bytes) -> Picture:
    if not content.startswith(_SIGNATURE):
        raise ValueError("it is no PNG file")
    place, header, packed = len(_SIGNATURE), b"", b""
    while place < len(content):
        length, kind = struct.unpack_from(">I4s", content, place)
        data = content[place + 8 : place + 8 + length]
        header, packed = (data if kind == b"IHDR" else header), (packed + data if kind == b"IDAT" else packed)
        place += length + 12
    width, height, depth, colour_type, _, _, interlace = struct.unpack(">IIBBBBB", header)
    if depth != 8 or colour_type not in _CHANNELS or interlace:
        raise ValueError("only PNG files of eight bits a channel, in RGB or RGBA and not interlaced, are read")
    channels = _CHANNELS[colour_type]
    return Picture(width, height, channels, _unfiltered(zlib.decompress(packed), height, width * channels, channels))


def _unfiltered(rows: bytes, height: int, line: int, channels: int) -> bytes:
    """Returns the bytes of rows, of which each begins with its filter."""
    if len(rows) != height * (line + 1):
        raise ValueError("it ends too early")
    before, pixels = bytes(line), bytearray()
    for first in range(0, len(rows), line + 1):
        row = rows[first + 1 : first + 1 + line]
        before = row if rows[first] == 0 else _row(rows[first], row, before, channels)
        pixels += before
    return bytes(pixels)


def _row(of: int, row: bytes, above: bytes, channels: int) -> bytes:
    """Returns a row without its filter."""
    found = bytearray(row)
    for place, value in enumerate(row):
        left = found[place - channels] if place >= channels else 0
        corner = above[place - channels] if place >= channels else 0
        up = above[place]
        guess = (0, left, up, (left + up) // 2, _paeth(left, up, corner))[of]
        found[place] = (value + guess) & 0xFF
    return bytes(found)


def _paeth(left: int, up: int, corner: int) -> int:
    """Returns the one of three neighbours that is nearest to their plane."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))
