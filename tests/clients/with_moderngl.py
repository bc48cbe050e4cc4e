"""Tests moderngl, which looks up every function in libGL by dlsym, on EGL contexts too.  Arguments: egl or x11, and
the version to request if it is not 4.3."""

import struct
import sys

import moderngl

import probe

backend = {"backend": "egl"} if sys.argv[1] == "egl" else {}
version = int(sys.argv[2]) if len(sys.argv) > 2 else 430
context = moderngl.create_context(standalone=True, require=version, **backend)
framebuffer = context.simple_framebuffer((64, 64))
framebuffer.use()
program = context.program(
    vertex_shader="#version 330\nin vec2 place; void main() { gl_Position = vec4(place, 0, 1); }",
    fragment_shader="#version 330\nout vec4 color; void main() { color = vec4(1); }",
)
triangle = context.vertex_array(program, [(context.buffer(struct.pack("6f", -1, -1, 1, -1, 0, 1)), "2f", "place")])
query = context.query(samples=True, time=True, primitives=True)
for instances in (1, 3):
    with query:
        triangle.render(instances=instances)
    assert query.primitives == instances, query.primitives
    assert query.samples > 0, query.samples
    assert 0 < query.elapsed < 5e9, query.elapsed
assert context.error == "GL_NO_ERROR", context.error
probe.desktop(context.mglo._context.load if hasattr(context.mglo, "_context") else context.mglo.context.load)
