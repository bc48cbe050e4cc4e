"""Tests the renderer with glmeter's plugin for pytest, on the software pipeline: its pictures are the same on every machine."""

import moderngl
import pytest
from terrain import Terrain

pytestmark = pytest.mark.gl_context(width=160, height=120)


@pytest.fixture
def terrain(gl_context):
    return Terrain(moderngl.create_context(context=gl_context))


@pytest.mark.parametrize("sun", ["morning", "noon"])
def test_the_hills_look_as_they_did(terrain, gl_context, assert_picture, sun):
    terrain.draw(sun={"morning": (1, -0.5, 0.2), "noon": (0, 0, 1)}[sun])
    assert_picture(gl_context.picture(), f"hills-{sun}")


def test_the_hills_are_one_draw(terrain, gl_budget):
    with gl_budget(draws=1, clears=1, uploads=0, errors=0, vertices=6 * 63 * 63, primitives=2 * 63 * 63):
        terrain.draw()


def test_the_hills_cover_no_pixel_more_than_three_times(terrain, gl_budget):
    with gl_budget(fragments=3 * 160 * 120):
        terrain.draw()


def test_fewer_vertices_need_less_of_everything(gl_context, gl_budget):
    terrain = Terrain(moderngl.create_context(context=gl_context), count=16)
    with gl_budget(vertices=6 * 15 * 15, vertex_invocations=16 * 16):
        terrain.draw()
