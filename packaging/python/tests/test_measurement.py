"""The times and counts of blocks."""

import dataclasses
import struct

import glmeter
import moderngl
import pytest

VERTEX_SHADER = "#version 330\nin vec2 place; void main() { gl_Position = vec4(place, 0, 1); }"
FRAGMENT_SHADER = "#version 330\nout vec4 colour; void main() { colour = vec4(1); }"


class Triangle:
    """A triangle that covers half of 64 x 64 pixels."""

    def __init__(self, context):
        self.gl = moderngl.create_context(context=context)
        program = self.gl.program(vertex_shader=VERTEX_SHADER, fragment_shader=FRAGMENT_SHADER)
        corners = self.gl.buffer(struct.pack("6f", -1, -1, 1, -1, -1, 1))
        self.array = self.gl.vertex_array(program, [(corners, "2f", "place")])

    def draw(self, instances=1):
        self.array.render(instances=instances)


@pytest.fixture
def triangle(provider):
    context = glmeter.Context(64, 64, provider=provider)
    yield Triangle(context)
    context.close()


def test_a_block_has_times_and_counts(triangle, provider):
    with glmeter.measure() as measured:
        triangle.draw(instances=2)
    counts = measured.counts
    assert (counts.vertices_submitted, counts.primitives_submitted, counts.vertex_shader_invocations) == (6, 2, 6)
    assert (counts.clipping_input_primitives, counts.clipping_output_primitives) == (2, 2)
    assert (counts.geometry_shader_invocations, counts.compute_shader_invocations) == (0, 0)
    assert counts.fragment_shader_invocations == 64 * 63 if provider == "software" else counts.fragment_shader_invocations > 64 * 60
    assert 0 < measured.gpu_ns < 60e9 and 0 < measured.wall_ns < 60e9
    assert measured.counts is counts


def test_blocks_nest_and_leave_the_programs_queries_alone(triangle):
    query = triangle.gl.query(samples=True, time=True, primitives=True)
    with query, glmeter.measure() as outer:
        triangle.draw()
        with glmeter.measure() as inner:
            triangle.draw(instances=3)
    assert (outer.counts.primitives_submitted, inner.counts.primitives_submitted) == (4, 3)
    assert query.primitives == 4 and query.samples > 0 and query.elapsed > 0
    assert triangle.gl.error == "GL_NO_ERROR"


def test_counts_that_a_driver_lacks_come_from_the_draws(python):
    program = """
        import sys; sys.path.insert(0, "TESTS")
        import glmeter; from test_measurement import Triangle
        context = glmeter.Context(64, 64, provider="host"); triangle = Triangle(context)
        with glmeter.measure() as m: triangle.draw(instances=3)
        print(m.counts.vertices_submitted, m.counts.primitives_submitted, m.counts.tess_evaluation_shader_invocations, m.gpu_ns > 0)
    """
    from pathlib import Path

    program = program.replace("TESTS", str(Path(__file__).parent))
    assert python(program, GLMETER_EMULATE="always") == "9 3 0 True\n"


def test_commands_are_counted(triangle):
    with glmeter.measure(commands=True) as measured:
        triangle.gl.clear()
        triangle.draw()
        triangle.draw()
        triangle.gl.buffer(b"12345678")
    commands = measured.commands
    assert (commands.draws, commands.clears, commands.uploads, commands.upload_bytes) == (2, 1, 1, 8)
    assert (commands.dispatches, commands.queries, commands.errors) == (0, 0, 0) and commands.state_changes > 0


def test_a_block_that_ends_on_another_context_is_measured(triangle, provider):
    with glmeter.measure() as measured:
        triangle.draw()
        other = glmeter.Context(1, 1, provider=provider)
    assert other.is_current
    assert measured.counts.vertices_submitted == 3
    assert other.is_current


def test_a_block_in_opengl_es_is_measured(provider):
    context = glmeter.Context(8, 8, api="gles", provider=provider)
    with glmeter.measure() as measured:
        context.pixels()
    counts = measured.counts
    assert (counts.vertices_submitted, counts.compute_shader_invocations) == (0, 0) and measured.gpu_ns is not None
    assert counts.fragment_shader_invocations is None, "the driver counts no fragments"


def test_what_cannot_be_measured_is_an_error(triangle):
    measured = glmeter.measure()
    with pytest.raises(glmeter.Error, match="the block has not ended"):
        measured.counts
    with measured:
        pass
    with pytest.raises(glmeter.Error, match="measures one block"):
        measured.__enter__()
    with pytest.raises(glmeter.Error, match=r"measure\(commands=True\)"):
        measured.commands
    glmeter.Context.current().close()
    with pytest.raises(glmeter.Error, match="the context is closed"):
        measured.counts
    with pytest.raises(glmeter.Error, match="no context is current"), glmeter.measure():
        pass


def test_an_error_in_the_block_is_the_one_that_is_raised(triangle):
    with pytest.raises(ZeroDivisionError), glmeter.measure():
        1 / 0
    with pytest.raises(ZeroDivisionError), glmeter.measure():
        glmeter.Context.current().close()
        1 / 0


def test_the_context_of_another_library_is_measured(python):
    program = """
        import moderngl, glmeter
        context = moderngl.create_context(standalone=True, backend="egl")
        with glmeter.measure() as m: context.clear()
        print(m.counts.vertices_submitted, m.gpu_ns > 0)
        try:
            with glmeter.measure(commands=True): pass
        except glmeter.Error as error: print(error)
    """
    assert python(program) == "0 True\ncommands are counted in contexts of glmeter.Context, and in programs under `glmeter run`\n"
    assert python(program, GLMETER_EMULATE="always").startswith("None True\n"), "draws that glmeter does not see are not counted"


def test_the_names_are_those_of_the_report_and_of_the_header():
    from conftest import ROOT

    schema = (ROOT / "docs/arb_pipeline_statistics_query.md").read_text()
    for field in dataclasses.fields(glmeter.Counts):
        assert f"`{field.name.upper()}`" in schema
    header = (ROOT / "include/GL/glmeter.h").read_text()
    members = header.split("struct glmeter_counts {")[1].split("};")[0]
    named = [line.split()[1].rstrip(";") for line in members.splitlines() if line.strip().startswith("GLuint64")]
    assert [field.name for field in dataclasses.fields(glmeter.Commands)] == named
