"""This repository's own Python programs, on the software pipeline."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT
from glmeter.pictures import Picture

RUN = [sys.executable, "-m", "glmeter", "run", "--provider", "software", "--report", "off", "--", sys.executable]


def output_of(*arguments):
    ended = subprocess.run([*RUN, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_the_smallest_program():
    assert output_of(ROOT / "tests/packages/draw.py") == "glmeter software pipeline ff00ffff\n"


def test_moderngl_with_a_context_of_its_own():
    assert output_of(ROOT / "tests/clients/with_moderngl.py", "egl").endswith("glmeter\n")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    folder = tmp_path_factory.mktemp("moderngl")
    output_of(ROOT / "tests/clients/draw_with_moderngl.py", folder)
    return folder


@pytest.mark.parametrize("name", ["torus-4", "tessellation", "compute"])
def test_moderngl_draws_the_same_pictures_on_every_machine(drawn, name, assert_picture):
    header, size, _, data = (drawn / f"{name}.ppm").read_bytes().split(b"\n", 3)
    width, height = map(int, re.findall(rb"\d+", size))
    assert header == b"P6"
    assert_picture(Picture(width, height, 3, data), f"moderngl-{name}")


def test_the_renderer_of_the_examples(tmp_path):
    output = output_of(ROOT / "examples/python/terrain.py", tmp_path / "hills.png")
    assert "ms on glmeter software pipeline, 7938 triangles" in output
