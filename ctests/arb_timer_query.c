/* Tests GL_ARB_timer_query by its specification's three examples, in core and compatibility contexts. */
#define DESKTOP
#include "check.h"

enum { OBJECTS = 4 };

static GLuint64 result(GLuint query)
{
    GLuint64 value = 0;
    GL(GetQueryObjectui64v)(query, GL_QUERY_RESULT, &value);
    return value;
}

static void wait_for(GLuint query)
{
    GLint available = 0;
    uint64_t begun = processor_nanoseconds();
    while (!available) {
        GL(GetQueryObjectiv)(query, GL_QUERY_RESULT_AVAILABLE, &available);
        CHECK(processor_nanoseconds() - begun < 10000000000u, "polling alone makes a query available within a finite amount of time");
    }
}

/* Example 1: each object between BeginQuery and EndQuery. */
static void time_elapsed(void)
{
    GLuint queries[OBJECTS];
    GLint bits = 0, available = 0;
    GL(GenQueries)(OBJECTS, queries);
    GL(GetQueryiv)(GL_TIME_ELAPSED, GL_QUERY_COUNTER_BITS, &bits);
    CHECK(bits >= 30 && bits <= 64, "30 to 64 counter bits for TIME_ELAPSED (got %d)", bits);
    uint64_t begun = nanoseconds();
    for (int i = 0; i < OBJECTS; i++) {
        GL(BeginQuery)(GL_TIME_ELAPSED, queries[i]);
        draw_load();
        GL(EndQuery)(GL_TIME_ELAPSED);
    }
    wait_for(queries[OBJECTS - 1]);
    uint64_t wall = nanoseconds() - begun;
    for (int i = 0; i < OBJECTS; i++) {
        GL(GetQueryObjectiv)(queries[i], GL_QUERY_RESULT_AVAILABLE, &available);
        CHECK(available, "queries issued before an available one are available (number %d is not)", i);
        CHECK(result(queries[i]) > 0 && result(queries[i]) <= wall, "object %d took some of the %llu ns (got %llu)", i,
              (unsigned long long)wall, (unsigned long long)result(queries[i]));
    }
    GL(DeleteQueries)(OBJECTS, queries);
    CHECK_NO_ERROR("example 1");
}

/* Example 2: a timestamp between every two objects, and TIME_ELAPSED around everything. (timer_accuracy.c checks the values.) */
static void timestamps(void)
{
    GLuint queries[OBJECTS + 2];
    GL(GenQueries)(OBJECTS + 2, queries);
    uint64_t begun = nanoseconds();
    GL(BeginQuery)(GL_TIME_ELAPSED, queries[OBJECTS + 1]);
    GL(QueryCounter)(queries[0], GL_TIMESTAMP);
    for (int i = 0; i < OBJECTS; i++) {
        draw_load();
        GL(QueryCounter)(queries[i + 1], GL_TIMESTAMP);
    }
    GL(EndQuery)(GL_TIME_ELAPSED);
    wait_for(queries[OBJECTS]);
    wait_for(queries[OBJECTS + 1]);
    uint64_t wall = nanoseconds() - begun;
    for (int i = 0; i < OBJECTS; i++)
        CHECK(result(queries[i]) <= result(queries[i + 1]), "timestamp %d not after timestamp %d", i, i + 1);
    GLuint64 stamped = result(queries[OBJECTS]) - result(queries[0]), elapsed = result(queries[OBJECTS + 1]);
    CHECK(stamped <= wall && elapsed <= wall, "%llu ns and %llu ns measured within %llu", (unsigned long long)stamped,
          (unsigned long long)elapsed, (unsigned long long)wall);
    GL(DeleteQueries)(OBJECTS + 2, queries);
    CHECK_NO_ERROR("example 2");
}

