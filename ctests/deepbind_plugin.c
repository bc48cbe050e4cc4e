/* A plug-in that links libEGL and libGLESv2 itself and, opened with RTLD_DEEPBIND, finds their functions before any preloaded ones. */
#include "check.h"

int plugin_run(void)
{
    Context context = open_context(ES, 3, 0);
    /* Linked, so through the plug-in's own libGLESv2. */
    const char *list = (const char *)glGetString(GL_EXTENSIONS);
    CHECK(list && occurrences(list, "GL_ANGLE_timer_query") == 1, "a deep-bound plug-in sees GL_ANGLE_timer_query once in: %s", list ? list : "NULL");
    CHECK(listed("GL_ANGLE_timer_query") == 1, "by glGetStringi as well");
    GLuint query = 0;
    GLuint64 elapsed = 0;
    glGenQueries(1, &query);
    ((__typeof__(&glBeginQueryANGLE))eglGetProcAddress("glBeginQueryANGLE"))(GL_TIME_ELAPSED_ANGLE, query);
    glClear(GL_COLOR_BUFFER_BIT);
    glEndQuery(GL_TIME_ELAPSED_ANGLE);
    ((__typeof__(&glGetQueryObjectui64vANGLE))eglGetProcAddress("glGetQueryObjectui64vANGLE"))(query, GL_QUERY_RESULT_ANGLE, &elapsed);
    CHECK(glGetError() == GL_NO_ERROR && glIsQuery(query), "a query through linked and loaded functions");
    glDeleteQueries(1, &query);
    close_context(&context);
    return verdict("deepbind_plugin");
}
