"""Draws pictures with moderngl on EGL and writes them as PPM files.  Arguments: the folder."""

import sys

import moderngl
import numpy

SIZE = 256
context = moderngl.create_context(standalone=True, backend="egl", require=430)
print("renderer", context.info["GL_RENDERER"])


def target(samples=0):
    color = context.renderbuffer((SIZE, SIZE), 4, samples=samples)
    return context.framebuffer([color], context.depth_renderbuffer((SIZE, SIZE), samples=samples))


picture = target()


def begin(framebuffer, flags):
    framebuffer.use()
    framebuffer.clear(0.1, 0.2, 0.3, 1.0)
    context.enable_only(flags)


def save(name, framebuffer=picture):
    rows = numpy.frombuffer(framebuffer.read(components=3), "u1").reshape(SIZE, -1)
    with open(f"{sys.argv[1]}/{name}.ppm", "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (SIZE, SIZE) + rows[::-1].tobytes())
    assert context.error == "GL_NO_ERROR", (name, context.error)


def floats(values):
    return context.buffer(numpy.asarray(values, "f4").tobytes())


def camera():
    """Returns the bytes of a matrix that looks at the origin from (3, 3, 2)."""
    eye = numpy.array([3.0, 3.0, 2.0])
    back = eye / numpy.linalg.norm(eye)
    right = numpy.cross([0, 0, 1], back)
    right /= numpy.linalg.norm(right)
    view = numpy.eye(4)
    view[:3, :3] = [right, numpy.cross(back, right), back]
    view[:3, 3] = -view[:3, :3] @ eye
    scale, near, far = 2.4, 0.5, 20.0
    depth = [(far + near) / (near - far), 2 * far * near / (near - far)]
    projection = [[scale, 0, 0, 0], [0, scale, 0, 0], [0, 0, *depth], [0, 0, -1, 0]]
    return numpy.ascontiguousarray((numpy.array(projection) @ view).T, "f4").tobytes()


def torus(count):
    """Returns positions, normals and texture coordinates, and the indices of a torus's triangles."""
    angles = numpy.arange(count) * 2 * numpy.pi / count
    u, v = numpy.meshgrid(angles, angles, indexing="ij")
    normal = numpy.stack([numpy.cos(v) * numpy.cos(u), numpy.cos(v) * numpy.sin(u), numpy.sin(v)], -1)
    centre = numpy.stack([numpy.cos(u), numpy.sin(u), 0 * u], -1)
    vertices = numpy.concatenate([centre + 0.4 * normal, normal, u[..., None], v[..., None]], -1)
    i, j = numpy.meshgrid(range(count), range(count), indexing="ij")
    a, b = i * count + j, (i + 1) % count * count + j
    c, d = (i + 1) % count * count + (j + 1) % count, i * count + (j + 1) % count
    return vertices.reshape(-1, 8), numpy.stack([a, b, c, a, c, d], -1)


square = floats([-1, -1, 1, -1, -1, 1, 1, 1])
WHOLE = "#version 430\nin vec2 place; out vec2 at; void main() { at = place; gl_Position = vec4(place, 0, 1); }"


def cover(fragment_shader):
    """Draws the whole picture with a fragment shader."""
    program = context.program(vertex_shader=WHOLE, fragment_shader="#version 430\n" + fragment_shader)
    begin(picture, context.NOTHING)
    context.vertex_array(program, [(square, "2f", "place")]).render(moderngl.TRIANGLE_STRIP)


random = numpy.random.RandomState(1)
y, x = numpy.mgrid[0:128, 0:128]
tiles = numpy.stack([(x // 8 + y // 8) % 2 * 255, x * 2, y * 2], -1).astype("u1")

# A lit, textured torus, with one and four samples.
texture = context.texture((128, 128), 3, tiles.tobytes())
texture.build_mipmaps()
texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
lit = context.program(
    vertex_shader="""#version 330
        uniform mat4 camera; in vec3 place; in vec3 facing; in vec2 turn; out vec3 normal; out vec2 at;
        void main() { normal = facing; at = turn * 0.6; gl_Position = camera * vec4(place, 1); }""",
    fragment_shader="""#version 330
        uniform sampler2D tiles; in vec3 normal; in vec2 at; out vec4 color;
        void main() {
            float light = max(dot(normalize(normal), normalize(vec3(1, 0.5, 1))), 0.0);
            color = vec4(texture(tiles, at).rgb * (0.2 + 0.8 * light) + pow(light, 40.0), 1);
        }""",
)
lit["camera"].write(camera())
vertices, indices = torus(64)
shape = [(floats(vertices), "3f 3f 2f", "place", "facing", "turn")]
shape = context.vertex_array(lit, shape, context.buffer(indices.astype("u4").tobytes()))
for samples in (0, 4):
    framebuffer = target(samples)
    begin(framebuffer, context.DEPTH_TEST | context.CULL_FACE)
    texture.use(0)
    shape.render()
    context.copy_framebuffer(picture, framebuffer)
    save(f"torus-{samples}")

# Points that a geometry shader makes discs of, blended.
discs = context.program(
    vertex_shader="#version 330\nin vec3 disc; out float radius; void main() { gl_Position = vec4(disc.xy, 0, 1); radius = disc.z; }",
    geometry_shader="""#version 330
        layout(points) in; layout(triangle_strip, max_vertices = 42) out; in float radius[]; out vec3 tint;
        void main() {
            for (int i = 0; i <= 20; i++) {
                float angle = float(i) / 20.0 * 6.2831853;
                tint = vec3(1); gl_Position = gl_in[0].gl_Position; EmitVertex();
                vec2 side = vec2(cos(angle), sin(angle));
                tint = vec3(side * 0.5 + 0.5, 0); gl_Position.xy += side * radius[0]; EmitVertex();
            }
        }""",
    fragment_shader="#version 330\nin vec3 tint; out vec4 color; void main() { color = vec4(tint, 0.6); }",
)
begin(picture, context.BLEND)
places = numpy.concatenate([random.uniform(-1, 1, (300, 2)), random.uniform(0.02, 0.15, (300, 1))], 1)
context.vertex_array(discs, [(floats(places), "3f", "disc")]).render(moderngl.POINTS)
save("geometry")

# A tessellated surface.
waves = context.program(
    vertex_shader="#version 410\nin vec2 place; void main() { gl_Position = vec4(place, 0, 1); }",
    tess_control_shader="""#version 410
        layout(vertices = 4) out;
        void main() {
            gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
            gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = 15.3;
            gl_TessLevelInner[0] = gl_TessLevelInner[1] = 13.7;
        }""",
    tess_evaluation_shader="""#version 410
        layout(quads, fractional_odd_spacing, ccw) in; uniform mat4 camera; out vec2 slope;
        void main() {
            vec4 low = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x);
            vec4 place = mix(low, mix(gl_in[3].gl_Position, gl_in[2].gl_Position, gl_TessCoord.x), gl_TessCoord.y);
            place.z = 0.2 * sin(place.x * 6.0) * cos(place.y * 7.0);
            slope = vec2(cos(place.x * 6.0), sin(place.y * 7.0));
            gl_Position = camera * place;
        }""",
    fragment_shader="#version 410\nin vec2 slope; out vec4 color; void main() { color = vec4(slope * 0.5 + 0.5, 0.5, 1); }",
)
waves["camera"].write(camera())
corners = [[X, Y, X + 0.5, Y, X + 0.5, Y + 0.5, X, Y + 0.5] for X in (-1, -0.5, 0, 0.5) for Y in (-1, -0.5, 0, 0.5)]
begin(picture, context.DEPTH_TEST)
context.patch_vertices = 4
context.vertex_array(waves, [(floats(corners), "2f", "place")]).render(moderngl.PATCHES)
save("tessellation")

# The layers of an array, then a march through a volume of one component.
layers = context.texture_array((32, 32, 8), 3, numpy.stack([tiles[n : n + 32, n : n + 32] for n in range(0, 64, 8)]).tobytes())
layers.build_mipmaps()
layers.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
layers.use(0)
cover("uniform sampler2DArray t; in vec2 at; out vec4 c; void main() { c = texture(t, vec3(at * 4.0, floor(at.x * 4.0 + 4.0))); }")
save("array")
z, y, x = numpy.mgrid[-1:1:32j, -1:1:32j, -1:1:32j]
cloud = numpy.clip(1 - numpy.sqrt(x * x + y * y + z * z), 0, 1) * (0.5 + 0.5 * numpy.sin(9 * x) * numpy.cos(8 * y))
volume = context.texture3d((32, 32, 32), 1, (cloud * 255).astype("u1").tobytes())
volume.filter = (moderngl.LINEAR, moderngl.LINEAR)
volume.repeat_x = volume.repeat_y = volume.repeat_z = False
volume.use(0)
cover("""uniform sampler3D volume; in vec2 at; out vec4 color;
    void main() {
        vec3 sum = vec3(0); float left = 1.0;
        for (int i = 0; i < 48 && left > 0.01; i++) {
            vec3 place = vec3(at * 0.6, float(i) / 24.0 - 1.0) * 0.5 + 0.5;
            float density = texture(volume, place).r * 0.3;
            sum += left * density * place; left *= 1.0 - density;
        }
        color = vec4(sum * 2.0, 1);
    }""")
save("volume")

# A compute shader that writes an image.
compute = context.compute_shader("""#version 430
    layout(local_size_x = 8, local_size_y = 8) in; layout(rgba8, binding = 0) writeonly uniform image2D image;
    shared vec4 tile[64];
    void main() {
        ivec2 place = ivec2(gl_GlobalInvocationID.xy);
        vec2 c = vec2(place) / 100.0 - vec2(1.9, 1.28), z = vec2(0);
        int i = 0;
        for (; i < 60 && dot(z, z) < 4.0; i++) z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        tile[gl_LocalInvocationIndex] = vec4(vec3(sqrt(float(i) / 60.0), float(i) / 60.0, 0.3), 1);
        barrier();
        imageStore(image, place, 0.5 * (tile[gl_LocalInvocationIndex] + tile[63u - gl_LocalInvocationIndex]));
    }""")
image = context.texture((SIZE, SIZE), 4)
image.bind_to_image(0, read=False, write=True)
compute.run(SIZE // 8, SIZE // 8)
save("compute", context.framebuffer([image]))

# Particles that transform feedback moves, drawn as round points.
move = context.program(
    vertex_shader="#version 330\nin vec4 old; out vec4 now; void main() { now = vec4(old.xy + old.zw * 0.03, old.zw * 0.98); }",
    varyings=["now"],
)
states = [floats(random.uniform(-1, 1, (2000, 4))), context.buffer(reserve=2000 * 16)]
for _ in range(10):
    context.vertex_array(move, [(states[0], "4f", "old")]).transform(states[1], moderngl.POINTS)
    states.reverse()
dots = context.program(
    vertex_shader="""#version 330
        in vec4 state; out vec2 tint;
        void main() { gl_Position = vec4(state.xy * 0.8, 0, 1); gl_PointSize = 5.0; tint = state.zw * 0.5 + 0.5; }""",
    fragment_shader="""#version 330
        in vec2 tint; out vec4 color;
        void main() { vec2 side = gl_PointCoord * 2.0 - 1.0; color = vec4(tint, 0.5, 1) * max(1.0 - dot(side, side), 0.0); }""",
)
begin(picture, context.BLEND | context.PROGRAM_POINT_SIZE)
context.blend_func = context.ONE, context.ONE
context.vertex_array(dots, [(states[0], "4f", "state")]).render(moderngl.POINTS)
save("feedback")
