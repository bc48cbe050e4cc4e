/* Lists the query types of GL_INTEL_performance_query and their counters, and prints the values that one draw gives to each. */
#include "offscreen.h"

enum { WIDTH = 128, HEIGHT = 128 };

static const char vertex[] =
    "#version 330\n"
    "void main() { gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0); }\n";
static const char fragment[] =
    "#version 330\n"
    "out vec4 colour;\n"
    "void main() { colour = vec4(1.0); }\n";

/* Prints a counter's value, which has one of five types. */
static void print_value(const unsigned char *data, GLuint type)
{
    union {
        GLuint uint32;
        GLuint64 uint64;
        GLfloat real;
        GLdouble wide;
    } value;
    memcpy(&value, data, type == GL_PERFQUERY_COUNTER_DATA_UINT64_INTEL || type == GL_PERFQUERY_COUNTER_DATA_DOUBLE_INTEL ? 8 : 4);
    switch (type) {
    case GL_PERFQUERY_COUNTER_DATA_UINT64_INTEL: printf("%llu\n", (unsigned long long)value.uint64); break;
    case GL_PERFQUERY_COUNTER_DATA_FLOAT_INTEL: printf("%g\n", (double)value.real); break;
    case GL_PERFQUERY_COUNTER_DATA_DOUBLE_INTEL: printf("%g\n", value.wide); break;
    default: printf("%u\n", value.uint32); break;
    }
}

/* Measures one draw with a query type, and prints each counter. */
static void dump(GLuint type)
{
    char name[256], counter[256];
    GLuint size = 0, counters = 0, query = 0, written = 0;
    glGetPerfQueryInfoINTEL(type, sizeof name, name, &size, &counters, NULL, NULL);
    printf("%s: %u counters in %u bytes\n", name, counters, size);
    glCreatePerfQueryINTEL(type, &query);
    glBeginPerfQueryINTEL(query);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEndPerfQueryINTEL(query);
    unsigned char *data = (unsigned char *)malloc(size);
    require(data != NULL, "memory");
    glGetPerfQueryDataINTEL(query, GL_PERFQUERY_WAIT_INTEL, (GLsizei)size, data, &written);
    require(written == size, "the data of a performance query");
    for (GLuint id = 1; id <= counters; id++) {
        GLuint offset = 0, data_type = 0;
        glGetPerfCounterInfoINTEL(type, id, sizeof counter, counter, 0, NULL, &offset, NULL, NULL, &data_type, NULL);
        printf("  %s: ", counter);
        print_value(data + offset, data_type);
    }
    free(data);
    glDeletePerfQueryINTEL(query);
}

int main(void)
{
    GLuint array, type = 0;
    open_offscreen(EGL_OPENGL_API, 3, 3, WIDTH, HEIGHT);
    use_program(vertex, fragment);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGetFirstPerfQueryIdINTEL(&type);
    require(type != 0, "GL_INTEL_performance_query");
    while (type != 0) {
        dump(type);
        glGetNextPerfQueryIdINTEL(type, &type);
    }
    return finish();
}
