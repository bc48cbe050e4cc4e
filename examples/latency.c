/* Latency: how long after a command is issued the GPU has done it. glGetInteger64v(GL_TIMESTAMP) reads the GPU's clock now, without waiting for
 * commands; glQueryCounter reads it when all commands before are done. */
#include "offscreen.h"

enum { WIDTH = 256, HEIGHT = 256, LOADS = 3 };

static const char vertex[] =
    "#version 330\n"
    "void main() { gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0); }\n";
static const char fragment[] =
    "#version 330\n"
    "out vec4 colour;\n"
    "void main() {\n"
    "    float x = gl_FragCoord.x;\n"
    "    for (int i = 0; i < 50; i++) x = fract(x * 1.7 + gl_FragCoord.y * 0.3);\n"
    "    colour = vec4(x);\n"
    "}\n";

int main(void)
{
    GLuint array, query;
    open_offscreen(EGL_OPENGL_API, 3, 3, WIDTH, HEIGHT);
    use_program(vertex, fragment);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenQueries(1, &query);
    glDrawArrays(GL_TRIANGLES, 0, 3);

    for (int load = 0, draws = 1; load < LOADS; load++, draws *= 4) {
        GLint64 asked = 0, issued = 0, read = 0;
        GLuint64 done = 0;
        glFinish();
        glGetInteger64v(GL_TIMESTAMP, &asked);
        for (int i = 0; i < draws; i++)
            glDrawArrays(GL_TRIANGLES, 0, 3);
        glQueryCounter(query, GL_TIMESTAMP);
        glGetInteger64v(GL_TIMESTAMP, &issued);
        /* An application would do other work here, and ask for GL_QUERY_RESULT_AVAILABLE in a later frame. */
        glGetQueryObjectui64v(query, GL_QUERY_RESULT, &done);
        glGetInteger64v(GL_TIMESTAMP, &read);
        printf("%d draws: issued in %.3f ms, done after %.3f ms, known after %.3f ms\n", draws, (double)(issued - asked) / 1e6,
               (double)((GLint64)done - asked) / 1e6, (double)(read - asked) / 1e6);
    }
    glDeleteQueries(1, &query);
    return finish();
}
