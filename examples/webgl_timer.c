/* What a browser does for EXT_disjoint_timer_query of WebGL, in OpenGL ES 2.0 with the names of GL_ANGLE_timer_query: begin and end around each
 * frame, poll without waiting, and drop the results of frames in which the GPU's clock was disturbed. */
#include "offscreen.h"

enum { WIDTH = 256, HEIGHT = 256, FRAMES = 30, PENDING = 4 };

static const char vertex[] =
    "attribute vec2 position;\n"
    "void main() { gl_Position = vec4(position, 0.0, 1.0); }\n";
static const char fragment[] =
    "precision mediump float;\n"
    "uniform float time;\n"
    "void main() {\n"
    "    float x = gl_FragCoord.x / 256.0;\n"
    "    for (int i = 0; i < 30; i++) x = fract(x * 1.7 + time);\n"
    "    gl_FragColor = vec4(x);\n"
    "}\n";
static const GLfloat triangle[] = { -1, -1, 3, -1, -1, 3 };

int main(void)
{
    GLuint queries[PENDING];
    GLint bits = 0, disjoint = 0;
    int begun = 0, read = 0, dropped = 0;
    GLuint64 sum = 0, most = 0;
    open_offscreen(EGL_OPENGL_ES_API, 2, 0, WIDTH, HEIGHT);
    require(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_ANGLE_timer_query") != NULL, "GL_ANGLE_timer_query");
    glGetQueryivANGLE(GL_TIME_ELAPSED_ANGLE, GL_QUERY_COUNTER_BITS_ANGLE, &bits);
    GLint time = glGetUniformLocation(use_program(vertex, fragment), "time");
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, triangle);
    glEnableVertexAttribArray(0);
    glGenQueriesANGLE(PENDING, queries);
    /* Reading it resets it. */
    glGetIntegerv(GL_GPU_DISJOINT_EXT, &disjoint);

    while (read + dropped < FRAMES) {
        if (begun < FRAMES && begun - read - dropped < PENDING) {
            glBeginQueryANGLE(GL_TIME_ELAPSED_ANGLE, queries[begun % PENDING]);
            glUniform1f(time, (float)begun / FRAMES);
            glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
            glDrawArrays(GL_TRIANGLES, 0, 3);
            glEndQueryANGLE(GL_TIME_ELAPSED_ANGLE);
            begun++;
        }
        GLuint oldest = queries[(read + dropped) % PENDING];
        GLint available = 0;
        glGetQueryObjectivANGLE(oldest, GL_QUERY_RESULT_AVAILABLE_ANGLE, &available);
        if (!available)
            continue;
        glGetIntegerv(GL_GPU_DISJOINT_EXT, &disjoint);
        if (disjoint) {
            dropped++;
            continue;
        }
        GLuint64 elapsed = 0;
        glGetQueryObjectui64vANGLE(oldest, GL_QUERY_RESULT_ANGLE, &elapsed);
        sum += elapsed;
        most = elapsed > most ? elapsed : most;
        read++;
    }
    printf("%d counter bits\n", bits);
    printf("%d frames, %d dropped: %.3f ms each, at most %.3f ms\n", read, dropped, read ? (double)sum / read / 1e6 : 0.0, (double)most / 1e6);
    glDeleteQueriesANGLE(PENDING, queries);
    return finish();
}
