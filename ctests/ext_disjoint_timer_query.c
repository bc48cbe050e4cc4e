/* Tests GL_EXT_disjoint_timer_query by its specification's three examples, in OpenGL ES 2.0 and 3.x contexts, and the related Gets. */
#include "check.h"

enum { OBJECTS = 4 };

static GLint disjoint(void)
{
    GLint occurred = 0;
    GL(GetIntegerv)(GL_GPU_DISJOINT_EXT, &occurred);
    return occurred;
}

static void wait_for(GLuint query)
{
    GLint available = 0;
    uint64_t begun = processor_nanoseconds();
    while (!available) {
        GL(GetQueryObjectivEXT)(query, GL_QUERY_RESULT_AVAILABLE_EXT, &available);
        CHECK(available == GL_TRUE || available == GL_FALSE, "availability is TRUE or FALSE (got %d)", available);
        CHECK(processor_nanoseconds() - begun < 10000000000u, "polling alone makes a query available within a finite amount of time");
    }
}

static GLuint64 result(GLuint query)
{
    GLuint64 value = 0;
    GL(GetQueryObjectui64vEXT)(query, GL_QUERY_RESULT_EXT, &value);
    return value;
}

/* Example 1: the time of every object of a scene, after one wait for the last of them. */
static void time_elapsed(void)
{
    GLuint queries[OBJECTS];
    GLint current = -1, available = 0;
    GL(GenQueriesEXT)(OBJECTS, queries);
    for (int i = 0; i < OBJECTS; i++)
        CHECK(queries[i] && !GL(IsQueryEXT)(queries[i]), "a generated name is no object before its first use");
    disjoint();
    uint64_t begun = nanoseconds();
    for (int i = 0; i < OBJECTS; i++) {
        GL(BeginQueryEXT)(GL_TIME_ELAPSED_EXT, queries[i]);
        CHECK(GL(IsQueryEXT)(queries[i]), "BeginQueryEXT associates an object with the name");
        GL(GetQueryivEXT)(GL_TIME_ELAPSED_EXT, GL_CURRENT_QUERY_EXT, &current);
        CHECK(current == (GLint)queries[i], "CURRENT_QUERY_EXT is %u while it is active (got %d)", queries[i], current);
        draw_load();
        GL(EndQueryEXT)(GL_TIME_ELAPSED_EXT);
    }
    GL(GetQueryivEXT)(GL_TIME_ELAPSED_EXT, GL_CURRENT_QUERY_EXT, &current);
    CHECK(current == 0, "CURRENT_QUERY_EXT is 0 when none is active (got %d)", current);
    wait_for(queries[OBJECTS - 1]);
    uint64_t wall = nanoseconds() - begun;
    for (int i = 0; i < OBJECTS; i++) {
        GL(GetQueryObjectivEXT)(queries[i], GL_QUERY_RESULT_AVAILABLE_EXT, &available);
        CHECK(available, "queries issued before an available one are available (number %d is not)", i);
    }
    CHECK(disjoint() == 0, "nothing disjoint happened");
    for (int i = 0; i < OBJECTS; i++) {
        GLuint64 elapsed = result(queries[i]);
        CHECK(elapsed > 0 && elapsed <= wall, "0 < elapsed <= %llu ns of wall time (got %llu)", (unsigned long long)wall,
              (unsigned long long)elapsed);
        CHECK(result(queries[i]) == elapsed, "a result does not change");
    }
    GL(DeleteQueriesEXT)(OBJECTS, queries);
    for (int i = 0; i < OBJECTS; i++)
        CHECK(!GL(IsQueryEXT)(queries[i]), "a deleted name is unused");
    CHECK_NO_ERROR("example 1");
}

/* Example 2: two timestamps around the drawing, and a time-elapsed query between them. (timer_accuracy.c checks the values.) */
static void timestamps(void)
{
    GLuint queries[3];
    GL(GenQueriesEXT)(3, queries);
    disjoint();
    uint64_t begun = nanoseconds();
    GL(QueryCounterEXT)(queries[0], GL_TIMESTAMP_EXT);
    GL(BeginQueryEXT)(GL_TIME_ELAPSED_EXT, queries[2]);
    for (int i = 0; i < OBJECTS; i++)
        draw_load();
    GL(EndQueryEXT)(GL_TIME_ELAPSED_EXT);
    GL(QueryCounterEXT)(queries[1], GL_TIMESTAMP_EXT);
    wait_for(queries[1]);
    uint64_t wall = nanoseconds() - begun;
    CHECK(disjoint() == 0, "nothing disjoint happened");
    GLuint64 start = result(queries[0]), end = result(queries[1]), elapsed = result(queries[2]);
    CHECK(end >= start, "timestamps in order: %llu then %llu", (unsigned long long)start, (unsigned long long)end);
    CHECK(end - start <= wall, "the timestamps lie within the %llu ns (%llu apart)", (unsigned long long)wall, (unsigned long long)(end - start));
    CHECK(elapsed <= wall, "TIME_ELAPSED_EXT within the %llu ns (got %llu)", (unsigned long long)wall, (unsigned long long)elapsed);
    GL(DeleteQueriesEXT)(3, queries);
    CHECK_NO_ERROR("example 2");
}

