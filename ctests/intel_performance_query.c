/* Tests GL_INTEL_performance_query: every sentence about errors, and the state, in every kind of context; and a context that is too old for
 * queries, in which the commands fail without effects. (intel_walk.c has the specification's examples.) */
#define DESKTOP
#include "check.h"
#include "perf_query.h"
#include <sys/wait.h>
#include <unistd.h>

enum { UNTOUCHED = 0x7e57ab1e };

/* Without the extension each command is an INVALID_OPERATION and writes no argument,
 * except the zeros with which the specification answers "no query type". */
static void absent(void)
{
    GLuint value = UNTOUCHED, more[4];
    GLuint64 wide = UNTOUCHED;
    char name[8] = "kept", description[8] = "kept";

    GL(GetFirstPerfQueryIdINTEL)(&value);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from GetFirstPerfQueryIdINTEL where no performance query is supported");
    EXPECT(value == 0, "GetFirstPerfQueryIdINTEL answers 0 where no performance query is supported (got %u)", value);
    value = UNTOUCHED;
    GL(GetNextPerfQueryIdINTEL)(1, &value);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from GetNextPerfQueryIdINTEL without the extension");
    EXPECT(value == 0, "GetNextPerfQueryIdINTEL answers 0 whenever it generates an error (got 0x%x)", value);
    value = UNTOUCHED;
    GL(GetPerfQueryIdByNameINTEL)(name, &value);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from GetPerfQueryIdByNameINTEL without the extension");
    EXPECT(value == UNTOUCHED || value == 0, "GetPerfQueryIdByNameINTEL writes nothing, or 0 (got 0x%x)", value);
    for (int i = 0; i < 4; i++)
        more[i] = UNTOUCHED;
    GL(GetPerfQueryInfoINTEL)(1, sizeof name, name, &more[0], &more[1], &more[2], &more[3]);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from GetPerfQueryInfoINTEL without the extension");
    GL(GetPerfCounterInfoINTEL)(1, 1, sizeof name, name, sizeof description, description, &more[0], &more[1], &more[2], &more[3], &wide);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from GetPerfCounterInfoINTEL without the extension");
    EXPECT(!strcmp(name, "kept") && !strcmp(description, "kept") && wide == UNTOUCHED, "the Info commands write nothing");
    for (int i = 0; i < 4; i++)
        EXPECT(more[i] == UNTOUCHED, "the Info commands write nothing (argument %d became 0x%x)", i, more[i]);
    value = UNTOUCHED;
    GL(CreatePerfQueryINTEL)(1, &value);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from CreatePerfQueryINTEL without the extension");
    EXPECT(value == UNTOUCHED || value == 0, "CreatePerfQueryINTEL makes no handle (got 0x%x)", value);
    GL(BeginPerfQueryINTEL)(1);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from BeginPerfQueryINTEL without the extension");
    GL(EndPerfQueryINTEL)(1);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from EndPerfQueryINTEL without the extension");
    value = UNTOUCHED;
    GL(GetPerfQueryDataINTEL)(1, GL_PERFQUERY_WAIT_INTEL, sizeof more, more, &value);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from GetPerfQueryDataINTEL without the extension");
    EXPECT(value == UNTOUCHED || value == 0, "GetPerfQueryDataINTEL writes no data (bytesWritten became 0x%x)", value);
    for (int i = 0; i < 4; i++)
        EXPECT(more[i] == UNTOUCHED, "GetPerfQueryDataINTEL writes no data (word %d became 0x%x)", i, more[i]);
    GL(DeletePerfQueryINTEL)(1);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from DeletePerfQueryINTEL without the extension");

    GL(GetFirstPerfQueryIdINTEL)(NULL);
    GL(GetNextPerfQueryIdINTEL)(0, NULL);
    GL(GetPerfQueryIdByNameINTEL)(NULL, NULL);
    GL(GetPerfQueryInfoINTEL)(0, 0, NULL, NULL, NULL, NULL, NULL);
    GL(GetPerfCounterInfoINTEL)(0, 0, 0, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL);
    GL(CreatePerfQueryINTEL)(0, NULL);
    GL(GetPerfQueryDataINTEL)(0, 0, 0, NULL, NULL);
    EXPECT(GL(GetError)() != GL_NO_ERROR, "an error, and no crash, from NULL pointers");
    while (GL(GetError)())
        continue;

    static const GLenum lengths[] = { GL_PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL, GL_PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL,
                                      GL_PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL, GL_PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL };
    for (int i = 0; i < 4; i++) {
        GLint limit = UNTOUCHED;
        GL(GetIntegerv)(lengths[i], &limit);
        EXPECT_ERROR(GL_INVALID_ENUM, "INVALID_ENUM from GetIntegerv with a token of an absent extension");
        EXPECT(limit == UNTOUCHED, "an error leaves the argument alone (got 0x%x)", limit);
    }
}

