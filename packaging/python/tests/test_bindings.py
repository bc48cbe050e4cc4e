"""moderngl, glcontext and PyOpenGL draw through glmeter's contexts."""

import glmeter
import moderngl
import pytest


def test_moderngl_draws_to_the_context(provider):
    context = glmeter.Context(16, 8, provider=provider)
    gl = moderngl.create_context(context=context)
    assert gl.version_code >= 330 and gl.screen.size == (16, 8)
    gl.screen.use()
    gl.clear(0, 1, 0, 1)
    assert (context.picture() == [0, 255, 0, 255]).all()
    with gl:
        assert context.is_current
    gl.release()
    assert not context.is_current


def test_moderngl_draws_to_a_framebuffer_of_its_own(provider):
    context = glmeter.Context(1, 1, provider=provider)
    gl = moderngl.create_context(context=context)
    framebuffer = gl.simple_framebuffer((5, 4))
    framebuffer.clear(1, 0, 0, 1)
    picture = context.picture(framebuffer.glo, (5, 4))
    assert picture.shape == (4, 5, 4) and (picture == [255, 0, 0, 255]).all()
    assert context.pixels() == bytes(4)
    samples = gl.framebuffer([gl.renderbuffer((5, 4), samples=4)])
    with pytest.raises(glmeter.Error, match="GL_INVALID_OPERATION"):
        context.pixels(samples.glo, (5, 4))


def test_glcontext_knows_no_other_backends():
    """Therefore moderngl gets the context itself, and not its name."""
    import glcontext

    with pytest.raises(ValueError, match="Cannot find supported backend: 'glmeter'"):
        glcontext.get_backend_by_name("glmeter")


@pytest.mark.parametrize("api", ["gl", "gles"])
def test_pyopengl_draws_to_the_context(python, provider, api):
    program = f"""
        import glmeter
        context = glmeter.Context(4, 2, provider="{provider}", api="{api}", profile="compatibility")
        from OpenGL.{"GL" if api == "gl" else "GLES2"} import *
        glClearColor(0, 0, 1, 1)
        with glmeter.measure(commands=True) as m:
            glClear(GL_COLOR_BUFFER_BIT)
            if "{api}" == "gl":
                glBegin(GL_TRIANGLES)
                for corner in ((-1, -1), (3, -1), (-1, 3)):
                    glVertex2f(*corner)
                glEnd()
        print(m.commands.clears, m.commands.draws, m.counts.vertices_submitted, context.pixels()[:4])
        import ctypes
        print(ctypes.string_at(glGetString(GL_RENDERER)).decode() == context.renderer)
    """
    drawn = "1 1 3 b'\\xff\\xff\\xff\\xff'" if api == "gl" else "1 0 0 b'\\x00\\x00\\xff\\xff'"
    assert python(program, PYOPENGL_PLATFORM="egl") == f"{drawn}\nTrue\n"