/* Example 3: the latency between commands and rendering, and the Gets of the current time. */
static void latency(void)
{
    GLuint end_of_frame;
    GLint64 before = 0, flush_time = 0, after = 0, again = 0;
    GLint clamped = 0, available = 0;
    GLuint unsigned_clamped = 0;
    GLfloat rounded = 0;
    GLboolean truth = GL_FALSE;
    GL(GenQueriesEXT)(1, &end_of_frame);
    disjoint();
    GL(GetInteger64vEXT)(GL_TIMESTAMP_EXT, &before);
    draw_load();
    GL(QueryCounterEXT)(end_of_frame, GL_TIMESTAMP_EXT);
    GL(GetInteger64vEXT)(GL_TIMESTAMP_EXT, &flush_time);
    GL(Finish)();
    GL(GetQueryObjectivEXT)(end_of_frame, GL_QUERY_RESULT_AVAILABLE_EXT, &available);
    CHECK(available, "a timestamp is available after Finish");
    GL(GetInteger64vEXT)(GL_TIMESTAMP_EXT, &after);
    GL(GetInteger64vEXT)(GL_TIMESTAMP_EXT, &again);
    GLint64 realised = (GLint64)result(end_of_frame);
    CHECK(disjoint() == 0, "nothing disjoint happened");
    CHECK(before > 0 && before < flush_time && flush_time < after && after < again, "the GL's time increases: %lld %lld %lld %lld",
          (long long)before, (long long)flush_time, (long long)after, (long long)again);
    CHECK(before <= realised && realised <= after, "QueryCounterEXT and GetInteger64vEXT read one clock: %lld <= %lld <= %lld",
          (long long)before, (long long)realised, (long long)after);

    GLint64 largest_int = 0x7fffffff, largest_uint = 0xffffffff;
    GL(GetQueryObjectivEXT)(end_of_frame, GL_QUERY_RESULT_EXT, &clamped);
    CHECK(clamped == (realised < largest_int ? realised : largest_int), "GetQueryObjectivEXT gives the nearest value (got %d)", clamped);
    GL(GetQueryObjectuivEXT)(end_of_frame, GL_QUERY_RESULT_EXT, &unsigned_clamped);
    CHECK(unsigned_clamped == (realised < largest_uint ? realised : largest_uint), "GetQueryObjectuivEXT gives the nearest value (got %u)",
          unsigned_clamped);
    GL(GetQueryObjecti64vEXT)(end_of_frame, GL_QUERY_RESULT_EXT, &again);
    CHECK(again == realised, "GetQueryObjecti64vEXT gives the value itself (got %lld)", (long long)again);
    GL(GetIntegerv)(GL_TIMESTAMP_EXT, &clamped);
    CHECK(clamped == (after < largest_int ? clamped : largest_int) && clamped > 0, "GetIntegerv(TIMESTAMP_EXT) clamps (got %d)", clamped);
    GL(GetFloatv)(GL_TIMESTAMP_EXT, &rounded);
    CHECK(rounded > (double)after * 0.999999 && rounded < (double)after * 1.1, "GetFloatv(TIMESTAMP_EXT) rounds %lld (got %f)",
          (long long)after, (double)rounded);
    GL(GetBooleanv)(GL_TIMESTAMP_EXT, &truth);
    CHECK(truth == GL_TRUE, "GetBooleanv(TIMESTAMP_EXT) is TRUE");
    GL(DeleteQueriesEXT)(1, &end_of_frame);
    CHECK_NO_ERROR("example 3");
}

/* Every kind of Get reads and clears GPU_DISJOINT_EXT; GetInteger64vEXT returns any other state too. */
static void simple_queries(void)
{
    GLint integer = 7, bits = 0;
    GLint64 wide = 7;
    GLfloat real = 7;
    GLboolean truth = 7;
    disjoint();
    GL(GetIntegerv)(GL_GPU_DISJOINT_EXT, &integer);
    GL(GetInteger64vEXT)(GL_GPU_DISJOINT_EXT, &wide);
    GL(GetFloatv)(GL_GPU_DISJOINT_EXT, &real);
    GL(GetBooleanv)(GL_GPU_DISJOINT_EXT, &truth);
    CHECK(integer == 0 && wide == 0 && real == 0 && truth == GL_FALSE, "reading GPU_DISJOINT_EXT clears it (%d %lld %f %d)", integer,
          (long long)wide, (double)real, truth);
    GL(GetIntegerv)(GL_MAX_TEXTURE_SIZE, &integer);
    GL(GetInteger64vEXT)(GL_MAX_TEXTURE_SIZE, &wide);
    CHECK(wide == integer && wide > 0, "GetInteger64vEXT(MAX_TEXTURE_SIZE) is %d (got %lld)", integer, (long long)wide);
    GL(GetQueryivEXT)(GL_TIME_ELAPSED_EXT, GL_QUERY_COUNTER_BITS_EXT, &bits);
    CHECK(bits >= 30 && bits <= 64, "30 to 64 counter bits for TIME_ELAPSED_EXT (got %d)", bits);
    GL(GetQueryivEXT)(GL_TIMESTAMP_EXT, GL_QUERY_COUNTER_BITS_EXT, &bits);
    CHECK(bits >= 30 && bits <= 64, "30 to 64 counter bits for TIMESTAMP_EXT (got %d)", bits);
    GL(GetQueryivEXT)(GL_TIMESTAMP_EXT, GL_CURRENT_QUERY_EXT, &integer);
    CHECK(integer == 0, "no timestamp query is ever current (got %d)", integer);
    CHECK_NO_ERROR("the simple queries");
}

