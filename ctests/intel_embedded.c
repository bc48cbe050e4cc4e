/* Tests GL_INTEL_performance_query in OpenGL ES, which has no statistics: vertices and primitives are exact for every draw command. */
#include "check.h"
#include "perf_query.h"

typedef struct {
    const char *name;
    uint64_t vertices, primitives;
    void (*draw)(void);
} Drawn;

static const GLushort indices[6] = { 0, 1, 2, 2, 1, 0 };

static void nothing(void) {}
static void arrays(void) { GL(DrawArrays)(GL_TRIANGLES, 0, 3); }
static void strip(void) { GL(DrawArrays)(GL_LINE_STRIP, 0, 3); }
static void points_twice(void) { GL(DrawArrays)(GL_POINTS, 0, 3), GL(DrawArrays)(GL_POINTS, 1, 2); }
static void elements(void) { GL(DrawElements)(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, NULL); }
static void fan(void) { GL(DrawElements)(GL_TRIANGLE_FAN, 5, GL_UNSIGNED_SHORT, NULL); }
static void instances(void) { GL(DrawArraysInstanced)(GL_TRIANGLES, 0, 3, 5); }
static void element_instances(void) { GL(DrawElementsInstanced)(GL_LINES, 6, GL_UNSIGNED_SHORT, NULL, 4); }

static const Drawn by_every_version[] = {
    { "nothing", 0, 0, nothing },           { "glDrawArrays", 3, 1, arrays },    { "a line strip", 3, 2, strip },
    { "two draws of points", 5, 5, points_twice },
    { "glDrawElements", 6, 2, elements },   { "a triangle fan", 5, 3, fan },
};
static const Drawn by_version_3[] = {
    { "glDrawArraysInstanced", 15, 5, instances },
    { "glDrawElementsInstanced", 24, 12, element_instances },
};

static void measure(const Drawn *drawn)
{
    const GLuint query = query_named("Pipeline Statistics Registers");
    unsigned char data[512];
    GLuint handle = 0, written = 0;
    GL(CreatePerfQueryINTEL)(query, &handle);
    GL(BeginPerfQueryINTEL)(handle);
    drawn->draw();
    GL(EndPerfQueryINTEL)(handle);
    GL(GetPerfQueryDataINTEL)(handle, GL_PERFQUERY_WAIT_INTEL, sizeof data, data, &written);
    CHECK(written == data_size(query), "data of %s", drawn->name);
    uint64_t vertices = value_named(query, data, "N vertices submitted"), primitives = value_named(query, data, "N primitives submitted");
    EXPECT(vertices == drawn->vertices, "%s: %d vertices (got %llu)", drawn->name, (int)drawn->vertices, (unsigned long long)vertices);
    EXPECT(primitives == drawn->primitives, "%s: %d primitives (got %llu)", drawn->name, (int)drawn->primitives, (unsigned long long)primitives);
    GL(DeletePerfQueryINTEL)(handle);
    CHECK_NO_ERROR(drawn->name);
}

/* With an argument: only OpenGL ES 2. */
int main(int count, char **arguments)
{
    (void)arguments;
    static const int versions[][2] = { { 2, 0 }, { 3, 0 }, { 3, 1 } };
    for (int i = 0; i < (count > 1 ? 1 : 3); i++) {
        Context context = open_context(ES, versions[i][0], versions[i][1]);
        GLuint buffer = 0;
        CHECK(listed("GL_INTEL_performance_query") == 1, "GL_INTEL_performance_query is listed once in ES %d.%d", versions[i][0], versions[i][1]);
        prepare_load(ES);
        GL(Viewport)(0, 0, 4, 4);
        GL(GenBuffers)(1, &buffer);
        GL(BindBuffer)(GL_ELEMENT_ARRAY_BUFFER, buffer);
        GL(BufferData)(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
        for (size_t each = 0; each < sizeof by_every_version / sizeof *by_every_version; each++)
            measure(&by_every_version[each]);
        for (size_t each = 0; versions[i][0] >= 3 && each < sizeof by_version_3 / sizeof *by_version_3; each++)
            measure(&by_version_3[each]);
        close_context(&context);
    }
    return verdict("intel_embedded");
}
