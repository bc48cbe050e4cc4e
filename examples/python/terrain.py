"""A small renderer: hills under a sun, drawn with moderngl. `python terrain.py FILE` writes a picture without a display."""

import sys

import glmeter
import moderngl
import numpy

VERTEX_SHADER = """#version 330
uniform mat4 camera;
in vec3 place;
in vec3 facing;
out vec3 normal;
out float height;
void main() { normal = facing; height = place.z; gl_Position = camera * vec4(place, 1); }
"""

FRAGMENT_SHADER = """#version 330
uniform vec3 sun;
in vec3 normal;
in float height;
out vec4 colour;
void main() {
    vec3 ground = mix(vec3(0.2, 0.45, 0.15), vec3(0.95), smoothstep(0.15, 0.35, height));
    colour = vec4(ground * (0.25 + 0.75 * max(dot(normalize(normal), normalize(sun)), 0.0)), 1);
}
"""


def hills(count):
    """Returns the places and normals of count x count vertices, and the indices of their triangles."""
    x, y = numpy.meshgrid(numpy.linspace(-1, 1, count), numpy.linspace(-1, 1, count))
    z = 0.2 * numpy.sin(3 * x + 1) * numpy.cos(4 * y) + 0.15 * numpy.exp(-8 * (x**2 + y**2))
    down_y, down_x = numpy.gradient(-z, 2 / (count - 1))
    vertices = numpy.stack([x, y, z, down_x, down_y, numpy.ones_like(z)], -1)
    corner = numpy.add.outer(numpy.arange(count - 1) * count, numpy.arange(count - 1))
    triangles = numpy.stack([corner, corner + 1, corner + count, corner + count, corner + 1, corner + count + 1], -1)
    return vertices.astype("f4"), triangles.astype("u4")


def looking_at_the_origin(eye, aspect):
    """Returns the matrix of a camera."""
    back = numpy.array(eye) / numpy.linalg.norm(eye)
    right = numpy.cross([0, 0, 1], back)
    right /= numpy.linalg.norm(right)
    view = numpy.eye(4)
    view[:3, :3] = [right, numpy.cross(back, right), back]
    view[:3, 3] = -view[:3, :3] @ eye
    near, far, scale = 0.1, 10, 2
    projection = numpy.diag([scale / aspect, scale, (far + near) / (near - far), 0])
    projection[2, 3], projection[3, 2] = 2 * far * near / (near - far), -1
    return projection @ view


class Terrain:
    """Hills in buffers of a context."""

    def __init__(self, context, count=64):
        self.context = context
        self.program = context.program(vertex_shader=VERTEX_SHADER, fragment_shader=FRAGMENT_SHADER)
        vertices, triangles = hills(count)
        buffers = [(context.buffer(vertices.tobytes()), "3f 3f", "place", "facing")]
        self.mesh = context.vertex_array(self.program, buffers, context.buffer(triangles.tobytes()))

    def draw(self, eye=(1.6, -1.6, 1.2), sun=(1, 0.5, 1)):
        """Draws a picture to the framebuffer in use."""
        width, height = self.context.fbo.size
        self.context.clear(0.5, 0.7, 0.95, 1)
        self.context.enable_only(moderngl.DEPTH_TEST)
        self.program["camera"].write(looking_at_the_origin(eye, width / height).T.astype("f4").tobytes())
        self.program["sun"] = sun
        self.mesh.render()


def main():
    window = glmeter.Context(640, 480)
    terrain = Terrain(moderngl.create_context(context=window))
    with glmeter.measure() as frame:
        terrain.draw()
    glmeter.write_picture(sys.argv[1], window.picture())
    print(f"{frame.gpu_ns / 1e6:.1f} ms on {window.renderer}, {frame.counts.primitives_submitted} triangles")


if __name__ == "__main__":
    main()
