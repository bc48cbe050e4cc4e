/* Tests GL_ARB_pipeline_statistics_query: the eleven statistics, all active at once, over small scenes with every stage. Expects exact values
 * where the conformance suites demand them, and ranges where the specification allows them. */
#define DESKTOP
#include "check.h"

enum { VSUB, PSUB, VSI, TCSP, TESI, GSI, GSP, FSI, CSI, CLIN, CLOUT, STATISTICS };

static const struct {
    GLenum target;
    const char *name;
} statistics[STATISTICS] = {
    { GL_VERTICES_SUBMITTED_ARB, "VERTICES_SUBMITTED_ARB" },
    { GL_PRIMITIVES_SUBMITTED_ARB, "PRIMITIVES_SUBMITTED_ARB" },
    { GL_VERTEX_SHADER_INVOCATIONS_ARB, "VERTEX_SHADER_INVOCATIONS_ARB" },
    { GL_TESS_CONTROL_SHADER_PATCHES_ARB, "TESS_CONTROL_SHADER_PATCHES_ARB" },
    { GL_TESS_EVALUATION_SHADER_INVOCATIONS_ARB, "TESS_EVALUATION_SHADER_INVOCATIONS_ARB" },
    { GL_GEOMETRY_SHADER_INVOCATIONS, "GEOMETRY_SHADER_INVOCATIONS" },
    { GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB, "GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB" },
    { GL_FRAGMENT_SHADER_INVOCATIONS_ARB, "FRAGMENT_SHADER_INVOCATIONS_ARB" },
    { GL_COMPUTE_SHADER_INVOCATIONS_ARB, "COMPUTE_SHADER_INVOCATIONS_ARB" },
    { GL_CLIPPING_INPUT_PRIMITIVES_ARB, "CLIPPING_INPUT_PRIMITIVES_ARB" },
    { GL_CLIPPING_OUTPUT_PRIMITIVES_ARB, "CLIPPING_OUTPUT_PRIMITIVES_ARB" },
};

static GLuint queries[STATISTICS];
static GLuint64 counted[STATISTICS];

static GLuint simple, tessellated, amplified, computed;

static void build_programs(void)
{
    static const char version[] = "#version 430\n";
    static const char vertex[] = "layout(location = 0) in vec2 corner; void main() { gl_Position = vec4(corner, 0.0, 1.0); }";
    static const char control[] = "layout(vertices = 3) out; void main() {"
        " gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;"
        " gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelInner[0] = 2.0; }";
    static const char evaluation[] = "layout(triangles) in; void main() { gl_Position = gl_TessCoord.x * gl_in[0].gl_Position"
        " + gl_TessCoord.y * gl_in[1].gl_Position + gl_TessCoord.z * gl_in[2].gl_Position; }";
    static const char geometry[] = "layout(triangles) in; layout(triangle_strip, max_vertices = 7) out; void main() {"
        " for (int i = 0; i < 4; i++) { gl_Position = gl_in[i % 3].gl_Position * 0.5; EmitVertex(); } EndPrimitive();"
        " for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position * 0.5; EmitVertex(); } EndPrimitive(); }";
    static const char fragment[] = "out vec4 colour; void main() { colour = vec4(1.0); }";
    static const char compute[] = "layout(local_size_x = 16) in; layout(std430, binding = 0) buffer Out { uint sum; };"
        " void main() { atomicAdd(sum, 1u); }";
    const struct {
        GLenum stage;
        const char *text;
        bool in_simple, in_tessellated, in_amplified, in_computed;
    } stages[] = {
        { GL_VERTEX_SHADER, vertex, true, true, true, false },
        { GL_TESS_CONTROL_SHADER, control, false, true, false, false },
        { GL_TESS_EVALUATION_SHADER, evaluation, false, true, false, false },
        { GL_GEOMETRY_SHADER, geometry, false, false, true, false },
        { GL_FRAGMENT_SHADER, fragment, true, true, true, false },
        { GL_COMPUTE_SHADER, compute, false, false, false, true },
    };
    simple = GL(CreateProgram)(), tessellated = GL(CreateProgram)(), amplified = GL(CreateProgram)(), computed = GL(CreateProgram)();
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        GLuint shader = shader_of(stages[i].stage, version, stages[i].text);
        if (stages[i].in_simple)
            GL(AttachShader)(simple, shader);
        if (stages[i].in_tessellated)
            GL(AttachShader)(tessellated, shader);
        if (stages[i].in_amplified)
            GL(AttachShader)(amplified, shader);
        if (stages[i].in_computed)
            GL(AttachShader)(computed, shader);
    }
    link_program(simple), link_program(tessellated), link_program(amplified), link_program(computed);
}

