/* Tests lost contexts on the software pipeline: an endless shader loses the context that runs it and those that share with it. OpenGL 4.5,
 * section 2.3.2: "subsequent GL commands on that context (or any context which shares with that
 * context) will generate a CONTEXT_LOST error. Such commands will not have side effects (in particular, they will not modify memory
 * passed by pointer for query results), and may not block indefinitely". */
#define DESKTOP
#include "check.h"
#include "perf_query.h"

enum { QUERIES = 7, UNTOUCHED = 7, TRIES = 3 };

/* A context and its queries from before it was lost. */
typedef struct {
    const char *name;
    Context context;
    GLuint queries[QUERIES];
    int count;
    GLuint active, bound_buffer;
    /* Performance queries: one whose data were read, one whose data were not read, and an active one. */
    GLuint handles[TRIES];
    bool performance;
} Lost;

static const char *current_name = "";

#define EXPECT_LOST(what)                                                                            \
    do {                                                                                             \
        char sentence[200];                                                                          \
        snprintf(sentence, sizeof sentence, "%s: CONTEXT_LOST from %s", current_name, what);         \
        EXPECT_ERROR(GL_CONTEXT_LOST, sentence);                                                     \
    } while (0)

static void open_one(Lost *lost, EGLContext share)
{
    Context *context = &lost->context;
    bool es = context->api == ES;
    EGLint attributes[] = {
        EGL_CONTEXT_MAJOR_VERSION, context->major,
        EGL_CONTEXT_MINOR_VERSION, context->minor,
        es ? EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT : EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
        EGL_LOSE_CONTEXT_ON_RESET,
        es ? EGL_NONE : EGL_CONTEXT_OPENGL_PROFILE_MASK,
        context->api == CORE ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
        EGL_NONE,
    };
    EGLint bit = !es ? EGL_OPENGL_BIT : context->major >= 3 ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_ES2_BIT;
    EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, bit, EGL_RED_SIZE, 8, EGL_NONE }, count = 0;
    EGLint size[] = { EGL_WIDTH, SURFACE_SIZE, EGL_HEIGHT, SURFACE_SIZE, EGL_NONE };
    current_name = lost->name;
    context->display = open_display();
    bind_api(context->api);
    CHECK(eglChooseConfig(context->display, wanted, &context->config, 1, &count) && count == 1, "an EGLConfig");
    context->surface = eglCreatePbufferSurface(context->display, context->config, size);
    context->context = eglCreateContext(context->display, context->config, share, attributes);
    CHECK(context->context, "a context that can be lost, %s (error 0x%04x)", lost->name, eglGetError());
    make_current(context);
}

static void gen(Lost *lost, GLuint *id)
{
    if (lost->context.api == ES)
        GL(GenQueriesEXT)(1, id);
    else
        GL(GenQueries)(1, id);
}

static void begin(Lost *lost, GLenum target, GLuint id)
{
    if (lost->context.api == ES)
        GL(BeginQueryEXT)(target, id);
    else
        GL(BeginQuery)(target, id);
}

static void end(Lost *lost, GLenum target)
{
    if (lost->context.api == ES)
        GL(EndQueryEXT)(target);
    else
        GL(EndQuery)(target);
}

static void counter(Lost *lost, GLuint id, GLenum target)
{
    if (lost->context.api == ES)
        GL(QueryCounterEXT)(id, target);
    else
        GL(QueryCounter)(id, target);
}

/* Reads a value by one of the four getters; the memory holds UNTOUCHED before. */
static void get(Lost *lost, int getter, GLuint id, GLenum pname, GLint64 *value)
{
    bool es = lost->context.api == ES;
    GLint narrow = UNTOUCHED;
    GLint64 wide = UNTOUCHED;
    switch (getter) {
    case 0: (es ? GL(GetQueryObjectivEXT) : GL(GetQueryObjectiv))(id, pname, &narrow); break;
    case 1: (es ? GL(GetQueryObjectuivEXT) : GL(GetQueryObjectuiv))(id, pname, (GLuint *)&narrow); break;
    case 2: (es ? GL(GetQueryObjecti64vEXT) : GL(GetQueryObjecti64v))(id, pname, &wide); break;
    default: (es ? GL(GetQueryObjectui64vEXT) : GL(GetQueryObjectui64v))(id, pname, (GLuint64 *)&wide);
    }
    *value = getter < 2 ? narrow : wide;
}

