"""PNG files, and comparisons of pictures."""

import random
import struct
import zlib

import glmeter
import pytest
from conftest import ROOT
from glmeter import comparison, pictures
from glmeter.pictures import Picture

numpy = pytest.importorskip("numpy")


def noise(width, height, channels, seed=1):
    of = random.Random(seed)
    return Picture(width, height, channels, bytes(of.randrange(256) for _ in range(width * height * channels)))


@pytest.mark.parametrize("channels", [3, 4])
def test_a_picture_is_read_as_it_was_written(tmp_path, channels):
    array = noise(7, 5, channels).array()
    glmeter.write_picture(tmp_path / "noise.png", array)
    read = glmeter.read_picture(tmp_path / "noise.png")
    assert read.shape == (5, 7, channels) and (read == array).all()
    glmeter.write_picture(tmp_path / "turned.png", array[::-1, ::-1])
    assert (glmeter.read_picture(tmp_path / "turned.png") == array[::-1, ::-1]).all()


def filtered(picture, filters):
    """Returns a PNG file whose rows have these filters in turn, by PNG's definition."""
    line, channels, rows = picture.width * picture.channels, picture.channels, b""
    for y in range(picture.height):
        row = picture.data[y * line : (y + 1) * line]
        above = picture.data[(y - 1) * line : y * line] if y else bytes(line)
        kind = filters[y % len(filters)]
        rows += bytes([kind])
        for x in range(line):
            a, b = (row[x - channels] if x >= channels else 0), above[x]
            c = above[x - channels] if x >= channels else 0
            p = a + b - c
            paeth = a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c
            rows += bytes([(row[x] - [0, a, b, (a + b) // 2, paeth][kind]) & 255])
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, {3: 2, 4: 6}[channels], 0, 0, 0)
    packed = zlib.compress(rows)
    chunks = [(b"IHDR", header), (b"tEXt", b"Title\0noise"), (b"IDAT", packed[:9]), (b"IDAT", packed[9:]), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(pictures._chunk(*chunk) for chunk in chunks)


@pytest.mark.parametrize("channels", [3, 4])
def test_every_filter_is_read(tmp_path, channels):
    picture = noise(9, 10, channels)
    (tmp_path / "filtered.png").write_bytes(filtered(picture, [1, 2, 3, 4, 0]))
    assert pictures.read(tmp_path / "filtered.png") == picture


def test_the_pictures_of_the_command_are_read():
    demo = glmeter.read_picture(ROOT / "docs/demo.png")
    assert demo.shape == (480, 640, 4) or demo.shape == (480, 640, 3)
    assert len(numpy.unique(demo.reshape(-1, demo.shape[2]), axis=0)) > 1000


@pytest.mark.parametrize("content", [b"", b"GIF89a", filtered(noise(2, 2, 3), [0])[:40], filtered(noise(2, 2, 3), [0])[:-30]])
def test_other_files_are_an_error(tmp_path, content):
    (tmp_path / "broken.png").write_bytes(content)
    with pytest.raises(glmeter.Error, match=r"broken.png cannot be read as a picture: "):
        glmeter.read_picture(tmp_path / "broken.png")
    with pytest.raises(glmeter.Error, match=r"missing.png cannot be read as a picture: "):
        glmeter.read_picture(tmp_path / "missing.png")


@pytest.mark.parametrize("array", [[1, 2], numpy.zeros((2, 2), "u1"), numpy.zeros((2, 2, 3)), numpy.zeros((2, 2, 2), "u1"), numpy.zeros((0, 2, 3), "u1")])
def test_other_arrays_are_an_error(tmp_path, array):
    with pytest.raises(glmeter.Error, match="a picture is an array of bytes"):
        glmeter.write_picture(tmp_path / "no.png", array)


def test_arrays_need_numpy(python):
    program = """
        import sys; sys.modules["numpy"] = None
        import glmeter
        context = glmeter.Context(2, 2, provider="software")
        print(context.pixels() == bytes(16))
        try: context.picture()
        except glmeter.Error as error: print(error)
    """
    assert python(program) == "True\npictures as arrays need numpy: `pip install glmeter[numpy]`\n"


def test_a_comparison_counts_pixels_and_the_largest_difference():
    expected = Picture(2, 1, 4, bytes([10, 20, 30, 255, 40, 50, 60, 255]))
    got = Picture(2, 1, 4, bytes([10, 20, 30, 255, 41, 50, 57, 255]))
    assert comparison.compare(expected, expected, 0) == (0, 0)
    assert comparison.compare(expected, got, 0) == (1, 3)
    assert comparison.compare(expected, got, 3) == (0, 3)
    shown = comparison.difference(expected, got, 0)
    assert shown.pixel(1, 0) == b"\xff\0\0\xff" and shown.pixel(0, 0) == bytes([176, 176, 176, 255])


def test_a_difference_of_sizes_is_red():
    shown = comparison.difference(noise(2, 2, 3), noise(3, 1, 3), 255)
    assert shown[:3] == (3, 2, 3)
    assert [shown.pixel(x, y) == b"\xff\0\0" for y in range(2) for x in range(3)] == [False, False, True, True, True, True]
