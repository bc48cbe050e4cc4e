"""Prints whether the addresses that a client library found belong to glmeter: the last line is `glmeter` or `driver`."""

import ctypes

CONTEXT_PROFILE_CORE = 1
(NO_ERROR, INVALID_ENUM, INVALID_OPERATION) = (0, 0x0500, 0x0502)
(QUERY_RESULT, QUERY_RESULT_AVAILABLE) = (0x8866, 0x8867)
(TIME_ELAPSED, TIMESTAMP, SAMPLES_PASSED, VERTICES_SUBMITTED) = (0x88BF, 0x8E28, 0x8914, 0x82EE)
(EXTENSIONS, NUM_EXTENSIONS, CONTEXT_PROFILE_MASK) = (0x1F03, 0x821D, 0x9126)
COLOR_BUFFER_BIT = 0x4000
(enum, uint, size) = (ctypes.c_uint, ctypes.c_uint, ctypes.c_int)


class Commands:
    """GL commands, called by the addresses that `find(name)` returns."""

    def __init__(self, find):
        self.find = find

    def __call__(self, name, result, types, *arguments):
        address = self.find(name)
        assert address, f"{name} has no address"
        return ctypes.CFUNCTYPE(result, *types)(address)(*arguments)

    def error(self):
        return self("glGetError", enum, [])

    def clear(self):
        self("glClear", None, [uint], COLOR_BUFFER_BIT)

    def integer(self, pname):
        value = ctypes.c_int(-1)
        self("glGetIntegerv", None, [enum, ctypes.c_void_p], pname, ctypes.addressof(value))
        return value.value

    def extensions(self):
        """Returns the extensions from the indexed list of OpenGL 3 and OpenGL ES 3."""
        name = lambda i: self("glGetStringi", ctypes.c_char_p, [enum, uint], EXTENSIONS, i).decode()
        return [name(i) for i in range(self.integer(NUM_EXTENSIONS))]


def without_duplicates(extensions):
    assert len(extensions) == len(set(extensions)), sorted(e for e in extensions if extensions.count(e) > 1)
    return extensions


def measure(gl, suffix):
    """Runs one query of each kind, as a program does."""
    ids = (uint * 2)()
    gl("glGenQueries" + suffix, None, [size, ctypes.c_void_p], 2, ids)
    gl("glBeginQuery" + suffix, None, [enum, uint], TIME_ELAPSED, ids[0])
    gl.clear()
    gl("glEndQuery" + suffix, None, [enum], TIME_ELAPSED)
    gl("glQueryCounter" + suffix, None, [uint, enum], ids[1], TIMESTAMP)
    result = ctypes.c_uint64(0)
    for i in ids:
        gl("glGetQueryObjectui64v" + suffix, None, [uint, enum, ctypes.c_void_p], i, QUERY_RESULT, ctypes.addressof(result))
    assert result.value > 0, "a time stamp"
    gl("glDeleteQueries" + suffix, None, [size, ctypes.c_void_p], 2, ids)
    assert gl.error() == NO_ERROR


def desktop(find):
    """Checks two results that Mesa gets wrong and glmeter corrects, in OpenGL 3.3 or later."""
    gl = Commands(find)
    while gl.error() != NO_ERROR:
        pass
    extensions = without_duplicates(gl.extensions())
    assert "GL_ARB_timer_query" in extensions and "GL_ARB_pipeline_statistics_query" in extensions
    measure(gl, "")
    made = uint(0)
    gl("glCreateQueries", None, [enum, size, ctypes.c_void_p], VERTICES_SUBMITTED, 1, ctypes.addressof(made))
    errors = [gl.error()]
    if gl.integer(CONTEXT_PROFILE_MASK) & CONTEXT_PROFILE_CORE:
        gl("glQueryCounter", None, [uint, enum], 999999, TIMESTAMP)
        errors.append(gl.error())
    glmeter = [NO_ERROR, INVALID_OPERATION][: len(errors)]
    driver = [INVALID_ENUM, NO_ERROR][: len(errors)]
    assert errors in (glmeter, driver), f"neither glmeter nor Mesa answers {errors}"
    if errors == glmeter:
        assert made.value != 0
    verdict(errors == glmeter)


def embedded(find):
    """Checks an OpenGL ES context for GL_ANGLE_timer_query, which no driver here has."""
    gl = Commands(find)
    text = gl("glGetString", ctypes.c_char_p, [enum], EXTENSIONS).decode()
    extensions = without_duplicates(text.split())
    seen = "GL_ANGLE_timer_query" in extensions
    if seen:
        measure(gl, "ANGLE")
        measure(gl, "EXT")
    verdict(seen)


def verdict(glmeter):
    print("glmeter" if glmeter else "driver")
