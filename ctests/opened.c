/* Looks up gl* functions with dlopen and dlsym in the library named by the argument, as loaders do, whatever created the context (several
 * loaders use libGL's functions for an EGL context). */
#define DESKTOP
#include "check.h"

#include <dlfcn.h>

static void *library;

#define FROM(name) __extension__({ __typeof__(&name) address; *(void **)&address = dlsym(library, #name); CHECK(address, "dlsym finds " #name); address; })

int main(int count, char **arguments)
{
    library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    CHECK(library, "the library opens: %s", count > 1 ? dlerror() : "no argument");
    Context context = open_context(ES, 3, 2);
    const char *list = (const char *)FROM(glGetString)(GL_EXTENSIONS);
    CHECK(list && occurrences(list, "GL_ANGLE_timer_query") == 1, "GL_ANGLE_timer_query once in: %s", list ? list : "NULL");
    GLuint query = 0, elapsed = 0;
    GLint current = 0;
    FROM(glGenQueries)(1, &query);
    FROM(glBeginQuery)(GL_TIME_ELAPSED, query);
    GL(GetQueryivANGLE)(GL_TIME_ELAPSED_ANGLE, GL_CURRENT_QUERY_ANGLE, &current);
    CHECK(current == (GLint)query, "what dlsym's glBeginQuery began is active for GetProcAddress's functions (got %d)", current);
    FROM(glDeleteQueries)(1, &query);
    FROM(glEndQuery)(GL_TIME_ELAPSED);
    CHECK(FROM(glGetError)() == GL_NO_ERROR, "a deleted active query can still be ended in OpenGL ES");
    GL(GenQueriesANGLE)(1, &query);
    GL(BeginQueryANGLE)(GL_TIME_ELAPSED_ANGLE, query);
    FROM(glEndQuery)(GL_TIME_ELAPSED);
    FROM(glGetQueryObjectuiv)(query, GL_QUERY_RESULT, &elapsed);
    CHECK(FROM(glIsQuery)(query) && FROM(glGetError)() == GL_NO_ERROR, "dlsym's functions know the query of GetProcAddress's");

    /* A preloaded dlsym behaves like libc's own. */
    CHECK(!dlsym(library, "glNoSuchFunction"), "no address for a name that the library lacks");
    const char *error = dlerror();
    CHECK(error && strstr(error, "glNoSuchFunction"), "dlerror tells of it (%s)", error ? error : "NULL");
    CHECK(!dlsym(library, "glBeginQueryANGLE"), "nor for a command that the library does not have");
    CHECK(dlerror() && !dlerror(), "dlerror tells of it, once");
    CHECK(dlsym(RTLD_NEXT, "malloc") && dlsym(RTLD_DEFAULT, "malloc"), "dlsym with RTLD_NEXT and RTLD_DEFAULT");
    close_context(&context);
    return verdict("opened");
}