/* Seven vertices well inside the clipping volume; their indices 0 6 2 1 3 5 4; the indirect commands; a buffer to compute in. */
static void build_scene(void)
{
    static const float corners[] = { -.5f, -.5f, .5f, -.5f, 0, .5f, .7f, .6f, -.7f, .6f, -.1f, -.8f, .3f, .2f };
    static const GLuint indices[] = { 0, 6, 2, 1, 3, 5, 4 };
    static const GLuint indirect[] = { 7, 3, 0, 0, 0, /* elements */ 7, 3, 0, 0, 0, /* groups */ 3, 2, 1 };
    GLuint array, buffers[4];
    GL(GenVertexArrays)(1, &array);
    GL(BindVertexArray)(array);
    GL(GenBuffers)(4, buffers);
    GL(BindBuffer)(GL_ARRAY_BUFFER, buffers[0]);
    GL(BufferData)(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    GL(BindBuffer)(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    GL(BufferData)(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    GL(BindBuffer)(GL_DRAW_INDIRECT_BUFFER, buffers[2]);
    GL(BufferData)(GL_DRAW_INDIRECT_BUFFER, sizeof indirect, indirect, GL_STATIC_DRAW);
    GL(BindBuffer)(GL_DISPATCH_INDIRECT_BUFFER, buffers[2]);
    GL(BindBufferBase)(GL_SHADER_STORAGE_BUFFER, 0, buffers[3]);
    GL(BufferData)(GL_SHADER_STORAGE_BUFFER, 16, NULL, GL_DYNAMIC_COPY);
    GL(VertexAttribPointer)(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    GL(EnableVertexAttribArray)(0);
}

static void begin_all(void)
{
    for (int i = 0; i < STATISTICS; i++)
        GL(BeginQuery)(statistics[i].target, queries[i]);
}

static void end_all(void)
{
    for (int i = 0; i < STATISTICS; i++)
        GL(EndQuery)(statistics[i].target);
    for (int i = 0; i < STATISTICS; i++)
        GL(GetQueryObjectui64v)(queries[i], GL_QUERY_RESULT, &counted[i]);
    CHECK_NO_ERROR("counting");
}

static void expect_exactly(int statistic, GLuint64 value, const char *scene)
{
    EXPECT(counted[statistic] == value, "%s: %s is %llu (got %llu)", scene, statistics[statistic].name, (unsigned long long)value,
           (unsigned long long)counted[statistic]);
}

static void expect_range(int statistic, GLuint64 least, GLuint64 most, const char *scene)
{
    EXPECT(counted[statistic] >= least && counted[statistic] <= most, "%s: %s is %llu to %llu (got %llu)", scene,
           statistics[statistic].name, (unsigned long long)least, (unsigned long long)most, (unsigned long long)counted[statistic]);
}

/* One of up to four accepted values, times a factor; a list ends at its first 0. */
static void expect_member(int statistic, const GLuint accepted[4], GLuint factor, const char *scene)
{
    bool found = false;
    for (int i = 0; i < 4 && accepted[i]; i++)
        found |= counted[statistic] == (GLuint64)accepted[i] * factor;
    EXPECT(found, "%s: %s is %u (or another accepted value) times %u (got %llu)", scene, statistics[statistic].name, accepted[0], factor,
           (unsigned long long)counted[statistic]);
}

static const struct {
    GLenum mode;
    const char *name;
    GLuint vertices[4], primitives[4];                     /* of 7 vertices */
    GLuint restarted_vertices[4], restarted_primitives[4]; /* of 6, the first index restarting */
} modes[] = {
    { GL_POINTS, "POINTS", { 7 }, { 7 }, { 6 }, { 6 } },
    { GL_LINE_LOOP, "LINE_LOOP", { 7, 8 }, { 7 }, { 6, 7 }, { 6 } },
    { GL_LINE_STRIP, "LINE_STRIP", { 7 }, { 6 }, { 6 }, { 5 } },
    { GL_LINES, "LINES", { 7, 6 }, { 3, 4 }, { 6 }, { 3 } },
    { GL_TRIANGLE_FAN, "TRIANGLE_FAN", { 7 }, { 5 }, { 6 }, { 4 } },
    { GL_TRIANGLE_STRIP, "TRIANGLE_STRIP", { 7 }, { 5 }, { 6 }, { 4 } },
    { GL_TRIANGLES, "TRIANGLES", { 7, 6 }, { 2, 3 }, { 6 }, { 2 } },
    { GL_LINES_ADJACENCY, "LINES_ADJACENCY", { 7, 3, 4, 2 }, { 1, 2 }, { 6, 3, 4, 2 }, { 1, 2 } },
    { GL_TRIANGLES_ADJACENCY, "TRIANGLES_ADJACENCY", { 7, 3, 6 }, { 1, 2 }, { 6, 3 }, { 1 } },
};

static void submission(void)
{
    static const struct {
        const char *name;
        int factor;
    } commands[] = { { "DrawArrays", 1 }, { "DrawElements", 1 }, { "DrawArraysInstanced", 3 }, { "DrawElementsInstanced", 3 },
                     { "DrawArraysIndirect", 3 }, { "DrawElementsIndirect", 3 }, { "DrawRangeElements", 1 },
                     { "DrawElementsBaseVertex", 1 } };
    char scene[100];
    GL(UseProgram)(simple);
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        GLenum mode = modes[m].mode;
        for (size_t c = 0; c < sizeof commands / sizeof *commands; c++) {
            begin_all();
            switch (c) {
            case 0: GL(DrawArrays)(mode, 0, 7); break;
            case 1: GL(DrawElements)(mode, 7, GL_UNSIGNED_INT, NULL); break;
            case 2: GL(DrawArraysInstanced)(mode, 0, 7, 3); break;
            case 3: GL(DrawElementsInstanced)(mode, 7, GL_UNSIGNED_INT, NULL, 3); break;
            case 4: GL(DrawArraysIndirect)(mode, NULL); break;
            case 5: GL(DrawElementsIndirect)(mode, GL_UNSIGNED_INT, (void *)20); break;
            case 6: GL(DrawRangeElements)(mode, 0, 6, 7, GL_UNSIGNED_INT, NULL); break;
            case 7: GL(DrawElementsBaseVertex)(mode, 7, GL_UNSIGNED_INT, NULL, 0); break;
            }
            end_all();
            snprintf(scene, sizeof scene, "%s of 7 %s", commands[c].name, modes[m].name);
            GLuint factor = (GLuint)commands[c].factor;
            expect_member(VSUB, modes[m].vertices, factor, scene);
            expect_member(PSUB, modes[m].primitives, factor, scene);
            expect_member(CLIN, modes[m].primitives, factor, scene);
            expect_range(CLOUT, modes[m].primitives[0] * factor, 10 * 7 * 3, scene);
            expect_range(VSI, 1, 8 * factor, scene);
            expect_exactly(TCSP, 0, scene), expect_exactly(GSP, 0, scene), expect_exactly(CSI, 0, scene);
        }
        GL(Enable)(GL_PRIMITIVE_RESTART);
        GL(PrimitiveRestartIndex)(0);
        begin_all();
        GL(DrawElements)(mode, 7, GL_UNSIGNED_INT, NULL);
        end_all();
        GL(Disable)(GL_PRIMITIVE_RESTART);
        snprintf(scene, sizeof scene, "6 %s after a restart index", modes[m].name);
        expect_member(VSUB, modes[m].restarted_vertices, 1, scene);
        expect_member(PSUB, modes[m].restarted_primitives, 1, scene);
    }
}

static void stages(void)
{
    begin_all();
    end_all();
    for (int i = 0; i < STATISTICS; i++)
        expect_exactly(i, 0, "no command at all");

    GL(UseProgram)(tessellated);
    GL(PatchParameteri)(GL_PATCH_VERTICES, 3);
    begin_all();
    GL(DrawArrays)(GL_PATCHES, 0, 7);
    end_all();
    expect_exactly(PSUB, 2, "7 vertices in patches of 3");
    expect_range(VSUB, 6, 7, "7 vertices in patches of 3");
    expect_range(TCSP, 1, 3, "7 vertices in patches of 3");
    expect_range(TESI, 1, 100, "7 vertices in patches of 3");
    expect_range(CLIN, 2, 100, "7 vertices in patches of 3");

    GL(UseProgram)(amplified);
    begin_all();
    GL(DrawArrays)(GL_TRIANGLE_STRIP, 0, 4);
    end_all();
    expect_exactly(PSUB, 2, "a geometry shader fed 2 triangles");
    expect_range(GSI, 2, 2, "a geometry shader fed 2 triangles");
    expect_exactly(GSP, 6, "a geometry shader that makes 3 triangles of each of 2");
    expect_exactly(CLIN, 6, "a geometry shader that makes 3 triangles of each of 2");
    begin_all();
    GL(DrawArraysInstanced)(GL_TRIANGLE_STRIP, 0, 4, 4);
    end_all();
    expect_exactly(GSP, 24, "the same, 4 instances");

    GL(UseProgram)(simple);
    begin_all();
    GL(DrawArrays)(GL_TRIANGLES, 0, 3);
    end_all();
    expect_exactly(VSUB, 3, "a triangle"), expect_exactly(PSUB, 1, "a triangle"), expect_exactly(CLIN, 1, "a triangle");
    expect_range(VSI, 1, 3, "a triangle"), expect_range(CLOUT, 1, 10, "a triangle");
    expect_range(FSI, 128 * 128 / 2, 128 * 128, "a triangle over half of 128 x 128 pixels");

    GL(UseProgram)(computed);
    begin_all();
    GL(DispatchCompute)(3, 2, 1);
    end_all();
    expect_exactly(CSI, 96, "3 x 2 x 1 work groups of 16");
    begin_all();
    GL(DispatchComputeIndirect)(40);
    end_all();
    expect_exactly(CSI, 96, "the same work groups, indirectly");
    for (int i = 0; i < STATISTICS; i++)
        if (i != CSI)
            expect_exactly(i, 0, "a dispatch");
}

/* Only rendering commands count. (llvmpipe implements some of these by internal draws, which count in the last two stages.) */
static void not_rendering(void)
{
    static const unsigned char texels[16 * 16 * 4];
    GLuint texture;
    GL(GenTextures)(1, &texture);
    GL(BindTexture)(GL_TEXTURE_2D, texture);
    GL(TexImage2D)(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    GL(UseProgram)(simple);
    begin_all();
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    GL(BufferSubData)(GL_ARRAY_BUFFER, 0, 4, texels);
    GL(Flush)();
    end_all();
    for (int i = 0; i < STATISTICS; i++)
        expect_exactly(i, 0, "Clear, TexSubImage2D, BufferSubData");
    begin_all();
    GL(Enable)(GL_SCISSOR_TEST);
    GL(Scissor)(0, 0, 20, 20);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(Disable)(GL_SCISSOR_TEST);
    GL(GenerateMipmap)(GL_TEXTURE_2D);
    end_all();
    for (int i = 0; i < STATISTICS; i++)
        if (i != FSI && i != CLOUT)
            expect_exactly(i, 0, "a scissored Clear, GenerateMipmap");
    GL(DeleteTextures)(1, &texture);
}

/* Discarded primitives may or may not change the clipping counts, but never decrease them. */
static void rasterizer_discard(void)
{
    GL(UseProgram)(simple);
    GL(DrawArrays)(GL_TRIANGLES, 0, 6);
    begin_all();
    GL(Enable)(GL_RASTERIZER_DISCARD);
    GL(DrawArrays)(GL_TRIANGLES, 0, 6);
    GL(Disable)(GL_RASTERIZER_DISCARD);
    end_all();
    expect_exactly(VSUB, 6, "two triangles under RASTERIZER_DISCARD");
    expect_exactly(PSUB, 2, "two triangles under RASTERIZER_DISCARD");
    expect_range(CLIN, 0, 2, "two triangles under RASTERIZER_DISCARD");
    expect_range(CLOUT, 0, 2, "two triangles under RASTERIZER_DISCARD");
    expect_exactly(FSI, 0, "two triangles under RASTERIZER_DISCARD");
}

/* Every getter returns the same result, any number of times. */
static void readings(void)
{
    GLuint buffer;
    GL(UseProgram)(simple);
    begin_all();
    GL(DrawArrays)(GL_TRIANGLES, 0, 6);
    end_all();
    GL(GenBuffers)(1, &buffer);
    for (int i = 0; i < STATISTICS; i++) {
        GLint integer = -1, available = -1;
        GLuint natural = 0;
        GLint64 wide = -1;
        GL(GetQueryObjectiv)(queries[i], GL_QUERY_RESULT_AVAILABLE, &available);
        GL(GetQueryObjectiv)(queries[i], GL_QUERY_RESULT, &integer);
        GL(GetQueryObjectuiv)(queries[i], GL_QUERY_RESULT, &natural);
        GL(GetQueryObjecti64v)(queries[i], GL_QUERY_RESULT, &wide);
        EXPECT(available == GL_TRUE && (GLuint64)integer == counted[i] && natural == counted[i] && (GLuint64)wide == counted[i],
               "%s reads %llu in every type (got %d %u %lld)", statistics[i].name, (unsigned long long)counted[i], integer, natural,
               (long long)wide);
        for (int again = 0; again < 3; again++) {
            GLuint64 value = 0;
            GL(GetQueryObjectui64v)(queries[i], GL_QUERY_RESULT_NO_WAIT, &value);
            EXPECT(value == counted[i], "%s reads %llu by QUERY_RESULT_NO_WAIT too (reading %d got %llu)", statistics[i].name,
                   (unsigned long long)counted[i], again, (unsigned long long)value);
        }
        GLuint64 in_buffer[2] = { 5, 5 };
        GL(BindBuffer)(GL_QUERY_BUFFER, buffer);
        GL(BufferData)(GL_QUERY_BUFFER, sizeof in_buffer, in_buffer, GL_DYNAMIC_READ);
        GL(GetQueryObjectui64v)(queries[i], GL_QUERY_RESULT, (GLuint64 *)8);
        GL(GetBufferSubData)(GL_QUERY_BUFFER, 0, sizeof in_buffer, in_buffer);
        GL(BindBuffer)(GL_QUERY_BUFFER, 0);
        EXPECT(in_buffer[0] == 5 && in_buffer[1] == counted[i], "%s reads %llu into a buffer at its offset (got %llu after %llu)",
               statistics[i].name, (unsigned long long)counted[i], (unsigned long long)in_buffer[1], (unsigned long long)in_buffer[0]);
    }
    GL(DeleteBuffers)(1, &buffer);
    CHECK_NO_ERROR("reading");
}

/* A target accepts only its own objects, the indexed commands at index 0, and CreateQueries. */
static void objects(void)
{
    for (int i = 0; i < STATISTICS; i++) {
        GLenum target = statistics[i].target;
        GLint bits = 0, current = -1, kind = 0, available = 0;
        GLuint created = 0;
        GLuint64 value = 9;
        GL(GetQueryiv)(target, GL_QUERY_COUNTER_BITS, &bits);
        CHECK(bits >= 32 && bits <= 64, "32 to 64 counter bits for %s (got %d)", statistics[i].name, bits);
        for (int other = 0; other < STATISTICS; other++) {
            if (other == i)
                continue;
            GL(BeginQuery)(statistics[other].target, queries[i]);
            EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from BeginQuery with an object of another statistic");
        }
        GL(BeginQueryIndexed)(target, 0, queries[i]);
        GL(GetQueryIndexediv)(target, 0, GL_CURRENT_QUERY, &current);
        CHECK(current == (GLint)queries[i], "CURRENT_QUERY of %s at index 0 is the active query", statistics[i].name);
        GL(EndQueryIndexed)(target, 0);
        CHECK_NO_ERROR("the indexed commands at index 0");

        GL(CreateQueries)(target, 1, &created);
        EXPECT_ERROR(GL_NO_ERROR, "CreateQueries takes every query target");
        EXPECT(created && GL(IsQuery)(created), "CreateQueries(%s) makes an object", statistics[i].name);
        GL(GetQueryObjectiv)(created, GL_QUERY_TARGET, &kind);
        GL(GetQueryObjectiv)(created, GL_QUERY_RESULT_AVAILABLE, &available);
        GL(GetQueryObjectui64v)(created, GL_QUERY_RESULT, &value);
        EXPECT(kind == (GLint)target && available == GL_TRUE && value == 0, "a new %s object: its target, available, 0 (got 0x%x %d %llu)",
               statistics[i].name, kind, available, (unsigned long long)value);
        GL(BeginQuery)(target, created);
        GL(EndQuery)(target);
        GL(DeleteQueries)(1, &created);
        EXPECT_ERROR(GL_NO_ERROR, "a created object can be used and deleted");
        GL(BeginConditionalRender)(queries[i], GL_QUERY_WAIT);
        EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from BeginConditionalRender on a statistics query");
    }
}

int main(void)
{
    Context context = open_context(CORE, 4, 5);
    CHECK(listed("GL_ARB_pipeline_statistics_query") == 1, "GL_ARB_pipeline_statistics_query is listed once");
    build_programs();
    build_scene();
    GL(Viewport)(0, 0, 256, 256);
    GL(GenQueries)(STATISTICS, queries);
    stages();
    submission();
    not_rendering();
    rasterizer_discard();
    readings();
    objects();
    GL(DeleteQueries)(STATISTICS, queries);
    CHECK_NO_ERROR("the end");
    close_context(&context);
    return verdict("arb_pipeline_statistics_query");
}