/* The lifetime of names and objects. */
static void lifetime(void)
{
    GLuint query, other;
    GLint current = -1;
    GLuint64 first, second;
    GL(GenQueriesEXT)(1, &query);
    GL(QueryCounterEXT)(query, GL_TIMESTAMP_EXT);
    CHECK(GL(IsQueryEXT)(query), "QueryCounterEXT associates an object with the name");
    first = result(query);
    GL(QueryCounterEXT)(query, GL_TIMESTAMP_EXT);
    GL(QueryCounterEXT)(query, GL_TIMESTAMP_EXT);
    second = result(query);
    CHECK(second > first, "the last query issued on a name wins");
    GL(DeleteQueriesEXT)(1, &query);
    GL(GenQueriesEXT)(1, &other);
    GL(BeginQueryEXT)(GL_TIME_ELAPSED_EXT, other);
    GL(EndQueryEXT)(GL_TIME_ELAPSED_EXT);
    CHECK_NO_ERROR("using a reused name for another kind of query");

    GL(BeginQueryEXT)(GL_TIME_ELAPSED_EXT, other);
    GL(DeleteQueriesEXT)(1, &other);
    EXPECT(!GL(IsQueryEXT)(other), "the name of a deleted active query is unused at once");
    GL(EndQueryEXT)(GL_TIME_ELAPSED_EXT);
    EXPECT_ERROR(GL_NO_ERROR, "a deleted active query object lives until it is ended, so EndQueryEXT finds it");
    GL(GetQueryivEXT)(GL_TIME_ELAPSED_EXT, GL_CURRENT_QUERY_EXT, &current);
    CHECK(current == 0, "nothing is active afterwards (got %d)", current);
    GL(DeleteQueriesEXT)(1, &other);
    CHECK_NO_ERROR("deleting names that are unused");
}

/* OpenGL ES 3: the EXT and the core functions share the objects, and other kinds of query run beside the timer. */
static void beside_core(void)
{
    GLuint timer, samples, passed = 7;
    GL(GenQueries)(1, &timer);
    GL(GenQueriesEXT)(1, &samples);
    CHECK(timer != samples, "GenQueries and GenQueriesEXT draw from one name space");
    GL(BeginQueryEXT)(GL_TIME_ELAPSED_EXT, timer);
    GL(BeginQuery)(GL_ANY_SAMPLES_PASSED, samples);
    draw_load();
    GL(EndQuery)(GL_ANY_SAMPLES_PASSED);
    GL(EndQuery)(GL_TIME_ELAPSED_EXT);
    CHECK(GL(IsQuery)(timer) && GL(IsQueryEXT)(samples), "both spellings of IsQuery know both objects");
    GL(GetQueryObjectuivEXT)(samples, GL_QUERY_RESULT_EXT, &passed);
    CHECK(passed == GL_TRUE, "ANY_SAMPLES_PASSED beside a timer query (got %u)", passed);
    GL(GetQueryObjectuiv)(timer, GL_QUERY_RESULT, &passed);
    GLuint64 elapsed = result(timer), largest_uint = 0xffffffff;
    CHECK(passed > 0 && passed == (elapsed < largest_uint ? elapsed : largest_uint),
          "GetQueryObjectuiv gives the nearest value to that of GetQueryObjectui64vEXT (got %u and %llu)", passed, (unsigned long long)elapsed);
    GL(DeleteQueriesEXT)(1, &timer);
    GL(DeleteQueries)(1, &samples);
    CHECK(!GL(IsQuery)(timer) && !GL(IsQueryEXT)(samples), "both spellings of DeleteQueries delete");
    CHECK_NO_ERROR("mixing core and EXT names");
}

/* With an argument, on a driver of OpenGL ES 2.0 alone. */
int main(int count, char **arguments)
{
    (void)arguments;
    static const int versions[][2] = { { 2, 0 }, { 3, 0 }, { 3, 2 } };
    for (int i = 0; i < (count > 1 ? 1 : 3); i++) {
        Context context = open_context(ES, versions[i][0], versions[i][1]);
        CHECK(listed("GL_EXT_disjoint_timer_query") == 1, "GL_EXT_disjoint_timer_query is listed once in ES %d.%d", versions[i][0],
              versions[i][1]);
        prepare_load(ES);
        simple_queries();
        time_elapsed();
        timestamps();
        latency();
        lifetime();
        if (versions[i][0] >= 3)
            beside_core();
        close_context(&context);
    }
    return verdict("ext_disjoint_timer_query");
}
