/* A program on a machine without libglvnd (see classic_egl.c). It looks up all its functions in one way:
 *   classic linked       from the libEGL.so.1 that it links
 *   classic getproc      from eglGetProcAddress
 *   classic dlsym        built with -DOPENED: from dlopen("libEGL.so.1") and dlsym
 * and then uses queries. With "alone" as the second argument it runs without glmeter and expects the driver's own extensions. */
#include "check.h"

#include <dlfcn.h>

#define FUNCTIONS(F)                                                                                                          \
    F(eglGetPlatformDisplay) F(eglInitialize) F(eglTerminate) F(eglBindAPI) F(eglChooseConfig) F(eglCreatePbufferSurface)      \
    F(eglDestroySurface) F(eglCreateContext) F(eglDestroyContext) F(eglMakeCurrent) F(eglGetCurrentContext) F(eglReleaseThread) \
    F(eglGetError) F(glGetString) F(glGetStringi) F(glGetIntegerv) F(glGetError) F(glClear) F(glFinish) F(glGenQueries)        \
    F(glDeleteQueries) F(glIsQuery) F(glBeginQuery) F(glEndQuery) F(glGetQueryiv) F(glGetQueryObjectuiv)

static struct {
    __typeof__(&eglGetProcAddress) eglGetProcAddress;
#define MEMBER(name) __typeof__(&name) name;
    FUNCTIONS(MEMBER)
} use;

#define EXTENSION(name) ((__typeof__(&name))use.eglGetProcAddress(#name))

