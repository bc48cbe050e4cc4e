/* Runs the three examples of INTEL_performance_query's specification for every query type: listing the types, one draw with polling, and many
 * draws read with a wait. Also checks the values against the draws. */
#define DESKTOP
#include "check.h"
#include "perf_query.h"

enum { TYPES = 16 };

static GLuint size_of(GLenum data_type)
{
    switch (data_type) {
    case GL_PERFQUERY_COUNTER_DATA_UINT32_INTEL:
    case GL_PERFQUERY_COUNTER_DATA_FLOAT_INTEL:
    case GL_PERFQUERY_COUNTER_DATA_BOOL32_INTEL: return 4;
    case GL_PERFQUERY_COUNTER_DATA_UINT64_INTEL:
    case GL_PERFQUERY_COUNTER_DATA_DOUBLE_INTEL: return 8;
    default: CHECK(false, "one of the five counter data types (got 0x%x)", data_type); return 0;
    }
}

/* Checks that a string has at most `length - 1` characters, and that nothing was written past its NUL. */
static void check_text(const char *text, size_t length, const char *what)
{
    const char *end = (const char *)memchr(text, 0, length);
    CHECK(end && end != text, "%s has characters and a NUL", what);
    for (const char *rest = end + 1; rest < text + length; rest++)
        CHECK(*rest == '#', "nothing is written past the NUL of %s", what);
}

/* Example 1, with its short buffers. Returns the number of query types. */
static int read_meta_data(GLuint ids[TYPES])
{
    char queryName[32], counterName[32], counterDesc[256];
    GLuint queryId = 0, nextQueryId;
    int types = 0;
    GL(GetFirstPerfQueryIdINTEL)(&queryId);
    nextQueryId = queryId;
    while (nextQueryId) {
        GLuint dataSize = 0, noCounters = 0, noInstances = 7, capsMask = 7;
        CHECK(types < TYPES, "a list of query types that ends");
        ids[types++] = nextQueryId;
        memset(queryName, '#', sizeof queryName);
        GL(GetPerfQueryInfoINTEL)(nextQueryId, sizeof queryName, queryName, &dataSize, &noCounters, &noInstances, &capsMask);
        check_text(queryName, sizeof queryName, "a query name");
        CHECK(dataSize && noCounters, "\"%s\" has data and counters", queryName);
        CHECK(noInstances == 0 && capsMask == GL_PERFQUERY_SINGLE_CONTEXT_INTEL, "no instance of \"%s\" yet, and it counts one context", queryName);
        CHECK(nextQueryId < noCounters, "the id of \"%s\" is below its number of counters: apitrace leaves the others out", queryName);
        bool *taken = (bool *)calloc(dataSize, sizeof *taken);
        for (GLuint counterId = 1; counterId <= noCounters; counterId++) {
            GLuint counterOffset = 0, counterDataSize = 0, counterTypeEnum = 0, counterDataTypeEnum = 0;
            GLuint64 rawCounterMaxValue = 7;
            memset(counterName, '#', sizeof counterName), memset(counterDesc, '#', sizeof counterDesc);
            GL(GetPerfCounterInfoINTEL)(nextQueryId, counterId, sizeof counterName, counterName, sizeof counterDesc, counterDesc, &counterOffset,
                                        &counterDataSize, &counterTypeEnum, &counterDataTypeEnum, &rawCounterMaxValue);
            check_text(counterName, sizeof counterName, "a counter name");
            check_text(counterDesc, sizeof counterDesc, "a counter description");
            CHECK(counterDataSize == size_of(counterDataTypeEnum), "the size of \"%s\" is that of its type", counterName);
            CHECK(counterOffset % counterDataSize == 0 && counterOffset + counterDataSize <= dataSize, "\"%s\" lies within the data, aligned",
                  counterName);
            CHECK(counterTypeEnum >= GL_PERFQUERY_COUNTER_EVENT_INTEL && counterTypeEnum <= GL_PERFQUERY_COUNTER_TIMESTAMP_INTEL,
                  "\"%s\" is of one of the six counter types", counterName);
            for (GLuint byte = 0; byte < counterDataSize; byte++) {
                CHECK(!taken[counterOffset + byte], "\"%s\" has a place of its own", counterName);
                taken[counterOffset + byte] = true;
            }
        }
        free(taken);
        GL(GetNextPerfQueryIdINTEL)(nextQueryId, &nextQueryId);
    }
    CHECK_NO_ERROR("example 1");
    CHECK(types, "at least one query type");
    return types;
}

