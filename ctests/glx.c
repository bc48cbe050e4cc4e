/* Tests GLX contexts: desktop and OpenGL ES, two on one thread, destroyed while current, with a separate read drawable; and then an EGL
 * context in the same process. It looks up functions with glXGetProcAddressARB and needs DISPLAY. */
#define _GNU_SOURCE
#define GL_GLEXT_PROTOTYPES 1
#define GLX_GLXEXT_PROTOTYPES 1
#include <GL/glx.h>
#define DESKTOP
#define PROC_ADDRESS(name) glXGetProcAddressARB((const GLubyte *)(name))
#include "check.h"

static Display *display;
static GLXFBConfig config;

static GLXContext create(int major, int minor, int profile)
{
    int attributes[] = { GLX_CONTEXT_MAJOR_VERSION_ARB, major, GLX_CONTEXT_MINOR_VERSION_ARB, minor, GLX_CONTEXT_PROFILE_MASK_ARB, profile, None };
    PFNGLXCREATECONTEXTATTRIBSARBPROC create_context =
        (PFNGLXCREATECONTEXTATTRIBSARBPROC)glXGetProcAddress((const GLubyte *)"glXCreateContextAttribsARB");
    GLXContext context = create_context(display, config, NULL, True, attributes);
    CHECK(context, "a GLX context of version %d.%d", major, minor);
    return context;
}

static GLXPbuffer pbuffer(void)
{
    int size[] = { GLX_PBUFFER_WIDTH, 64, GLX_PBUFFER_HEIGHT, 64, None };
    return glXCreatePbuffer(display, config, size);
}

static GLuint current_query(void)
{
    GLint current = -1;
    GL(GetQueryiv)(GL_TIME_ELAPSED, GL_CURRENT_QUERY, &current);
    return (GLuint)current;
}

/* Checks a query that glmeter must track, and an error that only glmeter raises. */
static void expect_metered(void)
{
    GLuint query = 0;
    GLuint64 stamp = 0;
    GL(GenQueries)(1, &query);
    GL(QueryCounterEXT)(query, GL_TIMESTAMP);
    GL(GetQueryObjectui64vEXT)(query, GL_QUERY_RESULT, &stamp);
    CHECK(stamp, "a timestamp");
    GL(DeleteQueries)(1, &query);
    CHECK_NO_ERROR("a timestamp query");
    GL(QueryCounterEXT)(4711, GL_TIMESTAMP);
    CHECK(GL(GetError)() == GL_INVALID_OPERATION, "INVALID_OPERATION for a name that was not generated");
}

int main(void)
{
    static const int wanted[] = { GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RENDER_TYPE, GLX_RGBA_BIT, GLX_RED_SIZE, 8, None };
    int count = 0;
    display = XOpenDisplay(NULL);
    CHECK(display, "an X display (DISPLAY is %s)", getenv("DISPLAY") ? getenv("DISPLAY") : "not set");
    GLXFBConfig *configs = glXChooseFBConfig(display, DefaultScreen(display), wanted, &count);
    CHECK(configs && count, "a GLXFBConfig");
    config = configs[0];
    GLXPbuffer one_surface = pbuffer(), other_surface = pbuffer();
    GLXContext desktop = create(4, 5, GLX_CONTEXT_CORE_PROFILE_BIT_ARB), es = create(3, 2, GLX_CONTEXT_ES2_PROFILE_BIT_EXT);

    CHECK(glXMakeCurrent(display, one_surface, desktop), "glXMakeCurrent");
    CHECK(listed("GL_ARB_timer_query") == 1 && listed("GL_ANGLE_timer_query") == 0, "a desktop context lists desktop extensions");
    expect_metered();
    GLuint query = 0, elsewhere = 0;
    GLuint64 elapsed = 0;
    GL(GenQueries)(1, &query);
    GL(BeginQuery)(GL_TIME_ELAPSED, query);
    CHECK(glXMakeContextCurrent(display, one_surface, other_surface, es), "glXMakeContextCurrent with two drawables");
    CHECK(listed("GL_ANGLE_timer_query") == 1 && listed("GL_EXT_disjoint_timer_query") == 1, "an ES context of GLX lists both timer queries");
    CHECK(current_query() == 0 && !GL(IsQuery)(query), "nothing of the first context's queries in the second");
    expect_metered();
    GL(GenQueriesANGLE)(1, &elsewhere);
    GL(BeginQueryANGLE)(GL_TIME_ELAPSED_ANGLE, elsewhere);
    GL(EndQueryANGLE)(GL_TIME_ELAPSED_ANGLE);
    CHECK_NO_ERROR("a query in the second context");
    CHECK(glXMakeCurrent(display, one_surface, desktop), "back to the first");
    CHECK(current_query() == query, "its query is still active (got %u)", current_query());
    glXDestroyContext(display, desktop);
    CHECK(current_query() == query, "also when the context is destroyed while it is current");
    GL(EndQuery)(GL_TIME_ELAPSED);
    GL(GetQueryObjectui64v)(query, GL_QUERY_RESULT, &elapsed);
    CHECK_NO_ERROR("ending it");
    glXMakeCurrent(display, None, NULL);
    GL(GenQueriesANGLE)(1, &query);
    CHECK(!GL(IsQueryANGLE)(1) && !GL(IsQueryANGLE)(query), "nothing without a context");
    desktop = create(4, 5, GLX_CONTEXT_CORE_PROFILE_BIT_ARB);
    glXMakeCurrent(display, one_surface, desktop);
    CHECK(current_query() == 0, "a new context is fresh (got %u)", current_query());
    expect_metered();
    glXMakeCurrent(display, None, NULL);
    glXDestroyContext(display, desktop);
    glXDestroyContext(display, es);

    Context context = open_context(ES, 3, 2);
    CHECK(listed("GL_ANGLE_timer_query") == 1, "an EGL context in the same process");
    expect_metered();
    close_context(&context);
    glXDestroyPbuffer(display, one_surface);
    glXDestroyPbuffer(display, other_surface);
    XFree(configs);
    XCloseDisplay(display);
    return verdict("glx");
}
