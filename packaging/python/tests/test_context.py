"""Contexts: sizes, versions, drivers, what is current, and errors."""

import gc
import subprocess
import sys

import glmeter
import pytest


@pytest.mark.parametrize(
    ("api", "version", "beginning"),
    [
        ("gl", None, ""),
        ("gl", (3, 0), ""),
        ("gl", (4, 5), "4."),
        ("gl", 450, "4."),
        ("gles", None, "OpenGL ES 3."),
        ("gles", (2, 0), "OpenGL ES "),
        ("gles", 320, "OpenGL ES 3.2"),
    ],
)
def test_a_context_has_the_version_and_the_driver_that_were_asked_for(provider, api, version, beginning):
    context = glmeter.Context(32, 16, api=api, version=version, provider=provider)
    assert context.is_current and glmeter.Context.current() is context
    assert context.version.startswith(beginning) and context.provider == provider
    assert (context.renderer == "glmeter software pipeline") == (provider == "software")
    assert context.vendor and "32 x 16" in repr(context)
    context.close()


def test_the_pipeline_has_the_latest_version_and_both_profiles():
    assert glmeter.Context(1, 1, version=(4, 6), provider="software").version.startswith("4.6 (Core Profile)")
    assert glmeter.Context(1, 1, version=460, profile="compatibility", provider="software").version.startswith("4.6 (Compatibility Profile)")


def test_without_an_own_driver_for_it_the_pipeline_gives_the_version():
    with pytest.raises(glmeter.Error, match="no context of OpenGL 4.7 with provider host: eglCreateContext failed with EGL_BAD_MATCH"):
        glmeter.Context(1, 1, version=(4, 7), provider="host")
    assert glmeter.Context(1, 1, version=(3, 3), provider="auto").provider == "host"


def test_a_new_picture_is_black_and_transparent(provider):
    context = glmeter.Context(5, 3, provider=provider)
    assert context.pixels() == bytes(5 * 3 * 4)


def test_the_first_row_is_the_top(provider):
    numpy = pytest.importorskip("numpy")
    context = glmeter.Context(4, 3, provider=provider)
    clear_corner(context)
    picture = context.picture()
    assert picture.shape == (3, 4, 4) and picture.dtype == numpy.uint8
    expected = numpy.zeros((3, 4, 4), "u1")
    expected[2, 0] = [255, 0, 255, 255]
    assert (picture == expected).all() and picture.tobytes() == context.pixels()
    picture[:] = 0


def clear_corner(context):
    """Makes the pixel at the lower left magenta."""
    import ctypes

    def command(name, *types):
        return ctypes.CFUNCTYPE(None, *types)(context.load_opengl_function(name))

    command("glEnable", ctypes.c_uint)(0x0C11)  # GL_SCISSOR_TEST
    command("glScissor", *[ctypes.c_int] * 4)(0, 0, 1, 1)
    command("glClearColor", *[ctypes.c_float] * 4)(1, 0, 1, 1)
    command("glClear", ctypes.c_uint)(0x4000)


def test_the_context_before_is_current_again_after_a_block():
    first, second = (glmeter.Context(1, 1, provider="software") for _ in range(2))
    assert second.is_current and not first.is_current
    with first:
        assert first.is_current
        with second, first:
            assert first.is_current
        assert first.is_current
    assert second.is_current
    second.close()
    assert glmeter.Context.current() is None
    with first:
        assert first.is_current
    assert not first.is_current


def test_contexts_of_both_drivers_live_side_by_side():
    contexts = [glmeter.Context(2, 2, provider=name) for name in ("host", "software", "host", "software")]
    for context in contexts:
        with context:
            clear_corner(context)
    assert len({context.pixels() for context in contexts}) == 1


def test_a_context_may_be_current_on_another_thread():
    import threading

    context, found = glmeter.Context(2, 2, provider="software"), []
    with context:
        pass
    context._egl.eglMakeCurrent(context._handles[0], None, None, None)
    thread = threading.Thread(target=lambda: found.append(context.pixels()))
    thread.start()
    thread.join()
    assert found == [bytes(16)]


def test_a_closed_context_says_so():
    context = glmeter.Context(1, 1, provider="software")
    context.close()
    context.close()
    assert not context.is_current and "closed" in repr(context)
    with pytest.raises(glmeter.Error, match="the context is closed"):
        context.make_current()


def test_a_context_that_is_not_used_any_more_is_destroyed():
    context = glmeter.Context(1, 1, provider="software")
    finalizer = context._finalizer
    del context
    gc.collect()
    assert not finalizer.alive