/* Measures with every source of the context. */
static void measure(Lost *lost)
{
    static const GLenum desktop[] = { GL_TIME_ELAPSED, GL_SAMPLES_PASSED, GL_VERTICES_SUBMITTED_ARB, GL_CLIPPING_INPUT_PRIMITIVES_ARB,
                                      GL_FRAGMENT_SHADER_INVOCATIONS_ARB };
    static const GLenum es[] = { GL_TIME_ELAPSED, GL_ANY_SAMPLES_PASSED };
    const GLenum *targets = lost->context.api == ES ? es : desktop;
    int count = lost->context.api == ES ? 2 : 5;
    unsigned char data[4096];
    GLint64 value;
    prepare_load(lost->context.api);
    /* The software pipeline itself has none: with GLMETER_EMULATE=never there are none. */
    lost->performance = listed("GL_INTEL_performance_query") == 1;
    for (int i = 0; i < TRIES && lost->performance; i++)
        GL(CreatePerfQueryINTEL)(query_named("Pipeline Statistics Registers"), &lost->handles[i]);
    for (int i = 0; i < count; i++) {
        GLuint *id = &lost->queries[lost->count++];
        gen(lost, id);
        begin(lost, targets[i], *id);
        draw_load();
        /* The last one is split by a performance query. */
        if (i == count - 1 && lost->performance)
            GL(BeginPerfQueryINTEL)(lost->handles[0]);
        end(lost, targets[i]);
    }
    if (lost->performance)
        GL(EndPerfQueryINTEL)(lost->handles[0]);
    gen(lost, &lost->queries[lost->count]);
    counter(lost, lost->queries[lost->count++], GL_TIMESTAMP);
    /* Only the first result is read, and so stored by glmeter. */
    get(lost, 3, lost->queries[0], GL_QUERY_RESULT, &value);
    CHECK(value > 0 && value != UNTOUCHED, "%s: a time of a draw", lost->name);
    if (lost->performance) {
        GLuint written = 0;
        GL(GetPerfQueryDataINTEL)(lost->handles[0], GL_PERFQUERY_WAIT_INTEL, sizeof data, data, &written);
        CHECK(written, "%s: the data of a performance query", lost->name);
        GL(BeginPerfQueryINTEL)(lost->handles[1]);
        draw_load();
        GL(EndPerfQueryINTEL)(lost->handles[1]);
        GL(BeginPerfQueryINTEL)(lost->handles[2]);
    }
    gen(lost, &lost->active);
    begin(lost, targets[1], lost->active);
    if (lost->bound_buffer) {
        GL(GenBuffers)(1, &lost->bound_buffer);
        GL(BindBuffer)(GL_QUERY_BUFFER, lost->bound_buffer);
        GL(BufferData)(GL_QUERY_BUFFER, 64, NULL, GL_STREAM_READ);
    }
    CHECK_NO_ERROR(lost->name);
}

/* "GetQueryObjectuiv with pname QUERY_RESULT_AVAILABLE ignores the other parameters and returns TRUE in params"; so do the getters of other
 * types, because any of them "might cause a polling application to block indefinitely". */
static void results_of(Lost *lost)
{
    GLuint names[QUERIES + 3] = { 0, 4711, lost->active };
    GLint64 value;
    memcpy(names + 3, lost->queries, sizeof lost->queries);
    for (int i = 0; i < lost->count + 3; i++) {
        for (int getter = 0; getter < 4; getter++) {
            get(lost, getter, names[i], GL_QUERY_RESULT_AVAILABLE, &value);
            EXPECT(value == GL_TRUE, "%s: query %u is available by getter %d, not %lld", lost->name, names[i], getter, (long long)value);
            EXPECT_LOST("QUERY_RESULT_AVAILABLE");
            get(lost, getter, names[i], GL_QUERY_RESULT, &value);
            EXPECT(value == UNTOUCHED, "%s: query %u has no result by getter %d, not %lld", lost->name, names[i], getter, (long long)value);
            EXPECT_LOST("QUERY_RESULT");
            get(lost, getter, names[i], GL_QUERY_RESULT_NO_WAIT, &value);
            EXPECT(value == UNTOUCHED, "%s: query %u has no result without waiting", lost->name, names[i]);
            EXPECT_LOST("QUERY_RESULT_NO_WAIT");
        }
    }
}

