/* Begins and ends five performance queries out of order, with the application's own queries inside: all eleven pipeline statistics,
 * TIME_ELAPSED and SAMPLES_PASSED; on OpenGL ES TIME_ELAPSED and ANY_SAMPLES_PASSED. Each result must equal that without other queries. */
#define DESKTOP
#include "check.h"
#include "perf_query.h"

enum { HANDLES = 5, QUERIES = 13, CLIENTS = HANDLES + 1, APPLICATION = HANDLES, VALUES = 64, PIXELS = 4 * 4 };

/* The clients that begin or end before each draw. The draw of step i has 2^i instances, so that each set of draws has a distinct sum. */
static const struct {
    int client;
    bool begins;
} steps[] = {
    { 0, true }, { 1, true }, { APPLICATION, true }, { 2, true }, { 3, true }, { 1, false },
    { 4, true }, { APPLICATION, false }, { 0, false }, { 3, false }, { 4, false }, { 2, false },
};
enum { STEPS = sizeof steps / sizeof *steps };

static const GLenum desktop_targets[QUERIES] = {
    GL_VERTICES_SUBMITTED_ARB, GL_PRIMITIVES_SUBMITTED_ARB, GL_VERTEX_SHADER_INVOCATIONS_ARB, GL_TESS_CONTROL_SHADER_PATCHES_ARB,
    GL_TESS_EVALUATION_SHADER_INVOCATIONS_ARB, GL_GEOMETRY_SHADER_INVOCATIONS, GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB,
    GL_FRAGMENT_SHADER_INVOCATIONS_ARB, GL_COMPUTE_SHADER_INVOCATIONS_ARB, GL_CLIPPING_INPUT_PRIMITIVES_ARB,
    GL_CLIPPING_OUTPUT_PRIMITIVES_ARB, GL_SAMPLES_PASSED, GL_TIME_ELAPSED,
};
static const GLenum es_targets[] = { GL_ANY_SAMPLES_PASSED, GL_TIME_ELAPSED };

static const GLenum *targets;
static int no_targets;
static GLuint queries[QUERIES];
static GLuint types[HANDLES], handles[HANDLES];

typedef struct {
    uint64_t values[CLIENTS][VALUES];
} Results;

static void begin(int client)
{
    if (client != APPLICATION) {
        GL(BeginPerfQueryINTEL)(handles[client]);
        return;
    }
    for (int i = 0; i < no_targets; i++)
        GL(BeginQuery)(targets[i], queries[i]);
}

static void end(int client)
{
    if (client != APPLICATION) {
        GL(EndPerfQueryINTEL)(handles[client]);
        return;
    }
    for (int i = 0; i < no_targets; i++) {
        GLint current = 0;
        GL(GetQueryiv)(targets[i], GL_CURRENT_QUERY, &current);
        EXPECT((GLuint)current == queries[i], "the active query of 0x%x is the application's (got %d)", targets[i], current);
        GL(EndQuery)(targets[i]);
    }
}

static void read_client(int client, uint64_t values[VALUES])
{
    memset(values, 0, VALUES * sizeof *values);
    if (client != APPLICATION) {
        GLuint written = 0;
        GL(GetPerfQueryDataINTEL)(handles[client], GL_PERFQUERY_WAIT_INTEL, VALUES * sizeof *values, values, &written);
        CHECK(written == data_size(types[client]), "the data of instance %d", client);
        return;
    }
    for (int i = 0; i < no_targets; i++) {
        GLuint value = 0;
        GL(GetQueryObjectuiv)(queries[i], GL_QUERY_RESULT, &value);
        values[i] = value;
    }
}

static void draw(GLuint instances)
{
    GL(DrawArraysInstanced)(GL_TRIANGLES, 0, 3, (GLsizei)instances);
}

/* Returns the number of instances drawn while a client measures. */
static GLuint instances_of_client(int client)
{
    GLuint sum = 0;
    bool active = false;
    for (int step = 0; step < STEPS; step++) {
        if (steps[step].client == client)
            active = steps[step].begins;
        sum += active ? 1u << step : 0;
    }
    return sum;
}

static void measure_alone(Results *results)
{
    for (int client = 0; client < CLIENTS; client++) {
        bool active = false;
        for (int step = 0; step < STEPS; step++) {
            if (steps[step].client == client) {
                active = steps[step].begins;
                active ? begin(client) : end(client);
            }
            if (active)
                draw(1u << step);
        }
        read_client(client, results->values[client]);
    }
    CHECK_NO_ERROR("measuring one thing at a time");
}

static void measure_nested(Results *results)
{
    for (int step = 0; step < STEPS; step++) {
        steps[step].begins ? begin(steps[step].client) : end(steps[step].client);
        CHECK_NO_ERROR("a begin or an end among others");
        draw(1u << step);
    }
    for (int client = CLIENTS - 1; client >= 0; client--)
        read_client(client, results->values[client]);
    CHECK_NO_ERROR("reading what was measured at once");
}