/* Reads the full names, and finds each type by its name. */
static void find_by_name(const GLuint *ids, int types)
{
    char name[256];
    for (int type = 0; type < types; type++) {
        GLuint same = 0;
        memset(name, '#', sizeof name);
        GL(GetPerfQueryInfoINTEL)(ids[type], sizeof name, name, NULL, NULL, NULL, NULL);
        check_text(name, sizeof name, "a query name");
        GL(GetPerfQueryIdByNameINTEL)(name, &same);
        CHECK(same == ids[type], "\"%s\" found by its name (got %u)", name, same);
    }
    CHECK_NO_ERROR("finding query types by name");
}

/* Example 2: one draw, with polling. */
static void measure_one_draw(GLuint queryId)
{
    GLuint queryHandle = 0, bytesWritten = 0, dataSize = data_size(queryId);
    unsigned char *data = (unsigned char *)malloc(dataSize + 8u);
    uint64_t begun = processor_nanoseconds();
    memset(data, 0x5a, dataSize + 8u);
    GL(CreatePerfQueryINTEL)(queryId, &queryHandle);
    CHECK(queryHandle, "a handle");
    GL(BeginPerfQueryINTEL)(queryHandle);
    draw_load();
    GL(EndPerfQueryINTEL)(queryHandle);
    CHECK_NO_ERROR("measuring a draw");
    GL(GetPerfQueryDataINTEL)(queryHandle, GL_PERFQUERY_FLUSH_INTEL, (GLsizei)dataSize, data, &bytesWritten);
    while (bytesWritten == 0) {
        for (GLuint i = 0; i < dataSize; i++)
            CHECK(data[i] == 0x5a, "no data while they are not ready");
        GL(GetPerfQueryDataINTEL)(queryHandle, GL_PERFQUERY_DONOT_FLUSH_INTEL, (GLsizei)dataSize, data, &bytesWritten);
        CHECK(processor_nanoseconds() - begun < 10000000000u, "the data become available within a finite amount of time");
    }
    CHECK(bytesWritten == dataSize, "%u bytes written (got %u)", dataSize, bytesWritten);
    for (int i = 0; i < 8; i++)
        CHECK(data[dataSize + i] == 0x5a, "nothing written past the data");
    GL(DeletePerfQueryINTEL)(queryHandle);
    CHECK_NO_ERROR("example 2");
    free(data);
}

/* Example 3: a thousand draws, each with its own instance, read afterwards with a wait; then all instances again. */
static void measure_many_draws(GLuint queryId)
{
    enum { DRAWS = 1000 };
    static GLuint queryHandle[DRAWS];
    GLuint dataSize = data_size(queryId);
    unsigned char *data = (unsigned char *)malloc(dataSize);
    for (int i = 0; i < DRAWS; i++)
        GL(CreatePerfQueryINTEL)(queryId, &queryHandle[i]);
    CHECK(instances_of(queryId) == DRAWS, "%d instances exist (got %u)", DRAWS, instances_of(queryId));
    GL(Viewport)(0, 0, 4, 4);
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < DRAWS; i++) {
            GL(BeginPerfQueryINTEL)(queryHandle[i]);
            draw_load();
            GL(EndPerfQueryINTEL)(queryHandle[i]);
        }
        CHECK_NO_ERROR("measuring many draws");
        for (int i = 0; i < DRAWS; i++) {
            GLuint bytesWritten = 0;
            GL(GetPerfQueryDataINTEL)(queryHandle[i], GL_PERFQUERY_WAIT_INTEL, (GLsizei)dataSize, data, &bytesWritten);
            CHECK(bytesWritten == dataSize, "%u bytes written after a wait (got %u)", dataSize, bytesWritten);
        }
    }
    for (int i = 0; i < DRAWS; i++)
        GL(DeletePerfQueryINTEL)(queryHandle[i]);
    GL(Viewport)(0, 0, SURFACE_SIZE, SURFACE_SIZE);
    CHECK(instances_of(queryId) == 0, "no instance is left");
    CHECK_NO_ERROR("example 3");
    free(data);
}