/* With a buffer bound to GL_QUERY_BUFFER the pointer is an offset, through which nothing may be written. */
static void results_into_a_buffer(Lost *lost)
{
    for (int i = 0; i < lost->count; i++) {
        GL(GetQueryObjectuiv)(lost->queries[i], GL_QUERY_RESULT_AVAILABLE, (GLuint *)8);
        EXPECT_LOST("QUERY_RESULT_AVAILABLE of a buffer");
        GL(GetQueryObjectui64v)(lost->queries[i], GL_QUERY_RESULT, (GLuint64 *)8);
        EXPECT_LOST("QUERY_RESULT of a buffer");
    }
}

static void queries_of(Lost *lost)
{
    bool es = lost->context.api == ES;
    GLuint id = UNTOUCHED;
    GLint value = UNTOUCHED;
    gen(lost, &id);
    EXPECT(id == UNTOUCHED, "%s: no name is generated", lost->name);
    EXPECT_LOST("glGenQueries");
    EXPECT(!(es ? GL(IsQueryEXT) : GL(IsQuery))(lost->queries[0]), "%s: glIsQuery returns FALSE", lost->name);
    EXPECT_LOST("glIsQuery");
    (es ? GL(GetQueryivEXT) : GL(GetQueryiv))(GL_TIME_ELAPSED, GL_CURRENT_QUERY, &value);
    EXPECT_LOST("glGetQueryiv");
    (es ? GL(GetQueryivEXT) : GL(GetQueryiv))(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &value);
    EXPECT(value == UNTOUCHED, "%s: no state is told", lost->name);
    EXPECT_LOST("glGetQueryiv");
    begin(lost, GL_TIME_ELAPSED, lost->queries[0]);
    EXPECT_LOST("glBeginQuery");
    end(lost, GL_TIME_ELAPSED);
    EXPECT_LOST("glEndQuery");
    end(lost, es ? GL_ANY_SAMPLES_PASSED : GL_SAMPLES_PASSED);
    EXPECT_LOST("glEndQuery of the active query");
    counter(lost, lost->queries[lost->count - 1], GL_TIMESTAMP);
    EXPECT_LOST("glQueryCounter");
    (es ? GL(DeleteQueriesEXT) : GL(DeleteQueries))(1, lost->queries);
    EXPECT_LOST("glDeleteQueries");
}

static void state_of(Lost *lost)
{
    GLint value = UNTOUCHED;
    GLint64 wide = UNTOUCHED;
    GL(GetIntegerv)(GL_TIMESTAMP, &value);
    EXPECT_LOST("glGetIntegerv(GL_TIMESTAMP)");
    GL(GetInteger64v)(GL_TIMESTAMP, &wide);
    EXPECT_LOST("glGetInteger64v(GL_TIMESTAMP)");
    GL(GetIntegerv)(GL_GPU_DISJOINT_EXT, &value);
    EXPECT_LOST("glGetIntegerv(GL_GPU_DISJOINT_EXT)");
    GL(GetIntegerv)(GL_NUM_EXTENSIONS, &value);
    EXPECT_LOST("glGetIntegerv(GL_NUM_EXTENSIONS)");
    EXPECT(value == UNTOUCHED && wide == UNTOUCHED, "%s: no state is told", lost->name);
    EXPECT(!GL(GetString)(GL_EXTENSIONS), "%s: glGetString returns NULL", lost->name);
    EXPECT_LOST("glGetString");
    GL(Finish)();
    EXPECT_LOST("glFinish");
    GL(Flush)();
    EXPECT_LOST("glFlush");
}

