/* Compiles a fragment shader, links it, asks for everything about the program and deletes it, on a thread with a stack of as many KiB as the first argument says. The
 * second argument is the file with the text, or with a SPIR-V module. The context is created before, on the main thread. Prints whether the program linked, and the info log if it did not. */
#define DESKTOP
#include "check.h"

#include <pthread.h>

static EGLDisplay display;
static EGLContext context;
static char *source;
static GLint size;
static bool linked;

static const char *const vertex_text = "#version 450\nvoid main() { gl_Position = vec4(0.0); }\n";

/* Static, so that this program needs little stack itself. */
static char text[1 << 16];

static void reflect(GLuint program)
{
    static const GLenum interfaces[] = { GL_UNIFORM, GL_UNIFORM_BLOCK, GL_PROGRAM_INPUT, GL_PROGRAM_OUTPUT, GL_SHADER_STORAGE_BLOCK, GL_BUFFER_VARIABLE };
    static const GLenum type = GL_TYPE;
    GLint count, value, length;
    GLenum kind;
    GL(GetProgramiv)(program, GL_ACTIVE_UNIFORMS, &count);
    for (GLint index = 0; index < count && index < 50; ++index)
        GL(GetActiveUniform)(program, (GLuint)index, sizeof text, &length, &value, &kind, text);
    for (size_t which = 0; which < sizeof interfaces / sizeof *interfaces; ++which) {
        GL(GetProgramInterfaceiv)(program, interfaces[which], GL_ACTIVE_RESOURCES, &count);
        for (GLint index = 0; index < count && index < 50; ++index) {
            GL(GetProgramResourceName)(program, interfaces[which], (GLuint)index, sizeof text, &length, text);
            if (interfaces[which] != GL_UNIFORM_BLOCK && interfaces[which] != GL_SHADER_STORAGE_BLOCK)
                GL(GetProgramResourceiv)(program, interfaces[which], (GLuint)index, 1, &type, 1, &length, &value);
            GL(GetProgramResourceIndex)(program, interfaces[which], text);
        }
    }
    GL(GetProgramiv)(program, GL_PROGRAM_BINARY_LENGTH, &count);
    GL(ValidateProgram)(program);
}

static void *compile(void *nothing)
{
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
    GLuint program = GL(CreateProgram)(), vertex = GL(CreateShader)(GL_VERTEX_SHADER), fragment = GL(CreateShader)(GL_FRAGMENT_SHADER);
    GLint done = 0;
    if (!memcmp(source, "\x03\x02\x23\x07", 4)) {
        GL(ShaderBinary)(1, &fragment, GL_SHADER_BINARY_FORMAT_SPIR_V, source, size);
        GL(SpecializeShader)(fragment, "main", 0, NULL, NULL);
        GL(ProgramParameteri)(program, GL_PROGRAM_SEPARABLE, 1);
    } else {
        GL(ShaderSource)(vertex, 1, &vertex_text, NULL);
        GL(CompileShader)(vertex);
        GL(AttachShader)(program, vertex);
        GL(ShaderSource)(fragment, 1, (const char *const *)&source, &size);
        GL(CompileShader)(fragment);
    }
    GL(GetShaderiv)(fragment, GL_COMPILE_STATUS, &done);
    GL(GetShaderInfoLog)(fragment, sizeof text, NULL, text);
    if (done) {
        GL(AttachShader)(program, fragment);
        GL(LinkProgram)(program);
        GL(GetProgramiv)(program, GL_LINK_STATUS, &done);
        GL(GetProgramInfoLog)(program, sizeof text, NULL, text);
        linked = done;
        if (linked) {
            reflect(program);
            GL(UseProgram)(program);
            GL(UseProgram)(0);
        }
    }
    GL(DeleteShader)(vertex);
    GL(DeleteShader)(fragment);
    GL(DeleteProgram)(program);
    EXPECT(GL(GetError)() == GL_NO_ERROR, "no error");
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    return nothing;
}

int main(int arguments, char **argument)
{
    pthread_attr_t attributes;
    pthread_t thread;
    EGLConfig config;
    EGLint count;
    const EGLint wanted[] = { EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE };
    const EGLint version[] = { EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_NONE };
    CHECK(arguments == 3, "the size of the stack and a file");
    FILE *file = fopen(argument[2], "rb");
    CHECK(file, "%s", argument[2]);
    CHECK(!fseek(file, 0, SEEK_END) && (size = (GLint)ftell(file)) > 4 && !fseek(file, 0, SEEK_SET), "a size");
    source = malloc((size_t)size);
    CHECK(source && fread(source, (size_t)size, 1, file) == 1, "the contents");
    fclose(file);
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    CHECK(eglInitialize(display, NULL, NULL) && eglBindAPI(EGL_OPENGL_API), "a display");
    CHECK(eglChooseConfig(display, wanted, &config, 1, &count) && count == 1, "an EGLConfig");
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    CHECK(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context), "a current context");
    /* What is resolved at the first call of each function, by the dynamic loader, needs more stack. */
    compile(NULL);
    pthread_attr_init(&attributes);
    CHECK(!pthread_attr_setstacksize(&attributes, (size_t)atoi(argument[1]) * 1024), "a stack of that size");
    CHECK(!pthread_create(&thread, &attributes, compile, NULL), "a thread");
    pthread_join(thread, NULL);
    printf("%s %.200s\n", linked ? "linked" : "refused", linked ? "" : text);
    return verdict("compile_on_small_stack");
}
