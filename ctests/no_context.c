/* Calls every exported entry point with zeros and NULLs: without a context it returns and writes nothing; with a context it fails as
 * specified, and the context keeps working. The names are arguments, from `nm -D`. */
#define DESKTOP
#include "check.h"

#include <dlfcn.h>

enum { PATTERN = 0x5a, UNTOUCHED = 0x7e57ab1e };

/* Has enough parameters for every entry point; a function ignores those that it lacks. */
typedef intptr_t (*Any)(intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t);

static Any named(const char *name)
{
    Any function;
    *(void **)&function = dlsym(RTLD_DEFAULT, name);
    CHECK(function, "%s is exported", name);
    return function;
}

/* Prints the name first, so that the last line shows which function crashed. */
static void call(const char *name, intptr_t argument)
{
    fprintf(stderr, "\r%s\033[K", name);
    named(name)(argument, argument, argument, argument, argument, argument, argument, argument, argument, argument, argument, argument);
}

/* The commands of the five extensions in their own types, as a program would call them. */
static void quiet_without_context(void)
{
    GLuint ids[4] = { UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED };
    GLint integer = UNTOUCHED;
    GLuint natural = UNTOUCHED;
    GLint64 wide = UNTOUCHED;
    GLuint64 wide_natural = UNTOUCHED;
    char text[8] = "kept";
    CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT, "no context");

    glGenQueriesEXT(4, ids), glGenQueriesANGLE(4, ids), glGenQueries(4, ids);
    glDeleteQueriesEXT(4, ids), glDeleteQueriesANGLE(4, ids), glDeleteQueries(4, ids);
    CHECK(!glIsQueryEXT(1) && !glIsQueryANGLE(1) && !glIsQuery(1), "IsQuery is FALSE");
    glBeginQueryEXT(GL_TIME_ELAPSED_EXT, 1), glBeginQueryANGLE(GL_TIME_ELAPSED_ANGLE, 1), glBeginQuery(GL_TIME_ELAPSED, 1);
    glEndQueryEXT(GL_TIME_ELAPSED_EXT), glEndQueryANGLE(GL_TIME_ELAPSED_ANGLE), glEndQuery(GL_TIME_ELAPSED);
    glQueryCounterEXT(1, GL_TIMESTAMP_EXT), glQueryCounterANGLE(1, GL_TIMESTAMP_ANGLE), glQueryCounter(1, GL_TIMESTAMP);
    glGetQueryivEXT(GL_TIMESTAMP_EXT, GL_QUERY_COUNTER_BITS_EXT, &integer), glGetQueryivANGLE(GL_TIMESTAMP_ANGLE, GL_QUERY_COUNTER_BITS_ANGLE, &integer);
    glGetQueryObjectivEXT(1, GL_QUERY_RESULT_EXT, &integer), glGetQueryObjectivANGLE(1, GL_QUERY_RESULT_ANGLE, &integer);
    glGetQueryObjectuivEXT(1, GL_QUERY_RESULT_EXT, &natural), glGetQueryObjectuivANGLE(1, GL_QUERY_RESULT_ANGLE, &natural);
    glGetQueryObjecti64vEXT(1, GL_QUERY_RESULT_EXT, &wide), glGetQueryObjecti64vANGLE(1, GL_QUERY_RESULT_ANGLE, &wide);
    glGetQueryObjecti64v(1, GL_QUERY_RESULT, &wide), glGetInteger64vEXT(GL_TIMESTAMP_EXT, &wide), glGetInteger64v(GL_TIMESTAMP, &wide);
    glGetQueryObjectui64vEXT(1, GL_QUERY_RESULT_EXT, &wide_natural), glGetQueryObjectui64vANGLE(1, GL_QUERY_RESULT_ANGLE, &wide_natural);
    glGetQueryObjectui64v(1, GL_QUERY_RESULT, &wide_natural), glGetIntegerv(GL_TIMESTAMP, &integer), glGetIntegerv(GL_NUM_EXTENSIONS, &integer);
    glGetFirstPerfQueryIdINTEL(&natural), glGetNextPerfQueryIdINTEL(1, &natural), glGetPerfQueryIdByNameINTEL(text, &natural);
    glGetPerfQueryInfoINTEL(1, sizeof text, text, &natural, &natural, &natural, &natural);
    glGetPerfCounterInfoINTEL(1, 1, sizeof text, text, sizeof text, text, &natural, &natural, &natural, &natural, &wide_natural);
    glCreatePerfQueryINTEL(1, &natural), glBeginPerfQueryINTEL(1), glEndPerfQueryINTEL(1), glDeletePerfQueryINTEL(1);
    glGetPerfQueryDataINTEL(1, GL_PERFQUERY_WAIT_INTEL, sizeof ids, ids, &natural);

    for (int i = 0; i < 4; i++)
        CHECK(ids[i] == UNTOUCHED, "no name and no data without a context (word %d became 0x%x)", i, ids[i]);
    CHECK(integer == UNTOUCHED && natural == UNTOUCHED && wide == UNTOUCHED && wide_natural == UNTOUCHED && !strcmp(text, "kept"),
          "nothing written without a context");
    CHECK(glGetError() == GL_NO_ERROR, "no error without a context");
    CHECK(!glGetString(GL_EXTENSIONS), "no extension string without a context");
}

