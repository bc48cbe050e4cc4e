/* Tests GL_ANGLE_timer_query by its specification's two examples, in every OpenGL ES context, and its objects under the other spellings. */
#include "check.h"

enum { OBJECTS = 5 };

static void poll_until_available(GLuint query)
{
    GLint available = 0;
    uint64_t begun = processor_nanoseconds();
    while (!available) {
        GL(GetQueryObjectivANGLE)(query, GL_QUERY_RESULT_AVAILABLE_ANGLE, &available);
        CHECK(processor_nanoseconds() - begun < 10000000000u, "polling alone makes a query available within a finite amount of time");
    }
}

/* The extension is listed once, in the string and in the indexed list, and the driver's extensions are still listed. */
static void advertisement(int major)
{
    const char *list = (const char *)GL(GetString)(GL_EXTENSIONS);
    CHECK(list, "an ES context has an extension string");
    CHECK(occurrences(list, "GL_ANGLE_timer_query") == 1, "GL_ANGLE_timer_query once in: %s", list);
    CHECK(occurrences(list, "GL_EXT_disjoint_timer_query") == 1, "GL_EXT_disjoint_timer_query once in: %s", list);
    CHECK(list[0] != ' ' && !strstr(list, "  "), "single blanks between the names in: %s", list);
    if (major < 3)
        return;
    GLint count = 0, words = 0;
    GL(GetIntegerv)(GL_NUM_EXTENSIONS, &count);
    for (const char *at = list; *at; words++) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    CHECK(count == words, "NUM_EXTENSIONS (%d) counts the names of the string (%d)", count, words);
    for (GLint index = 0; index < count; index++) {
        const char *name = (const char *)GL(GetStringi)(GL_EXTENSIONS, (GLuint)index);
        CHECK(name && occurrences(list, name) == 1, "name %d (%s) is in the string once", index, name ? name : "NULL");
    }
    CHECK(!GL(GetStringi)(GL_EXTENSIONS, (GLuint)count), "no name at the index NUM_EXTENSIONS");
    EXPECT_ERROR(GL_INVALID_VALUE, "INVALID_VALUE from GetStringi past the last extension");
    GLfloat real = 0;
    GLint64 wide = 0;
    GL(GetFloatv)(GL_NUM_EXTENSIONS, &real);
    GL(GetInteger64v)(GL_NUM_EXTENSIONS, &wide);
    CHECK((GLint)real == count && wide == count, "every kind of Get agrees on NUM_EXTENSIONS");
}

/* Example 1: begin and end around each object of the scene. */
static void begin_and_end(void)
{
    GLuint queries[OBJECTS];
    GLint bits = 0, current = 0;
    GL(GenQueriesANGLE)(OBJECTS, queries);
    GL(GetQueryivANGLE)(GL_TIME_ELAPSED_ANGLE, GL_QUERY_COUNTER_BITS_ANGLE, &bits);
    CHECK(bits >= 30, "at least 30 counter bits (got %d)", bits);
    uint64_t begun = nanoseconds();
    for (int i = 0; i < OBJECTS; i++) {
        GL(BeginQueryANGLE)(GL_TIME_ELAPSED_ANGLE, queries[i]);
        GL(GetQueryivANGLE)(GL_TIME_ELAPSED_ANGLE, GL_CURRENT_QUERY_ANGLE, &current);
        CHECK(current == (GLint)queries[i], "CURRENT_QUERY_ANGLE is the active query (got %d)", current);
        for (int draw = 0; draw <= i; draw++)
            draw_load();
        GL(EndQueryANGLE)(GL_TIME_ELAPSED_ANGLE);
    }
    poll_until_available(queries[OBJECTS - 1]);
    uint64_t wall = nanoseconds() - begun;
    for (int i = 0; i < OBJECTS; i++) {
        GLuint64 elapsed = 0;
        GLint64 signed_elapsed = 0;
        GLuint narrow = 0;
        GLint signed_narrow = 0;
        GL(GetQueryObjectui64vANGLE)(queries[i], GL_QUERY_RESULT_ANGLE, &elapsed);
        GL(GetQueryObjecti64vANGLE)(queries[i], GL_QUERY_RESULT_ANGLE, &signed_elapsed);
        GL(GetQueryObjectuivANGLE)(queries[i], GL_QUERY_RESULT_ANGLE, &narrow);
        GL(GetQueryObjectivANGLE)(queries[i], GL_QUERY_RESULT_ANGLE, &signed_narrow);
        CHECK(elapsed > 0 && elapsed <= wall, "object %d: 0 < %llu <= %llu ns", i, (unsigned long long)elapsed, (unsigned long long)wall);
        CHECK((GLuint64)signed_elapsed == elapsed, "GetQueryObjecti64vANGLE agrees");
        CHECK(narrow == (elapsed < 0xffffffff ? elapsed : 0xffffffff), "GetQueryObjectuivANGLE gives the nearest value");
        CHECK((GLuint64)signed_narrow == (elapsed < 0x7fffffff ? elapsed : 0x7fffffff), "GetQueryObjectivANGLE gives the nearest value");
    }
    GL(DeleteQueriesANGLE)(OBJECTS, queries);
    CHECK_NO_ERROR("example 1");
}