/* Checks the values of each type for the full-screen triangle. */
static void check_values(Api api)
{
    const GLuint registers = query_named("Pipeline Statistics Registers"), raw = query_named("Intel_Raw_Pipeline_Statistics_Query");
    const GLuint timing = query_named("GPU Timing"), queries[] = { registers, raw, timing };
    static union {
        unsigned char bytes[512];
        uint64_t values[64];
    } data[3];
    GLuint handles[3];
    for (int i = 0; i < 3; i++) {
        GL(CreatePerfQueryINTEL)(queries[i], &handles[i]);
        GL(BeginPerfQueryINTEL)(handles[i]);
        draw_load();
        GL(EndPerfQueryINTEL)(handles[i]);
    }
    for (int i = 0; i < 3; i++) {
        GLuint written = 0;
        GL(GetPerfQueryDataINTEL)(handles[i], GL_PERFQUERY_WAIT_INTEL, sizeof data[i], data[i].bytes, &written);
        CHECK(written == data_size(queries[i]), "data");
        GL(DeletePerfQueryINTEL)(handles[i]);
    }
    CHECK_NO_ERROR("measuring a draw with each type");

    uint64_t elapsed = value_named(registers, data[0].bytes, "GPU Time Elapsed");
    uint64_t begin = value_named(registers, data[0].bytes, "Begin Timestamp"), end = value_named(registers, data[0].bytes, "End Timestamp");
    EXPECT(elapsed > 0 && end - begin == elapsed, "the time between the stamps (got %llu, %llu, %llu)", (unsigned long long)elapsed,
           (unsigned long long)begin, (unsigned long long)end);
    EXPECT(data[2].values[0] > 0 && data[2].values[0] == value_named(timing, data[2].bytes, "TotalTime"), "TotalTime comes first");
    EXPECT(value_named(timing, data[2].bytes, "BeginTime") >= end, "a later measurement begins later");
    if (api == ES)
        return;
    EXPECT(value_named(registers, data[0].bytes, "N vertices submitted") == 3, "three vertices");
    EXPECT(value_named(registers, data[0].bytes, "N primitives submitted") == 1, "one primitive");
    EXPECT(value_named(registers, data[0].bytes, "N vertex shader invocations") >= 1, "vertex shader invocations");
    EXPECT(value_named(registers, data[0].bytes, "N fragment shader invocations") >= SURFACE_SIZE * SURFACE_SIZE, "every fragment");
    EXPECT(value_named(registers, data[0].bytes, "N z-pass fragments") == SURFACE_SIZE * SURFACE_SIZE, "every sample");
    EXPECT(value_named(registers, data[0].bytes, "N compute shader invocations") == 0, "no compute shader");
    /* The fixed layout of the raw type. */
    EXPECT(data[1].values[0] == 3 && data[1].values[1] == 1, "vertices and primitives come first");
    EXPECT(data[1].values[7] == value_named(registers, data[0].bytes, "N fragment shader invocations"), "fragments come eighth");
    EXPECT(data[1].values[11] == 0, "the last is reserved");
    EXPECT(value_named(timing, data[2].bytes, "TotalVertices") == 3, "three vertices");
}

int main(void)
{
    static const struct {
        Api api;
        int major, minor;
    } kinds[] = { { ES, 2, 0 }, { ES, 3, 2 }, { CORE, 3, 3 }, { CORE, 4, 5 }, { COMPATIBILITY, 4, 5 } };
    for (int i = 0; i < 5; i++) {
        Context context = open_context(kinds[i].api, kinds[i].major, kinds[i].minor);
        GLuint ids[TYPES];
        CHECK(listed("GL_INTEL_performance_query") == 1, "GL_INTEL_performance_query listed once in %d.%d", kinds[i].major, kinds[i].minor);
        prepare_load(kinds[i].api == ES ? ES : CORE);
        int types = read_meta_data(ids);
        find_by_name(ids, types);
        for (int type = 0; type < types; type++) {
            measure_one_draw(ids[type]);
            measure_many_draws(ids[type]);
        }
        check_values(kinds[i].api);
        close_context(&context);
    }
    return verdict("intel_walk");
}