/* With a context, invalid calls fail and a query still works. */
static void sound_with_context(Api api, int major, int minor, char **names)
{
    Context context = open_context(api, major, minor);
    for (char **name = names; *name; name++)
        call(*name, 0);
    fprintf(stderr, "\r\033[K");
    for (int i = 0; i < 64 && glGetError(); i++)
        continue;
    CHECK(glGetError() == GL_NO_ERROR, "the errors come to an end");
    CHECK(eglGetCurrentContext() == context.context, "the context is still current");
    GLuint query = 0;
    GLuint64 value = 0;
    if (api == ES) {
        glGenQueriesANGLE(1, &query);
        glQueryCounterANGLE(query, GL_TIMESTAMP_ANGLE);
        glGetQueryObjectui64vANGLE(query, GL_QUERY_RESULT_ANGLE, &value);
        glDeleteQueriesANGLE(1, &query);
    } else {
        glGenQueries(1, &query);
        glQueryCounter(query, GL_TIMESTAMP);
        glGetQueryObjectui64v(query, GL_QUERY_RESULT, &value);
        glDeleteQueries(1, &query);
    }
    CHECK(query && value, "a query works afterwards (name %u, result %llu)", query, (unsigned long long)value);
    CHECK_NO_ERROR("a query afterwards");
    close_context(&context);
}

int main(int count, char **arguments)
{
    static unsigned char memory[8192];
    CHECK(count > 40, "the names of the exported gl* functions as arguments (got %d)", count - 1);
    for (int round = 0; round < 2; round++) {
        quiet_without_context();
        for (int i = 1; i < count; i++)
            call(arguments[i], 0);
        memset(memory, PATTERN, sizeof memory);
        for (int i = 1; i < count; i++) {
            call(arguments[i], (intptr_t)(memory + sizeof memory / 2));
            for (size_t byte = 0; byte < sizeof memory; byte++)
                CHECK(memory[byte] == PATTERN, "%s writes nothing without a context (byte %zu)", arguments[i], byte);
        }
        fprintf(stderr, "\r\033[K");
        CHECK(glGetError() == GL_NO_ERROR, "no error without a context");
        /* The second round runs after a context has existed. */
        if (round == 0) {
            sound_with_context(ES, 2, 0, arguments + 1);
            sound_with_context(ES, 3, 2, arguments + 1);
            sound_with_context(CORE, 4, 5, arguments + 1);
            sound_with_context(COMPATIBILITY, 4, 5, arguments + 1);
        }
    }
    return verdict("no_context");
}
