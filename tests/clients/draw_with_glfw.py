"""Draws a lit sphere of GL's fixed function in a context of GLFW, by EGL or OSMesa, and writes it as a PPM file.  Arguments: the folder, egl or osmesa."""

import math
import sys

import glfw
from OpenGL import GL

if sys.argv[2] == "osmesa":
    glfw.init_hint(glfw.PLATFORM, glfw.PLATFORM_NULL)
assert glfw.init(), glfw.get_error()
glfw.window_hint(glfw.VISIBLE, 0)
glfw.window_hint(glfw.CONTEXT_CREATION_API, glfw.OSMESA_CONTEXT_API if sys.argv[2] == "osmesa" else glfw.EGL_CONTEXT_API)
window = glfw.create_window(200, 150, "glfw", None, None)
assert window, glfw.get_error()
glfw.make_context_current(window)
print("renderer", GL.glGetString(GL.GL_RENDERER).decode())
GL.glViewport(0, 0, 200, 150)
GL.glClearColor(0.1, 0.2, 0.3, 1)
GL.glClear(GL.GL_COLOR_BUFFER_BIT | GL.GL_DEPTH_BUFFER_BIT)
for capability in (GL.GL_LIGHTING, GL.GL_LIGHT0, GL.GL_DEPTH_TEST):
    GL.glEnable(capability)
for slice in range(24):
    GL.glBegin(GL.GL_TRIANGLE_STRIP)
    for stack in range(13):
        for side in (slice, slice + 1):
            along, across = math.pi * stack / 12, math.pi * side / 12
            point = (math.sin(along) * math.cos(across), math.cos(along), math.sin(along) * math.sin(across))
            GL.glNormal3f(*point)
            GL.glVertex3f(*(0.8 * value for value in point))
    GL.glEnd()
pixels = GL.glReadPixels(0, 0, 200, 150, GL.GL_RGB, GL.GL_UNSIGNED_BYTE)
assert GL.glGetError() == 0
with open(f"{sys.argv[1]}/sphere.ppm", "wb") as file:
    file.write(b"P6\n200 150\n255\n" + bytes(pixels))
glfw.terminate()
