/* Timers of OpenGL ES 2.0 over a driver whose GPU takes 3 ms for each draw (see recording_es2.c), by the names that the first argument says. With a
 * second argument the driver has no fences, and glmeter waits by glFinish. */
#include "check.h"

static int (*recorded)(const char *);

enum { DRAW = 3000000, LATE = 5000000 };

#define TIMERS(SUFFIX)                                                                                                      \
    static void times_##SUFFIX(bool waits)                                                                                  \
    {                                                                                                                       \
        GLuint queries[4];                                                                                                  \
        GLuint64 results[4];                                                                                                \
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
        CHECK(results[1] >= 7 * DRAW - 100000 && results[1] < 7 * DRAW + LATE, "7 draws take 21 ms (got %llu ns)",          \
              (unsigned long long)results[1]);                                                                              \
        CHECK(results[3] >= DRAW - 2000000 && results[3] < DRAW + LATE, "a draw takes 3 ms (got %llu ns)",                  \
              (unsigned long long)results[3]);                                                                              \
        CHECK(results[2] - results[0] >= 7 * DRAW - 100000 && results[2] - results[0] < 7 * DRAW + LATE,                    \
              "the timestamps are 21 ms apart (%llu ns)", (unsigned long long)(results[2] - results[0]));                   \
        GL(DeleteQueries##SUFFIX)(4, queries);                                                                              \
    }
TIMERS(EXT)
TIMERS(ANGLE)

int main(int count, char **arguments)
{
    *(void **)&recorded = dlsym(RTLD_DEFAULT, "recorded");
    CHECK(count > 1 && recorded, "a kind of names, and the recording driver");
    Context context = open_context(ES, 2, 0);
    const char *list = (const char *)GL(GetString)(GL_EXTENSIONS);
    CHECK(occurrences(list, "GL_EXT_disjoint_timer_query") == 1 && occurrences(list, "GL_ANGLE_timer_query") == 1, "the timers in: %s", list);
    GLint64 wide[5] = { 7, 7, 7, 7, 7 };
    GL(GetInteger64vEXT)(GL_VIEWPORT, wide);
    CHECK(wide[0] == 1 && wide[3] == 4 && wide[4] == 7, "GetInteger64vEXT has the values of GetIntegerv, and no more");
    GL(GetInteger64vEXT)(0x4711, wide);
    CHECK(wide[0] == 1, "nothing for a name that the driver does not know");
    if (!strcmp(arguments[1], "EXT"))
        times_EXT(count > 2);
    else
        times_ANGLE(count > 2);
    CHECK_NO_ERROR("timers");
    close_context(&context);
    return verdict("recorded_es2");
}