static void take_functions(const char *route)
{
#ifdef OPENED
    CHECK(!strcmp(route, "dlsym"), "the route dlsym");
    void *library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    CHECK(library, "libEGL.so.1 opens: %s", dlerror());
    *(void **)&use.eglGetProcAddress = dlsym(library, "eglGetProcAddress");
#define TAKE_BY_DLSYM(name)                                \
    *(void **)&use.name = dlsym(library, #name);           \
    CHECK(use.name, "dlsym finds %s: %s", #name, dlerror());
    FUNCTIONS(TAKE_BY_DLSYM)

    /* A preloaded dlsym behaves like libc's own. */
    dlerror();
    CHECK(!dlsym(library, "glNoSuchFunction"), "no address for a name that the library lacks");
    const char *error = dlerror();
    CHECK(error && strstr(error, "glNoSuchFunction"), "dlerror tells of it (%s)", error ? error : "NULL");
    CHECK(!dlsym(library, "glBeginQueryANGLE"), "nor for one that only glmeter has: the library lacks it");
    CHECK(dlerror(), "dlerror tells of it");
    CHECK(dlsym(RTLD_NEXT, "malloc") && dlsym(RTLD_DEFAULT, "malloc"), "dlsym with RTLD_NEXT and RTLD_DEFAULT");
    CHECK(!dlerror(), "no error after a success");
#else
    CHECK(!strcmp(route, "linked") || !strcmp(route, "getproc"), "the route linked or getproc");
    use.eglGetProcAddress = eglGetProcAddress;
    if (!strcmp(route, "linked")) {
#define TAKE_BY_LINK(name) use.name = name;
        FUNCTIONS(TAKE_BY_LINK)
    } else {
#define TAKE_BY_GETPROC(name)                                                 \
    use.name = EXTENSION(name);                                               \
    CHECK(use.name, "eglGetProcAddress finds %s", #name);
        FUNCTIONS(TAKE_BY_GETPROC)
    }
#endif
}

static void expect_no_glvnd(void)
{
    char line[1000];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        CHECK(!strstr(line, "libGLdispatch"), "a process without libglvnd: %s", line);
    if (maps)
        fclose(maps);
}

static EGLDisplay display;
static EGLConfig config;
static EGLSurface surface;

static EGLContext context_of(int major)
{
    EGLint version[] = { EGL_CONTEXT_MAJOR_VERSION, major, EGL_NONE };
    EGLContext context = use.eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    CHECK(context != EGL_NO_CONTEXT, "an ES %d context (error 0x%x)", major, use.eglGetError());
    return context;
}

static void make(EGLContext context)
{
    CHECK(use.eglMakeCurrent(display, context ? surface : EGL_NO_SURFACE, context ? surface : EGL_NO_SURFACE, context),
          "eglMakeCurrent (error 0x%x)", use.eglGetError());
}

static int names(const char *wanted)
{
    GLint count = 0;
    int found = 0;
    use.glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++) {
        const char *name = (const char *)use.glGetStringi(GL_EXTENSIONS, (GLuint)i);
        CHECK(name, "a name at %d of %d", i, count);
        found += !strcmp(name, wanted);
    }
    return found;
}

/* Tests the functions with glmeter. */
static void metered(EGLContext one, EGLContext two)
{
    const char *list = (const char *)use.glGetString(GL_EXTENSIONS);
    CHECK(occurrences(list, "GL_ANGLE_timer_query") == 1, "GL_ANGLE_timer_query once in: %s", list);
    CHECK(names("GL_ANGLE_timer_query") == 1, "and once by glGetStringi");
    GLuint query = 0, elapsed = 0, other = 7;
    GLuint64 wide = 0;
    GLint current = -1;
    use.glGenQueries(1, &query);
    EXTENSION(glBeginQueryANGLE)(GL_TIME_ELAPSED_ANGLE, query);
    use.glGetQueryiv(GL_TIME_ELAPSED_EXT, GL_CURRENT_QUERY, &current);
    CHECK(current == (GLint)query && use.glIsQuery(query), "glGetQueryiv and glIsQuery see what glBeginQueryANGLE began (got %d)", current);
    make(two);
    EXTENSION(glGetQueryivANGLE)(GL_TIME_ELAPSED_ANGLE, GL_CURRENT_QUERY_ANGLE, &current);
    CHECK(current == 0, "not in another context (got %d)", current);
    make(one);
    use.glClear(GL_COLOR_BUFFER_BIT);
    use.glEndQuery(GL_TIME_ELAPSED_EXT);
    use.glGetQueryObjectuiv(query, GL_QUERY_RESULT, &elapsed);
    EXTENSION(glGetQueryObjectui64vANGLE)(query, GL_QUERY_RESULT_ANGLE, &wide);
    CHECK(use.glGetError() == GL_NO_ERROR && elapsed == (wide < 0xffffffff ? wide : 0xffffffff), "one result for both readers (%u, %llu)", elapsed, (unsigned long long)wide);
    EXTENSION(glQueryCounterEXT)(4711, GL_TIMESTAMP_EXT);
    CHECK(use.glGetError() == GL_INVALID_OPERATION, "INVALID_OPERATION from glQueryCounterEXT with a name that was not generated");
    use.glBeginQuery(GL_TIME_ELAPSED_EXT, query);
    use.glDeleteQueries(1, &query);
    use.glEndQuery(GL_TIME_ELAPSED_EXT);
    CHECK(use.glGetError() == GL_NO_ERROR && !use.glIsQuery(query), "a deleted active query can still be ended");
    GLuint type = 7;
    EXTENSION(glGetFirstPerfQueryIdINTEL)(&type);
    CHECK(use.glGetError() == GL_NO_ERROR && type == 1, "the first query type from glGetFirstPerfQueryIdINTEL (got %u)", type);
    make(EGL_NO_CONTEXT);
    EXTENSION(glGenQueriesANGLE)(1, &other);
    CHECK(other == 7 && !EXTENSION(glIsQueryANGLE)(1), "nothing without a context");
    make(one);
}

/* Tests the functions with the driver alone. */
static void alone(void)
{
    GLuint query = 0, passed = 7;
    CHECK(names("GL_EXT_disjoint_timer_query") == 1 && names("GL_ANGLE_timer_query") == 0, "the driver's own extensions");
    use.glGenQueries(1, &query);
    use.glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    use.glEndQuery(GL_ANY_SAMPLES_PASSED);
    use.glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed);
    CHECK(passed == 0 && use.glGetError() == GL_NO_ERROR, "an occlusion query");
    use.glDeleteQueries(1, &query);
}

int main(int count, char **arguments)
{
    static const EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE };
    static const EGLint size[] = { EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE };
    EGLint configs = 0;
    CHECK(count > 1, "a route as the first argument");
    take_functions(arguments[1]);
    display = use.eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    CHECK(use.eglInitialize(display, NULL, NULL) && use.eglBindAPI(EGL_OPENGL_ES_API), "an EGL display");
    CHECK(use.eglChooseConfig(display, wanted, &config, 1, &configs) && configs == 1, "an EGLConfig");
    surface = use.eglCreatePbufferSurface(display, config, size);
    EGLContext one = context_of(3), two = context_of(2);
    make(one);
    CHECK(use.eglGetCurrentContext() == one, "the context is current");
    if (count > 2 && !strcmp(arguments[2], "alone"))
        alone();
    else
        metered(one, two);
    use.glFinish();
    CHECK(use.eglDestroyContext(display, one) && use.glGetError() == GL_NO_ERROR, "a destroyed current context stays usable");
    CHECK(use.eglReleaseThread(), "eglReleaseThread");
    CHECK(use.eglDestroyContext(display, two) && use.eglDestroySurface(display, surface) && use.eglTerminate(display), "the end");
    expect_no_glvnd();
    return verdict("classic");
}
