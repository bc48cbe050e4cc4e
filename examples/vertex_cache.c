/* Vertex-cache efficiency: how often the vertex shader runs for each index of a mesh, with its triangles in rows and in a random order.
 *
 * 1.0 means that every index runs the shader; a grid that runs it once for each vertex has 0.17. GPUs count what their cache leaves, and so does
 * Mesa's llvmpipe, which looks among some vertices at a time. glmeter's pipeline runs the shader once for each vertex of a draw, in any order. Where
 * glmeter counts from the commands ("counted" in `glmeter info`), it sees no cache, and the value is 1.0. */
#include "offscreen.h"

enum { SIDE = 128, TRIANGLES = 2 * SIDE * SIDE, INDICES = 3 * TRIANGLES, VERTICES = (SIDE + 1) * (SIDE + 1) };

static const char vertex[] =
    "#version 330\n"
    "in vec2 position;\n"
    "void main() { gl_Position = vec4(position, 0.0, 1.0); }\n";
static const char fragment[] =
    "#version 330\n"
    "out vec4 colour;\n"
    "void main() { colour = vec4(1.0); }\n";

static GLfloat vertices[VERTICES][2];
static GLushort indices[TRIANGLES][3];

static void make_mesh(void)
{
    for (int i = 0; i < VERTICES; i++) {
        vertices[i][0] = (float)(i % (SIDE + 1)) / SIDE * 2.0f - 1.0f;
        vertices[i][1] = (float)(i / (SIDE + 1)) / SIDE * 2.0f - 1.0f;
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        GLushort low = (GLushort)(i / SIDE * (SIDE + 1) + i % SIDE), high = (GLushort)(low + SIDE + 1);
        const GLushort cell[2][3] = { { low, (GLushort)(low + 1), high }, { high, (GLushort)(low + 1), (GLushort)(high + 1) } };
        memcpy(indices[2 * i], cell, sizeof cell);
    }
}

/* Exchanges triangles at random, the same on every machine. */
static void shuffle(void)
{
    unsigned random = 1;
    for (int i = TRIANGLES - 1; i > 0; i--) {
        GLushort kept[3];
        random = random * 1664525u + 1013904223u;
        int other = (int)((random >> 8) % (unsigned)(i + 1));
        memcpy(kept, indices[i], sizeof kept);
        memcpy(indices[i], indices[other], sizeof kept);
        memcpy(indices[other], kept, sizeof kept);
    }
}

static void measure(const char *order, const GLuint queries[2])
{
    GLuint64 submitted = 0, invocations = 0;
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    glBeginQuery(GL_VERTICES_SUBMITTED_ARB, queries[0]);
    glBeginQuery(GL_VERTEX_SHADER_INVOCATIONS_ARB, queries[1]);
    glDrawElements(GL_TRIANGLES, INDICES, GL_UNSIGNED_SHORT, NULL);
    glEndQuery(GL_VERTEX_SHADER_INVOCATIONS_ARB);
    glEndQuery(GL_VERTICES_SUBMITTED_ARB);
    glGetQueryObjectui64v(queries[0], GL_QUERY_RESULT, &submitted);
    glGetQueryObjectui64v(queries[1], GL_QUERY_RESULT, &invocations);
    require(submitted > 0, "the driver has no source for this statistic");
    printf("%s: %llu invocations for %llu indices, %.3f for each\n", order, (unsigned long long)invocations, (unsigned long long)submitted,
           (double)invocations / (double)submitted);
}

int main(void)
{
    GLuint array, buffers[2], queries[2];
    open_offscreen(EGL_OPENGL_API, 3, 3, 256, 256);
    use_program(vertex, fragment);
    make_mesh();
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(2, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    glGenQueries(2, queries);
    printf("%d vertices, %d triangles\n", VERTICES, TRIANGLES);
    measure("in rows", queries);
    shuffle();
    measure("at random", queries);
    glDeleteQueries(2, queries);
    return finish();
}
