/* Timers of OpenGL ES 2.0 over a driver whose GPU takes 3 ms for each draw (see recording_es2.c), by the names that the first argument says. With a
 * second argument the driver has no fences, and glmeter waits by glFinish. */
#include "check.h"

#include <dlfcn.h>

static int (*recorded)(const char *);

enum { DRAW = 3000000, NEAR = 1000000, TRIES = 50 };

static bool near(GLuint64 time, GLuint64 expected)
{
    return time + NEAR >= expected && time <= expected + NEAR;
}

/* Measures draws whose times are known. Returns true if the times are near: a thread that stamps marks may be late on a busy machine. */
#define TIMERS(SUFFIX)                                                                                                      \
    static bool times_##SUFFIX(bool waits)                                                                                  \
    {                                                                                                                       \
        GLuint queries[4];                                                                                                  \
        GLuint64 results[4];                                                                                                \
        uint64_t begun = nanoseconds();                                                                                     \
        GL(GenQueries##SUFFIX)(4, queries);                                                                                 \
        GL(QueryCounter##SUFFIX)(queries[0], GL_TIMESTAMP_EXT);                                                             \
        GL(BeginQuery##SUFFIX)(GL_TIME_ELAPSED_EXT, queries[1]);                                                            \
        for (int i = 0; i < 7; i++)                                                                                         \
            GL(DrawArrays)(GL_TRIANGLES, 0, 3);                                                                             \
        GL(EndQuery##SUFFIX)(GL_TIME_ELAPSED_EXT);                                                                          \
        GL(QueryCounter##SUFFIX)(queries[2], GL_TIMESTAMP_EXT);                                                             \
        GL(BeginQuery##SUFFIX)(GL_TIME_ELAPSED_EXT, queries[3]);                                                            \
        GL(DrawArrays)(GL_TRIANGLES, 0, 3);                                                                                 \
        GL(EndQuery##SUFFIX)(GL_TIME_ELAPSED_EXT);                                                                          \
        int finished = recorded("glFinish");                                                                                \
        CHECK(waits ? finished > 0 : finished == 0, "glmeter calls glFinish only if it must (%d times)", finished);          \
        for (int i = 0; i < 4; i++)                                                                                         \
            GL(GetQueryObjectui64v##SUFFIX)(queries[i], GL_QUERY_RESULT_EXT, &results[i]);                                  \
        uint64_t wall = nanoseconds() - begun;                                                                              \
        GLuint64 between = results[2] - results[0];                                                                         \
        CHECK(results[1] <= wall && results[3] <= wall && between <= wall, "times within the wall clock's");                \
        fprintf(stderr, "21 ms: %llu ns, 3 ms: %llu ns, between: %llu ns\n", (unsigned long long)results[1],               \
                (unsigned long long)results[3], (unsigned long long)between);                                               \
        GL(DeleteQueries##SUFFIX)(4, queries);                                                                              \
        return near(results[1], 7 * DRAW) && near(results[3], DRAW) && near(between, 7 * DRAW);                             \
    }
TIMERS(EXT)
TIMERS(ANGLE)

int main(int count, char **arguments)
{
    Context context = open_context(ES, 2, 0);
    *(void **)&recorded = dlsym(RTLD_DEFAULT, "recorded");
    CHECK(count > 1 && recorded, "a kind of names, and the recording driver");
    const char *list = (const char *)GL(GetString)(GL_EXTENSIONS);
    CHECK(occurrences(list, "GL_EXT_disjoint_timer_query") == 1 && occurrences(list, "GL_ANGLE_timer_query") == 1, "the timers in: %s", list);
    GLint64 wide[5] = { 7, 7, 7, 7, 7 };
    GL(GetInteger64vEXT)(GL_VIEWPORT, wide);
    CHECK(wide[0] == 1 && wide[3] == 4 && wide[4] == 7, "GetInteger64vEXT has the values of GetIntegerv, and no more");
    GL(GetInteger64vEXT)(0x4711, wide);
    CHECK(wide[0] == 1, "nothing for a name that the driver does not know");
    bool right = false;
    for (int i = 0; i < TRIES && !right; i++)
        right = !strcmp(arguments[1], "EXT") ? times_EXT(count > 2) : times_ANGLE(count > 2);
    CHECK(right, "times within 1 ms of the GPU's in one of %d tries", TRIES);
    CHECK_NO_ERROR("timers");
    close_context(&context);
    return verdict("recorded_es2");
}
