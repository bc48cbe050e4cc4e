/* A plug-in that is linked with glmeter and measures the host's OpenGL ES context. Each run leaves a query behind whose result is not read. */
#define LINKED
#include "check.h"

__attribute__((visibility("default"))) int plugin_run(void)
{
    GLuint query = 0, left = 0, elsewhere = 0;
    GLuint64 elapsed = 0;
    CHECK(listed("GL_ANGLE_timer_query") == 1 && listed("GL_INTEL_performance_query") == 1, "the plug-in's extensions are listed once");
    glGenQueriesANGLE(1, &query);
    uint64_t begun = nanoseconds();
    glBeginQueryANGLE(GL_TIME_ELAPSED_ANGLE, query);
    glClear(GL_COLOR_BUFFER_BIT);
    glEndQuery(GL_TIME_ELAPSED_ANGLE);
    glGetQueryObjectui64vANGLE(query, GL_QUERY_RESULT_ANGLE, &elapsed);
    uint64_t wall = nanoseconds() - begun;
    CHECK(elapsed > 0 && elapsed <= wall, "a time of at most %llu ns, not %llu", (unsigned long long)wall, (unsigned long long)elapsed);
    glGetFirstPerfQueryIdINTEL(&elsewhere);
    CHECK(elsewhere, "a performance query");
    glDeleteQueriesANGLE(1, &query);
    glGenQueriesEXT(1, &left);
    glBeginQueryEXT(GL_TIME_ELAPSED_EXT, left);
    glClear(GL_COLOR_BUFFER_BIT);
    glEndQueryEXT(GL_TIME_ELAPSED_EXT);
    glDeleteQueriesEXT(1, &left);
    CHECK_NO_ERROR("the plug-in");
    glEndQueryANGLE(GL_TIME_ELAPSED_ANGLE);
    CHECK(glGetError() == GL_INVALID_OPERATION, "INVALID_OPERATION for the end of a query that is not active");
    return 0;
}
