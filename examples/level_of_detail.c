/* Adaptive level of detail: a TIME_ELAPSED query measures each frame, and the next frames get as much detail as the budget allows.
 *
 * The result of a query is read three frames later, when the GPU has long finished it, so that nothing waits. */
#include "offscreen.h"

enum { WIDTH = 512, HEIGHT = 512, FRAMES = 60, LATENCY = 3, LEAST = 8, MOST = 256 };

static const char vertex[] =
    "#version 330\n"
    "uniform int rings;\n"
    "void main() {\n"
    "    /* Two triangles for each cell of a sphere of rings x rings cells. */\n"
    "    int cell = gl_VertexID / 6, corner = gl_VertexID % 6;\n"
    "    ivec2 at = ivec2(cell % rings, cell / rings) + ivec2(corner == 1 || corner == 3 || corner == 5, corner == 2 || corner == 4 || corner == 5);\n"
    "    vec2 angle = vec2(at) / float(rings) * vec2(6.2831853, 3.1415927);\n"
    "    gl_Position = vec4(sin(angle.y) * cos(angle.x), cos(angle.y), sin(angle.y) * sin(angle.x) * 0.5, 1.0);\n"
    "}\n";
static const char fragment[] =
    "#version 330\n"
    "out vec4 colour;\n"
    "void main() { colour = vec4(1.0 - gl_FragCoord.z); }\n";

static GLint rings;

static void draw(int detail)
{
    glUniform1i(rings, detail);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, 6 * detail * detail);
}

static double milliseconds(GLuint query)
{
    GLuint64 time = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &time);
    return (double)time / 1e6;
}

int main(void)
{
    GLuint array, queries[LATENCY];
    int details[LATENCY] = { 0 }, detail = LEAST;
    open_offscreen(EGL_OPENGL_API, 3, 3, WIDTH, HEIGHT);
    rings = glGetUniformLocation(use_program(vertex, fragment), "rings");
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glEnable(GL_DEPTH_TEST);
    glGenQueries(LATENCY, queries);

    /* The budget would be that of the application, as 4 ms of a frame. Here it is what half of the most detail takes on this machine. */
    draw(MOST / 2);
    glFinish();
    glBeginQuery(GL_TIME_ELAPSED, queries[0]);
    draw(MOST / 2);
    glEndQuery(GL_TIME_ELAPSED);
    const double budget = milliseconds(queries[0]);
    printf("budget %.3f ms\n", budget);

    for (int frame = 0; frame < FRAMES; frame++) {
        int slot = frame % LATENCY;
        if (frame >= LATENCY) {
            double time = milliseconds(queries[slot]);
            if (frame % 10 == 0)
                printf("frame %d: detail %d took %.3f ms\n", frame - LATENCY, details[slot], time);
            /* Half the way to the budget, in steps of a quarter at most: one frame that was late for another reason changes little. */
            double room = (1.0 + budget / time) / 2.0;
            if (details[slot] == detail)
                detail = (int)(detail * (room < 0.75 ? 0.75 : room > 1.25 ? 1.25 : room));
            detail = detail < LEAST ? LEAST : detail > MOST ? MOST : detail;
        }
        details[slot] = detail;
        glBeginQuery(GL_TIME_ELAPSED, queries[slot]);
        draw(detail);
        glEndQuery(GL_TIME_ELAPSED);
    }
    printf("detail %d of %d to %d\n", detail, LEAST, MOST);
    glDeleteQueries(LATENCY, queries);
    return finish();
}
