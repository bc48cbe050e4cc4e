"""Draws in a context of the package glmeter, with nothing beyond Python, and prints the renderer, what was counted, and the pixel."""

import ctypes

import glmeter

context = glmeter.Context(16, 16)


def command(name, *types):
    """Returns a GL command."""
    return ctypes.CFUNCTYPE(None, *types)(context.load_opengl_function(name))


command("glClearColor", *[ctypes.c_float] * 4)(1, 0, 1, 1)
with glmeter.measure(commands=True) as measured:
    command("glClear", ctypes.c_uint)(0x4000)  # GL_COLOR_BUFFER_BIT
assert measured.gpu_ns > 0 and measured.counts.vertices_submitted == 0
print(context.renderer, measured.commands.clears, context.pixels()[:4].hex())