/* Example 3: the latency between commands and rendering, and the Gets of the current time. */
static void latency(void)
{
    GLuint end_of_frame, narrow = 0;
    GLint64 before = 0, flush_time = 0, after = 0, again = 0;
    GLint bits = 0, clamped = 0, current = 7;
    GLfloat single = 0;
    GLdouble exact = 0;
    GLboolean truth = GL_FALSE;
    GL(GetQueryiv)(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
    CHECK(bits >= 30 && bits <= 64, "30 to 64 counter bits for TIMESTAMP (got %d)", bits);
    GL(GetQueryiv)(GL_TIMESTAMP, GL_CURRENT_QUERY, &current);
    CHECK(current == 0, "no timestamp query is ever current (got %d)", current);
    GL(GenQueries)(1, &end_of_frame);
    GL(GetInteger64v)(GL_TIMESTAMP, &before);
    draw_load();
    GL(QueryCounter)(end_of_frame, GL_TIMESTAMP);
    GL(GetInteger64v)(GL_TIMESTAMP, &flush_time);
    GL(Finish)();
    GL(GetInteger64v)(GL_TIMESTAMP, &after);
    GL(GetInteger64v)(GL_TIMESTAMP, &again);
    CHECK(0 < before && before < flush_time && flush_time < after && after < again, "the GL's time increases: %lld %lld %lld %lld",
          (long long)before, (long long)flush_time, (long long)after, (long long)again);
    GLint64 realised = (GLint64)result(end_of_frame);
    CHECK(before <= realised && realised <= after, "QueryCounter and GetInteger64v read one clock: %lld <= %lld <= %lld",
          (long long)before, (long long)realised, (long long)after);

    GL(GetQueryObjecti64v)(end_of_frame, GL_QUERY_RESULT, &again);
    CHECK(again == realised, "GetQueryObjecti64v gives the value itself (got %lld)", (long long)again);
    GL(GetQueryObjectiv)(end_of_frame, GL_QUERY_RESULT, &clamped);
    CHECK(clamped == (realised < 0x7fffffff ? realised : 0x7fffffff), "GetQueryObjectiv gives the nearest value (got %d)", clamped);
    GL(GetQueryObjectuiv)(end_of_frame, GL_QUERY_RESULT, &narrow);
    CHECK(narrow == (realised < 0xffffffffLL ? realised : 0xffffffffLL), "GetQueryObjectuiv gives the nearest value (got %u)", narrow);
    GL(GetIntegerv)(GL_TIMESTAMP, &clamped);
    CHECK(clamped > 0 && (after < 0x7fffffff || clamped == 0x7fffffff), "GetIntegerv(TIMESTAMP) clamps (got %d)", clamped);
    GL(GetFloatv)(GL_TIMESTAMP, &single);
    CHECK((double)single > (double)after * 0.999999 && (double)single < (double)after * 1.1, "GetFloatv(TIMESTAMP) rounds (got %f)",
          (double)single);
    GL(GetDoublev)(GL_TIMESTAMP, &exact);
    CHECK(exact > (double)after && exact < (double)after * 1.1, "GetDoublev(TIMESTAMP) converts (got %f)", exact);
    GL(GetBooleanv)(GL_TIMESTAMP, &truth);
    CHECK(truth == GL_TRUE, "GetBooleanv(TIMESTAMP) is TRUE");
    GL(DeleteQueries)(1, &end_of_frame);
    CHECK_NO_ERROR("example 3");
}

/* Only the compatibility profile accepts names that were never generated. */
static void names(Api api)
{
    GLuint invented = 4711;
    CHECK(!GL(IsQuery)(invented), "a name that was not generated is no query");
    GL(QueryCounter)(invented, GL_TIMESTAMP);
    if (api == COMPATIBILITY) {
        EXPECT_ERROR(GL_NO_ERROR, "in the compatibility profile QueryCounter creates the object of an unused name");
        EXPECT(GL(IsQuery)(invented), "and the name is a query then");
        GL(DeleteQueries)(1, &invented);
    } else {
        EXPECT_ERROR(GL_INVALID_OPERATION, "in the core profile QueryCounter wants a name returned from GenQueries");
        EXPECT(!GL(IsQuery)(invented), "and makes no object of another");
    }
}

int main(void)
{
    static const struct {
        Api api;
        int major, minor;
    } kinds[] = { { CORE, 3, 3 }, { CORE, 4, 5 }, { COMPATIBILITY, 4, 5 } };
    for (int i = 0; i < 3; i++) {
        Context context = open_context(kinds[i].api, kinds[i].major, kinds[i].minor);
        CHECK(listed("GL_ARB_timer_query") == 1, "GL_ARB_timer_query is listed once");
        CHECK(listed("GL_ANGLE_timer_query") == 0, "GL_ANGLE_timer_query is not offered outside OpenGL ES");
        prepare_load(CORE);
        time_elapsed();
        timestamps();
        latency();
        names(kinds[i].api);
        close_context(&context);
    }
    return verdict("arb_timer_query");
}
