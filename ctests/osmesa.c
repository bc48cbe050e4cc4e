/* Draws to memory by OSMesa, with no window system.
 *
 *   osmesa          draws, and prints the renderer
 *   osmesa missing  expects that there is no driver
 */
#define DESKTOP
#include "check.h"

/* What GL/osmesa.h declares. */
typedef struct osmesa_context *OSMesaContext;
enum {
    OSMESA_FORMAT = 0x22,
    OSMESA_DEPTH_BITS = 0x30,
    OSMESA_PROFILE = 0x33,
    OSMESA_CORE_PROFILE = 0x34,
    OSMESA_CONTEXT_MAJOR_VERSION = 0x36,
    OSMESA_CONTEXT_MINOR_VERSION = 0x37
};
OSMesaContext OSMesaCreateContext(GLenum format, OSMesaContext share);
OSMesaContext OSMesaCreateContextAttribs(const int *attributes, OSMesaContext share);
void OSMesaDestroyContext(OSMesaContext context);
GLboolean OSMesaMakeCurrent(OSMesaContext context, void *buffer, GLenum type, GLsizei width, GLsizei height);
OSMesaContext OSMesaGetCurrentContext(void);
void (*OSMesaGetProcAddress(const char *name))(void);

enum { WIDTH = 64, HEIGHT = 32 };

static void attach(GLuint program, GLenum type, const char *text)
{
    GLuint shader = glCreateShader(type);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
}

static void draw_with_shaders(uint32_t *pixels)
{
    const int attributes[] = { OSMESA_FORMAT,         GL_RGBA, OSMESA_DEPTH_BITS,            24, OSMESA_PROFILE,
                               OSMESA_CORE_PROFILE,   OSMESA_CONTEXT_MAJOR_VERSION,          4,  OSMESA_CONTEXT_MINOR_VERSION,
                               1,                     0 };
    OSMesaContext context = OSMesaCreateContextAttribs(attributes, NULL);
    CHECK(context, "a core context");
    CHECK(OSMesaMakeCurrent(context, pixels, GL_UNSIGNED_BYTE, WIDTH, HEIGHT), "it becomes current");
    CHECK(OSMesaGetCurrentContext() == context, "it is current");
    printf("renderer %s\n", (const char *)glGetString(GL_RENDERER));
    GLuint program = glCreateProgram(), array, query;
    attach(program, GL_VERTEX_SHADER,
           "#version 410\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }");
    attach(program, GL_FRAGMENT_SHADER,
           "#version 410\nout vec4 color; void main() { color = gl_FragCoord.x < 32 ? vec4(1, 0, 0, 1) : vec4(0, 0, 1, 1); }");
    glLinkProgram(program);
    glUseProgram(program);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenQueries(1, &query);
    glBeginQuery(GL_FRAGMENT_SHADER_INVOCATIONS_ARB, query);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEndQuery(GL_FRAGMENT_SHADER_INVOCATIONS_ARB);
    glFinish();
    CHECK(pixels[0] == 0xff0000ff && pixels[31] == 0xff0000ff, "the left half is red");
    CHECK(pixels[32] == 0xffff0000 && pixels[WIDTH * HEIGHT - 1] == 0xffff0000, "the right half is blue");
    GLuint64 invocations = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &invocations);
    CHECK(invocations == WIDTH * HEIGHT, "each pixel is counted once");
    CHECK(glGetError() == GL_NO_ERROR, "no error");
    OSMesaDestroyContext(context);
}

static void draw_with_the_fixed_function(uint32_t *pixels)
{
    OSMesaContext context = OSMesaCreateContext(GL_RGBA, NULL);
    CHECK(context && OSMesaMakeCurrent(context, pixels, GL_UNSIGNED_BYTE, WIDTH, HEIGHT), "a compatibility context");
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glBegin(GL_QUADS);
    glColor4ub(0, 255, 0, 255);
    glVertex2f(-1, -1);
    glVertex2f(1, -1);
    glVertex2f(1, 0);
    glVertex2f(-1, 0);
    glEnd();
    /* Releasing the context completes what was drawn. */
    CHECK(OSMesaMakeCurrent(NULL, NULL, GL_UNSIGNED_BYTE, 0, 0), "it is released");
    CHECK(!OSMesaGetCurrentContext(), "none is current");
    CHECK(pixels[0] == 0xff00ff00 && pixels[WIDTH * HEIGHT - 1] == 0, "the lower half is green");
    OSMesaDestroyContext(context);
}

int main(int argc, char **argv)
{
    static uint32_t pixels[WIDTH * HEIGHT];
    if (argc > 1 && !strcmp(argv[1], "missing")) {
        CHECK(!OSMesaCreateContext(GL_RGBA, NULL), "there is no context");
        CHECK(!OSMesaMakeCurrent(NULL, NULL, 0, 0, 0), "nothing becomes current");
        CHECK(!OSMesaGetProcAddress("glClear"), "there are no commands");
        glClear(GL_COLOR_BUFFER_BIT);
        CHECK(!glGetString(GL_RENDERER) && glGetError() == 0, "commands have no effect");
        return 0;
    }
    CHECK(!OSMesaGetProcAddress("glFrobnicate"), "an unknown command has no address");
    CHECK(OSMesaGetProcAddress("glClear") && OSMesaGetProcAddress("OSMesaCreateContext"), "known ones have");
    draw_with_shaders(pixels);
    draw_with_the_fixed_function(pixels);
    return 0;
}
