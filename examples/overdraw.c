/* Overdraw: how often the fragment shader runs for each pixel, for layers in the worst and in the best order. The depth test spares the fragments
 * that a nearer layer covers, if that was drawn before. Samples passed show what the depth test leaves.
 *
 * Drivers count differently: Mesa's llvmpipe counts the fragments before the depth test, and pixels of quads that a triangle covers in part;
 * glmeter's pipeline counts exactly the pixels for which the shader runs. */
#include "offscreen.h"

enum { WIDTH = 256, HEIGHT = 256, LAYERS = 8 };

static const char vertex[] =
    "#version 330\n"
    "uniform float depth;\n"
    "void main() { gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID & 2) * 2.0 - 1.0, depth, 1.0); }\n";
static const char fragment[] =
    "#version 330\n"
    "out vec4 colour;\n"
    "void main() { colour = vec4(gl_FragCoord.z); }\n";

static GLuint64 result(GLuint query)
{
    GLuint64 value = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &value);
    return value;
}

int main(void)
{
    GLuint array, queries[2];
    GLint bits = 0;
    open_offscreen(EGL_OPENGL_API, 3, 3, WIDTH, HEIGHT);
    GLint depth = glGetUniformLocation(use_program(vertex, fragment), "depth");
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glEnable(GL_DEPTH_TEST);
    glGetQueryiv(GL_FRAGMENT_SHADER_INVOCATIONS_ARB, GL_QUERY_COUNTER_BITS, &bits);
    require(bits > 0, "the driver has no source for this statistic");
    glGenQueries(2, queries);

    for (int order = 0; order < 2; order++) {
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        /* Queries of several targets run at once. */
        glBeginQuery(GL_FRAGMENT_SHADER_INVOCATIONS_ARB, queries[0]);
        glBeginQuery(GL_SAMPLES_PASSED, queries[1]);
        for (int layer = 0; layer < LAYERS; layer++) {
            float nearness = (float)(layer + 1) / (LAYERS + 1);
            glUniform1f(depth, order == 0 ? 1.0f - 2.0f * nearness : -1.0f + 2.0f * nearness);
            glDrawArrays(GL_TRIANGLES, 0, 3);
        }
        glEndQuery(GL_SAMPLES_PASSED);
        glEndQuery(GL_FRAGMENT_SHADER_INVOCATIONS_ARB);
        double pixels = WIDTH * HEIGHT;
        printf("%s: %.2f invocations and %.2f samples for each pixel\n", order == 0 ? "back to front" : "front to back", (double)result(queries[0]) / pixels,
               (double)result(queries[1]) / pixels);
    }
    glDeleteQueries(2, queries);
    return finish();
}