static void no_data(GLuint handle, GLuint flags, GLsizei size, GLenum error, const char *sentence)
{
    unsigned char data[512], kept[512];
    GLuint written = UNTOUCHED;
    memset(data, 0x5a, sizeof data), memset(kept, 0x5a, sizeof kept);
    GL(GetPerfQueryDataINTEL)(handle, flags, size, data, &written);
    EXPECT_ERROR(error, sentence);
    EXPECT(written == 0, "no bytes (got %u) where: %s", written, sentence);
    EXPECT(!memcmp(data, kept, sizeof data), "nothing written where: %s", sentence);
}

/* The errors of GetPerfQueryData, for an instance with data. */
static void data_errors(GLuint query)
{
    GLuint handle = 0, written = UNTOUCHED;
    GLsizei size = (GLsizei)data_size(query);
    unsigned char data[512] = { 0 };
    GL(CreatePerfQueryINTEL)(query, &handle);
    CHECK(handle, "a handle");
    GL(EndPerfQueryINTEL)(handle);
    EXPECT_ERROR(GL_INVALID_OPERATION, "if a performance query is not currently started, an INVALID_OPERATION error is generated");
    no_data(handle, GL_PERFQUERY_WAIT_INTEL, size, GL_INVALID_OPERATION, "an instance that was never active has no data");
    GL(BeginPerfQueryINTEL)(handle);
    CHECK_NO_ERROR("beginning a session");
    GL(BeginPerfQueryINTEL)(handle);
    EXPECT_ERROR(GL_INVALID_OPERATION, "an instance that is active cannot begin again");
    draw_load();
    no_data(handle, GL_PERFQUERY_WAIT_INTEL, size, GL_INVALID_OPERATION, "an instance that is active has no data");
    GL(EndPerfQueryINTEL)(handle);
    CHECK_NO_ERROR("ending a session");
    GL(EndPerfQueryINTEL)(handle);
    EXPECT_ERROR(GL_INVALID_OPERATION, "a session ends once");
    GL(GetPerfQueryDataINTEL)(handle, GL_PERFQUERY_WAIT_INTEL, size, NULL, &written);
    EXPECT_ERROR(GL_INVALID_VALUE, "if the data pointer is NULL then an INVALID_VALUE error is generated");
    EXPECT(written == 0, "no bytes without memory (got 0x%x)", written);
    GL(GetPerfQueryDataINTEL)(handle, GL_PERFQUERY_WAIT_INTEL, size, data, NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "if the bytesWritten pointer is NULL then an INVALID_VALUE error is generated");
    no_data(handle, 1, size, GL_INVALID_VALUE, "flags are one of three values");
    no_data(handle, GL_PERFQUERY_WAIT_INTEL + 1, size, GL_INVALID_VALUE, "flags are one of three values");
    no_data(handle, GL_PERFQUERY_WAIT_INTEL, size - 1, GL_INVALID_VALUE, "the memory must hold the data");
    no_data(handle, GL_PERFQUERY_WAIT_INTEL, -1, GL_INVALID_VALUE, "the memory must hold the data");
    GL(GetPerfQueryDataINTEL)(handle, GL_PERFQUERY_WAIT_INTEL, sizeof data, data, &written);
    EXPECT(written == (GLuint)size, "the data, after all those errors (%u bytes)", written);
    GL(DeletePerfQueryINTEL)(handle);
    no_data(handle, GL_PERFQUERY_WAIT_INTEL, size, GL_INVALID_VALUE, "a deleted handle references no instance");
    CHECK_NO_ERROR("deleting a handle");
    GL(DeletePerfQueryINTEL)(handle);
    EXPECT_ERROR(GL_INVALID_VALUE, "a handle is deleted once");
    EXPECT(instances_of(query) == 0, "no instance is left");
}