/* Example 2: a timestamp between every two objects. */
static void counters(void)
{
    GLuint queries[OBJECTS + 1];
    GL(GenQueriesANGLE)(OBJECTS + 1, queries);
    GLuint64 stamps[OBJECTS + 1];
    uint64_t begun = nanoseconds();
    GL(QueryCounterANGLE)(queries[0], GL_TIMESTAMP_ANGLE);
    for (int i = 0; i < OBJECTS; i++) {
        draw_load();
        GL(QueryCounterANGLE)(queries[i + 1], GL_TIMESTAMP_ANGLE);
    }
    poll_until_available(queries[OBJECTS]);
    uint64_t wall = nanoseconds() - begun;
    for (int i = 0; i <= OBJECTS; i++) {
        GL(GetQueryObjectui64vANGLE)(queries[i], GL_QUERY_RESULT_ANGLE, &stamps[i]);
        CHECK(i == 0 || stamps[i] >= stamps[i - 1], "timestamp %d not before timestamp %d", i, i - 1);
    }
    CHECK(stamps[OBJECTS] - stamps[0] <= wall, "the timestamps lie within the wall time");
    GL(DeleteQueriesANGLE)(OBJECTS + 1, queries);
    CHECK_NO_ERROR("example 2");
}

/* A timestamp inside a time-elapsed query is legal and does not affect it. */
static void nested(void)
{
    GLuint queries[2];
    GLuint64 stamp = 0, elapsed = 0;
    GL(GenQueriesANGLE)(2, queries);
    GL(BeginQueryANGLE)(GL_TIME_ELAPSED_ANGLE, queries[0]);
    draw_load();
    GL(QueryCounterANGLE)(queries[1], GL_TIMESTAMP_ANGLE);
    draw_load();
    GL(EndQueryANGLE)(GL_TIME_ELAPSED_ANGLE);
    GL(GetQueryObjectui64vANGLE)(queries[1], GL_QUERY_RESULT_ANGLE, &stamp);
    GL(GetQueryObjectui64vANGLE)(queries[0], GL_QUERY_RESULT_ANGLE, &elapsed);
    CHECK(stamp > 0 && elapsed > 0, "both have results (%llu, %llu)", (unsigned long long)stamp, (unsigned long long)elapsed);
    CHECK(stamp > elapsed, "the timestamp is a time, not a duration");
    GL(DeleteQueriesANGLE)(2, queries);
    CHECK_NO_ERROR("a counter inside a time-elapsed query");
}

/* The ANGLE, EXT and core spellings work on the same objects and the same active query. */
static void one_name_space(int major)
{
    GLuint query, other;
    GLint current = 0;
    GLuint64 one = 0, two = 1;
    GL(GenQueriesEXT)(1, &query);
    GL(GenQueriesANGLE)(1, &other);
    CHECK(query != other, "the generators do not answer the same name");
    GL(BeginQueryANGLE)(GL_TIME_ELAPSED_ANGLE, query);
    GL(GetQueryivEXT)(GL_TIME_ELAPSED_EXT, GL_CURRENT_QUERY_EXT, &current);
    CHECK(current == (GLint)query, "GetQueryivEXT sees what BeginQueryANGLE began");
    GL(BeginQueryEXT)(GL_TIME_ELAPSED_EXT, other);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from BeginQueryEXT while BeginQueryANGLE has a query active");
    GL(EndQueryEXT)(GL_TIME_ELAPSED_EXT);
    GL(GetQueryObjectui64vANGLE)(query, GL_QUERY_RESULT_ANGLE, &one);
    GL(GetQueryObjectui64vEXT)(query, GL_QUERY_RESULT_EXT, &two);
    CHECK(one == two, "one result under both names");
    if (major >= 3) {
        CHECK(GL(IsQuery)(query) == GL_TRUE, "IsQuery knows the object");
        GL(DeleteQueries)(1, &query);
    } else {
        GL(DeleteQueriesEXT)(1, &query);
    }
    CHECK(GL(IsQueryANGLE)(query) == GL_FALSE, "IsQueryANGLE knows that it is deleted");
    GL(DeleteQueriesANGLE)(1, &other);
    CHECK_NO_ERROR("mixing the spellings");
}

/* With an argument, on a driver of OpenGL ES 2.0 alone. */
int main(int count, char **arguments)
{
    (void)arguments;
    static const int versions[][2] = { { 2, 0 }, { 3, 0 }, { 3, 1 }, { 3, 2 } };
    for (int i = 0; i < (count > 1 ? 1 : 4); i++) {
        Context context = open_context(ES, versions[i][0], versions[i][1]);
        advertisement(versions[i][0]);
        prepare_load(ES);
        /* A small part of the surface takes milliseconds, which is time enough. */
        GL(Viewport)(0, 0, SURFACE_SIZE / 4, SURFACE_SIZE / 4);
        begin_and_end();
        counters();
        nested();
        one_name_space(versions[i][0]);
        close_context(&context);
    }
    return verdict("angle_timer_query");
}
