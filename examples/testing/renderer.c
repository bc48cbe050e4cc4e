#include "../offscreen.h"
#include "renderer.h"

static const char *vertex_shader = "#version 150\n"
                                   "in vec2 position;\n"
                                   "uniform vec3 place;\n" /* x, y, turn */
                                   "out float shade;\n"
                                   "void main()\n"
                                   "{\n"
                                   "    float s = sin(place.z), c = cos(place.z);\n"
                                   "    shade = position.x * 0.5 + 0.5;\n"
                                   "    gl_Position = vec4(mat2(c, s, -s, c) * position * 0.2 + place.xy, 0.0, 1.0);\n"
                                   "}\n";
static const char *fragment_shader = "#version 150\n"
                                     "in float shade;\n"
                                     "out vec4 color;\n"
                                     "void main() { color = vec4(shade, 0.4, 1.0 - shade, 1.0); }\n";

static GLint place;

void renderer_open(void)
{
    /* The cosine and the sine of 15 degrees. Those of the C library differ between processors in their last bit, and so would the picture. */
    const float c = 0.96592583f, s = 0.25881905f;
    float disc[VERTICES_OF_A_DISC][2] = { { 0, 0 }, { 1, 0 } };
    GLuint buffer, array;
    for (int i = 2; i < VERTICES_OF_A_DISC; ++i) {
        disc[i][0] = disc[i - 1][0] * c - disc[i - 1][1] * s;
        disc[i][1] = disc[i - 1][0] * s + disc[i - 1][1] * c;
    }
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof disc, disc, GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    place = glGetUniformLocation(use_program(vertex_shader, fragment_shader), "place");
}

void renderer_draw(int frame)
{
    glClear(GL_COLOR_BUFFER_BIT);
    for (int row = 0; row < ROWS; ++row) {
        for (int column = 0; column < COLUMNS; ++column) {
            float x = (2.0f * (float)column + 1.0f) / COLUMNS - 1.0f, y = (2.0f * (float)row + 1.0f) / ROWS - 1.0f;
            glUniform3f(place, x, y, 0.1f * (float)(frame + row * COLUMNS + column));
            glDrawArrays(GL_TRIANGLE_FAN, 0, VERTICES_OF_A_DISC);
        }
    }
}