/* Counts must be equal; intervals and timestamps, which differ between runs, must be consistent. */
static void compare_performance(int client, const Results *alone, const Results *nested)
{
    const uint64_t *values = nested->values[client];
    uint64_t elapsed = 0, stamps[2] = { 0, 0 };
    int no_stamps = 0;
    bool timed = false;
    for (GLuint id = 1; id <= counters_of(types[client]); id++) {
        char name[256];
        GLuint offset = 0, kind = 0;
        GL(GetPerfCounterInfoINTEL)(types[client], id, sizeof name, name, 0, NULL, &offset, NULL, &kind, NULL, NULL);
        uint64_t one = alone->values[client][offset / 8], all = values[offset / 8];
        if (kind == GL_PERFQUERY_COUNTER_DURATION_RAW_INTEL) {
            elapsed = all, timed = true;
            EXPECT(one > 0 && all > 0, "\"%s\" of instance %d, alone and among others (got %llu, %llu)", name, client, (unsigned long long)one,
                   (unsigned long long)all);
        } else if (kind == GL_PERFQUERY_COUNTER_TIMESTAMP_INTEL) {
            CHECK(no_stamps < 2, "two stamps");
            stamps[no_stamps++] = all;
        } else {
            EXPECT(one == all, "\"%s\" of instance %d is as alone: %llu (got %llu)", name, client, (unsigned long long)one, (unsigned long long)all);
        }
    }
    EXPECT(!timed || stamps[1] - stamps[0] == elapsed, "the stamps of instance %d are as far apart as it took", client);
}

static void compare_application(const Results *alone, const Results *nested)
{
    for (int i = 0; i < no_targets; i++) {
        uint64_t one = alone->values[APPLICATION][i], all = nested->values[APPLICATION][i];
        if (targets[i] == GL_TIME_ELAPSED)
            EXPECT(one > 0 && all > 0, "TIME_ELAPSED, alone and among others (got %llu, %llu)", (unsigned long long)one, (unsigned long long)all);
        else
            EXPECT(one == all, "0x%x of the application is as alone: %llu (got %llu)", targets[i], (unsigned long long)one, (unsigned long long)all);
    }
}

/* Checks the counts against the draws, in case both runs are wrong in the same way. */
static void check_counts(const Results *nested, GLuint registers)
{
    GLuint drawn = instances_of_client(APPLICATION);
    EXPECT(nested->values[APPLICATION][0] == 3u * drawn, "the application's vertices: %u (got %llu)", 3u * drawn,
           (unsigned long long)nested->values[APPLICATION][0]);
    EXPECT(nested->values[APPLICATION][11] == (uint64_t)PIXELS * drawn, "the application's samples");
    for (int client = 0; client < HANDLES; client++) {
        drawn = instances_of_client(client);
        if (types[client] != registers)
            continue;
        const unsigned char *data = (const unsigned char *)nested->values[client];
        EXPECT(value_named(registers, data, "N vertices submitted") == 3u * drawn, "the vertices of instance %d", client);
        EXPECT(value_named(registers, data, "N primitives submitted") == drawn, "the primitives of instance %d", client);
        EXPECT(value_named(registers, data, "N z-pass fragments") == (uint64_t)PIXELS * drawn, "the samples of instance %d", client);
    }
}

int main(void)
{
    static const struct {
        Api api;
        int major, minor;
    } kinds[] = { { CORE, 4, 5 }, { COMPATIBILITY, 4, 5 }, { ES, 3, 2 } };
    static Results alone, nested;
    for (int i = 0; i < 3; i++) {
        Context context = open_context(kinds[i].api, kinds[i].major, kinds[i].minor);
        bool es = kinds[i].api == ES;
        prepare_load(es ? ES : CORE);
        GL(Viewport)(0, 0, 4, 4);
        targets = es ? es_targets : desktop_targets;
        no_targets = es ? 2 : QUERIES;
        GL(GenQueries)(no_targets, queries);
        GLuint registers = query_named("Pipeline Statistics Registers");
        types[0] = types[3] = types[4] = registers;
        types[1] = query_named("Intel_Raw_Pipeline_Statistics_Query");
        types[2] = query_named("GPU Timing");
        for (int client = 0; client < HANDLES; client++)
            GL(CreatePerfQueryINTEL)(types[client], &handles[client]);
        CHECK_NO_ERROR("creating instances");
        measure_alone(&alone);
        for (int again = 0; again < 2; again++) {
            measure_nested(&nested);
            for (int client = 0; client < HANDLES; client++)
                compare_performance(client, &alone, &nested);
            compare_application(&alone, &nested);
            if (!es)
                check_counts(&nested, registers);
        }
        for (int client = 0; client < HANDLES; client++)
            GL(DeletePerfQueryINTEL)(handles[client]);
        GL(DeleteQueries)(no_targets, queries);
        CHECK_NO_ERROR("deleting what measured");
        close_context(&context);
    }
    return verdict("intel_nesting");
}