/* A program may poll glGetPerfQueryDataINTEL until it writes something, so it must report completion too. */
static void performance_of(Lost *lost)
{
    static const GLuint flags[] = { GL_PERFQUERY_WAIT_INTEL, GL_PERFQUERY_FLUSH_INTEL, GL_PERFQUERY_DONOT_FLUSH_INTEL };
    unsigned char data[4096];
    GLuint id = 0;
    for (int i = 0; i < TRIES; i++) {
        for (int f = 0; f < 3; f++) {
            GLuint written = 0;
            size_t touched = 0;
            memset(data, UNTOUCHED, sizeof data);
            GL(GetPerfQueryDataINTEL)(lost->handles[i], flags[f], sizeof data, data, &written);
            EXPECT_LOST("glGetPerfQueryDataINTEL");
            while (touched < sizeof data && data[touched] == UNTOUCHED)
                touched++;
            EXPECT(touched == sizeof data, "%s: no data are written", lost->name);
            EXPECT(written != 0, "%s: performance query %d is complete", lost->name, i);
        }
        GL(EndPerfQueryINTEL)(lost->handles[i]);
        EXPECT_LOST("glEndPerfQueryINTEL");
        GL(BeginPerfQueryINTEL)(lost->handles[i]);
        EXPECT_LOST("glBeginPerfQueryINTEL");
        GL(DeletePerfQueryINTEL)(lost->handles[i]);
        EXPECT_LOST("glDeletePerfQueryINTEL");
    }
    GL(GetFirstPerfQueryIdINTEL)(&id);
    EXPECT(!id, "%s: there is no query type", lost->name);
    EXPECT_LOST("glGetFirstPerfQueryIdINTEL");
}

static void run_without_end(void)
{
    GLuint program = GL(CreateProgram)();
    GL(AttachShader)(program, shader_of(GL_VERTEX_SHADER, "#version 150\n",
                                        "uniform int x; void main() { while (true) if (x == 1) break; gl_Position = vec4(0.0); }"));
    GL(AttachShader)(program, shader_of(GL_FRAGMENT_SHADER, "#version 150\n", "out vec4 c; void main() { c = vec4(1.0); }"));
    link_program(program);
    GL(UseProgram)(program);
    CHECK_NO_ERROR("the shader without end");
    GL(DrawArrays)(GL_POINTS, 0, 1);
    GL(Finish)();
    EXPECT_LOST("the draw without end");
}

int main(void)
{
    Lost all[] = {
        { .name = "compatibility", .context = { .api = COMPATIBILITY, .major = 3, .minor = 3 } },
        { .name = "OpenGL ES 2.0", .context = { .api = ES, .major = 2 } },
        { .name = "OpenGL ES 3.1", .context = { .api = ES, .major = 3, .minor = 1 } },
        { .name = "core with a query buffer", .context = { .api = CORE, .major = 4, .minor = 5 }, .bound_buffer = 1 },
        { .name = "core", .context = { .api = CORE, .major = 4, .minor = 5 } },
    };
    int count = sizeof all / sizeof *all;
    for (int i = 0; i < count; i++) {
        open_one(&all[i], i ? all[0].context.context : EGL_NO_CONTEXT);
        measure(&all[i]);
    }
    run_without_end();
    for (int i = 0; i < count; i++) {
        Lost *lost = &all[i];
        current_name = lost->name;
        make_current(&lost->context);
        if (lost->bound_buffer)
            results_into_a_buffer(lost);
        else
            results_of(lost);
        queries_of(lost);
        state_of(lost);
        if (lost->performance)
            performance_of(lost);
        GLenum wanted = i == count - 1 ? GL_GUILTY_CONTEXT_RESET : GL_INNOCENT_CONTEXT_RESET;
        GLenum status = (lost->context.api == ES ? GL(GetGraphicsResetStatusEXT) : GL(GetGraphicsResetStatus))();
        EXPECT(status == wanted, "%s: reset status 0x%04x, not 0x%04x", lost->name, wanted, status);
        CHECK_NO_ERROR("the reset status");
        /* A frame for the report's frame timer. */
        eglSwapBuffers(lost->context.display, lost->context.surface);
        EXPECT_ERROR(GL_NO_ERROR, "eglSwapBuffers makes no GL error");
    }
    for (int i = 0; i < count; i++)
        close_context(&all[i].context);
    return verdict("lost_context");
}
