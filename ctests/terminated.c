/* Terminates displays while queries of every kind are in flight or active, with a context current or none, and goes on with the next, a hundred
 * times. llvmpipe alone writes to freed memory in some of them. */
#define DESKTOP
#include "check.h"

enum { DISPLAYS = 100, CONTEXTS = 3, COMMANDS = 60, QUERIES = 16 };

/* A sequence that is the same in every run. */
static uint32_t state = 4;
static uint32_t below(uint32_t count)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 10) % count;
}

static const GLenum targets[] = {
    GL_TIME_ELAPSED,                         GL_VERTICES_SUBMITTED_ARB,           GL_PRIMITIVES_SUBMITTED_ARB,
    GL_VERTEX_SHADER_INVOCATIONS_ARB,        GL_FRAGMENT_SHADER_INVOCATIONS_ARB,  GL_CLIPPING_INPUT_PRIMITIVES_ARB,
    GL_CLIPPING_OUTPUT_PRIMITIVES_ARB,       GL_SAMPLES_PASSED,
};

typedef struct {
    EGLContext context;
    GLuint queries[QUERIES], performance;
} Queried;

static void one_command(const Queried *of)
{
    GLuint query = of->queries[below(QUERIES)], value;
    GLenum target = targets[below(sizeof targets / sizeof *targets)];
    char data[1024];
    switch (below(12)) {
    case 0:
    case 1: GL(BeginQuery)(target, query); break;
    case 2: GL(EndQuery)(target); break;
    case 3: GL(QueryCounter)(query, GL_TIMESTAMP); break;
    case 4: GL(BeginPerfQueryINTEL)(of->performance); break;
    case 5: GL(EndPerfQueryINTEL)(of->performance); break;
    case 6: GL(GetPerfQueryDataINTEL)(of->performance, GL_PERFQUERY_DONOT_FLUSH_INTEL, sizeof data, data, &value); break;
    case 7: GL(GetQueryObjectuiv)(query, GL_QUERY_RESULT_AVAILABLE, &value); break;
    default:
        GL(Scissor)((GLint)below(100), (GLint)below(100), (GLsizei)below(156), (GLsizei)below(156));
        GL(Clear)(GL_COLOR_BUFFER_BIT);
    }
}

int main(void)
{
    for (int i = 0; i < DISPLAYS; i++) {
        Context first = new_context(CORE, 4, 5);
        Queried of[CONTEXTS];
        for (int c = 0; c < CONTEXTS; c++) {
            GLuint type = 0;
            of[c].context = c ? create_context(&first, below(2) ? first.context : EGL_NO_CONTEXT) : first.context;
            CHECK(eglMakeCurrent(first.display, first.surface, first.surface, of[c].context), "a current context");
            GL(Enable)(GL_SCISSOR_TEST);
            GL(GenQueries)(QUERIES, of[c].queries);
            GL(GetFirstPerfQueryIdINTEL)(&type);
            GL(CreatePerfQueryINTEL)(type, &of[c].performance);
        }
        int current = CONTEXTS - 1;
        for (int command = 0; command < COMMANDS; command++) {
            one_command(&of[current]);
            if (below(10) == 0) {
                current = (int)below(CONTEXTS);
                CHECK(eglMakeCurrent(first.display, first.surface, first.surface, of[current].context), "another current context");
            }
        }
        if (below(2))
            release_current(&first);
        CHECK(eglTerminate(first.display), "the display is terminated");
        CHECK(eglReleaseThread(), "the thread is released");
    }
    return verdict("terminated");
}