static void errors(GLuint query)
{
    GLuint unknown = 4711, value = UNTOUCHED;
    GL(GetFirstPerfQueryIdINTEL)(NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "if the queryId pointer is equal to 0, an INVALID_VALUE error is generated");
    GL(GetNextPerfQueryIdINTEL)(query, NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "if the nextQueryId pointer is equal to 0, an INVALID_VALUE error is generated");
    GL(GetNextPerfQueryIdINTEL)(unknown, &value);
    EXPECT_ERROR(GL_INVALID_VALUE, "if the specified performance query identifier is invalid then an INVALID_VALUE error is generated");
    EXPECT(value == 0, "whenever an error is generated, the value of 0 is returned (got 0x%x)", value);
    GL(GetPerfQueryIdByNameINTEL)((char *)"no such query", &value);
    EXPECT_ERROR(GL_INVALID_VALUE, "if queryName does not reference a valid query name, an INVALID_VALUE error is generated");
    GL(GetPerfQueryIdByNameINTEL)(NULL, &value);
    EXPECT_ERROR(GL_INVALID_VALUE, "no name references a query");
    GL(GetPerfQueryInfoINTEL)(unknown, 0, NULL, NULL, NULL, NULL, NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "if queryId does not reference a valid query type, an INVALID_VALUE error is generated");
    GL(GetPerfCounterInfoINTEL)(query, 0, 0, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "if queryId and counterId do not reference a valid counter, an INVALID_VALUE error is generated");
    GL(GetPerfCounterInfoINTEL)(query, counters_of(query) + 1, 0, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "if queryId and counterId do not reference a valid counter, an INVALID_VALUE error is generated");
    value = UNTOUCHED;
    GL(CreatePerfQueryINTEL)(unknown, &value);
    EXPECT_ERROR(GL_INVALID_VALUE, "CreatePerfQueryINTEL: if queryId does not reference a valid query type, INVALID_VALUE");
    EXPECT(value == 0, "no handle (got 0x%x)", value);
    GL(CreatePerfQueryINTEL)(query, NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "a handle needs a place");
    GL(DeletePerfQueryINTEL)(unknown);
    EXPECT_ERROR(GL_INVALID_VALUE, "DeletePerfQueryINTEL: if a handle does not reference an instance, INVALID_VALUE");
    GL(BeginPerfQueryINTEL)(unknown);
    EXPECT_ERROR(GL_INVALID_VALUE, "BeginPerfQueryINTEL: if a handle does not reference an instance, INVALID_VALUE");
    GL(EndPerfQueryINTEL)(0);
    EXPECT_ERROR(GL_INVALID_VALUE, "EndPerfQueryINTEL: if a handle does not reference an instance, INVALID_VALUE");
    no_data(0, GL_PERFQUERY_WAIT_INTEL, 8, GL_INVALID_VALUE, "the handle of a failed Create");
}

static void state(Api api)
{
    static const struct {
        GLenum name;
        GLint value;
    } limits[] = { { GL_PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL, 256 }, { GL_PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL, 256 },
                   { GL_PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL, 1024 }, { GL_PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL, 0 } };
    for (int i = 0; i < 4; i++) {
        GLint integer = UNTOUCHED;
        GLfloat single = 7;
        GLboolean truth = 7;
        GL(GetIntegerv)(limits[i].name, &integer);
        GL(GetFloatv)(limits[i].name, &single);
        GL(GetBooleanv)(limits[i].name, &truth);
        EXPECT(integer == limits[i].value && single == (GLfloat)limits[i].value && truth == (limits[i].value != 0),
               "0x%x is %d (got %d, %f, %d)", limits[i].name, limits[i].value, integer, single, truth);
        if (api != ES) {
            GLint64 wide = UNTOUCHED;
            GLdouble real = 7;
            GL(GetInteger64v)(limits[i].name, &wide);
            GL(GetDoublev)(limits[i].name, &real);
            EXPECT(wide == limits[i].value && real == limits[i].value, "0x%x is %d in every form", limits[i].name, limits[i].value);
        }
    }
    CHECK_NO_ERROR("the state");
}

/* In a child process, because Mesa reads the variable only once. */
static void in_a_context_without_queries(void)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        setenv("MESA_GL_VERSION_OVERRIDE", "1.4", 1);
        Context context = open_context(COMPATIBILITY, 1, 0);
        CHECK(!listed("GL_INTEL_performance_query"), "no performance queries where there are no queries");
        absent();
        close_context(&context);
        fflush(stderr);
        _exit(failed_expectations ? 1 : 0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child, "a process of its own");
    EXPECT(status == 0, "commands that refuse in a context without queries");
}

int main(void)
{
    static const struct {
        Api api;
        int major, minor;
    } kinds[] = { { ES, 2, 0 }, { ES, 3, 2 }, { CORE, 4, 5 }, { COMPATIBILITY, 4, 5 } };
    in_a_context_without_queries();
    for (int i = 0; i < 4; i++) {
        Context context = open_context(kinds[i].api, kinds[i].major, kinds[i].minor);
        CHECK(listed("GL_INTEL_performance_query") == 1, "GL_INTEL_performance_query listed once in %d.%d", kinds[i].major, kinds[i].minor);
        prepare_load(kinds[i].api == ES ? ES : CORE);
        GLuint query = 0;
        GL(GetFirstPerfQueryIdINTEL)(&query);
        CHECK(query, "a query type");
        errors(query);
        state(kinds[i].api);
        for (; query; GL(GetNextPerfQueryIdINTEL)(query, &query))
            data_errors(query);
        close_context(&context);
    }
    return verdict("intel_performance_query");
}