@pytest.mark.parametrize(
    "arguments",
    [
        {"width": 0},
        {"api": "vulkan"},
        {"profile": "es"},
        {"provider": "hardware"},
        {"version": 4},
        {"version": (0, 3)},
    ],
)
def test_arguments_that_cannot_be_are_refused(arguments):
    with pytest.raises(ValueError):
        glmeter.Context(**{"width": 1, "height": 1, **arguments})


def test_a_context_that_is_too_large_is_an_error():
    with pytest.raises(glmeter.Error, match="eglCreatePbufferSurface failed with EGL_BAD_|draws"):
        glmeter.Context(1 << 30, 1 << 30, provider="software")


def test_reading_leaves_the_state_as_it_is(provider):
    import ctypes

    context = glmeter.Context(3, 2, provider=provider)
    store = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_int)(context.load_opengl_function("glPixelStorei"))
    values = {0x0D02: 7, 0x0D03: 1, 0x0D04: 2, 0x0D05: 8}
    for name, value in values.items():
        store(name, value)
    assert context.pixels() == bytes(24)
    assert {name: context._integer(name) for name in values} == values


def test_an_error_before_is_raised():
    import ctypes

    context = glmeter.Context(1, 1, provider="software")
    ctypes.CFUNCTYPE(None, ctypes.c_uint)(context.load_opengl_function("glEnable"))(0xFFFF)
    with pytest.raises(glmeter.Error, match="glReadPixels, or a command before it, raised GL_INVALID_ENUM"):
        context.pixels()
    assert context.pixels() == bytes(4)


def test_the_environment_stays_as_it_is(python):
    program = """
        import os, glmeter
        before = dict(os.environ)
        glmeter.Context(1, 1, provider="software")
        assert before == dict(os.environ)
        print(os.popen("echo $__EGL_VENDOR_LIBRARY_FILENAMES").read().strip())
    """
    assert python(program) == "\n"
    assert python(program, __EGL_VENDOR_LIBRARY_FILENAMES="/usr/share/glvnd/egl_vendor.d/50_mesa.json").strip().endswith("50_mesa.json")


def test_the_variable_chooses_the_driver(python):
    program = "import glmeter; print(glmeter.Context(1, 1).provider)"
    for provider in ("host", "software"):
        assert python(program, GLMETER_PROVIDER=provider) == f"{provider}\n"
    assert python(program, __EGL_VENDOR_LIBRARY_FILENAMES="/nonexistent.json") == "software\n", "no driver of the machine works"


def test_a_machine_without_a_driver_says_so(python):
    program = """
        import glmeter
        try: glmeter.Context(1, 1, provider="host")
        except glmeter.Error as error: print(error)
    """
    printed = python(program, __EGL_VENDOR_LIBRARY_FILENAMES="/nonexistent.json")
    assert printed == "no context of OpenGL 3.3 with provider host: the machine has no EGL driver that works\n"


def test_a_program_that_used_egl_before_is_told(python):
    program = """
        import ctypes
        egl = ctypes.CDLL("libEGL.so.1")
        egl.eglGetDisplay.restype = ctypes.c_void_p
        egl.eglInitialize(ctypes.c_void_p(egl.eglGetDisplay(None)), None, None)
        import glmeter
        print(glmeter.Context(1, 1, provider="host").provider)
        try: glmeter.Context(1, 1, provider="software")
        except glmeter.Error as error: print(error)
    """
    reason = "the program used EGL before its first glmeter.Context, so that libEGL does not know the software pipeline"
    assert python(program) == f"host\nno context of OpenGL 3.3 with provider software: {reason}\n"


def test_contexts_work_under_the_command(python):
    program = """
        import glmeter
        for provider in ("software", "host"):
            try: context = glmeter.Context(1, 1, provider=provider)
            except glmeter.Error as error: print(error)
            else: print(context.provider, context.pixels())
    """
    run = [sys.executable, "-m", "glmeter", "run", "--report", "off"]
    both = "software b'\\x00\\x00\\x00\\x00'\nhost b'\\x00\\x00\\x00\\x00'\n"
    assert python(program, *run, "--") == both
    assert python(program, *run, "--provider", "host", "--") == both
    printed = python(program, *run, "--provider", "software", "--").splitlines()
    reason = "no context of OpenGL 3.3 with provider host: GLMETER_PROVIDER=software excludes the machine's drivers"
    assert printed == ["software b'\\x00\\x00\\x00\\x00'", reason]


def test_the_version_is_that_of_the_command():
    printed = subprocess.run([sys.executable, "-m", "glmeter", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    assert printed == f"glmeter {glmeter.__version__}\n"
    with pytest.raises(AttributeError):
        glmeter.nothing
