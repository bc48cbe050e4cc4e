/* GL_INTEL_performance_query. Where a context lists it, the specification's three examples: every query type and counter,
 * one draw measured without blocking, many draws measured with a wait. Where it does not, the commands refuse and do no harm. */
#define DESKTOP
#include "check.h"

enum { UNTOUCHED = 0x7e57ab1e };

/* None of the commands exists without the extension, so each is an INVALID_OPERATION and no argument is written,
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

/* Example 1: what there is to measure. Answers the number of query types. */
static int catalogue(GLuint ids[16])
{
    GLint name_length = 0, counter_length = 0, description_length = 0;
    int types = 0;
    GLuint query = 0;
    GL(GetIntegerv)(GL_PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL, &name_length);
    GL(GetIntegerv)(GL_PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL, &counter_length);
    GL(GetIntegerv)(GL_PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL, &description_length);
    CHECK(name_length == 256 && counter_length == 256 && description_length == 1024, "lengths 256, 256, 1024 (got %d, %d, %d)", name_length,
          counter_length, description_length);
    char name[256], counter[256], description[1024];
    for (GL(GetFirstPerfQueryIdINTEL)(&query); query; GL(GetNextPerfQueryIdINTEL)(query, &query)) {
        GLuint size = 0, counters = 0, instances = 7, caps = 7, same = 0;
        CHECK(types < 16, "a list of query types that ends");
        ids[types++] = query;
        GL(GetPerfQueryInfoINTEL)(query, sizeof name, name, &size, &counters, &instances, &caps);
        CHECK(memchr(name, 0, sizeof name) && name[0] && size && counters, "a named query type with data and counters");
        CHECK(instances == 0 && caps == GL_PERFQUERY_SINGLE_CONTEXT_INTEL, "no instance of \"%s\" yet, and it is the context's own", name);
        GL(GetPerfQueryIdByNameINTEL)(name, &same);
        CHECK(same == query, "\"%s\" found by its name (got %u)", name, same);
        for (GLuint id = 1; id <= counters; id++) {
            GLuint offset = 0, bytes = 0, kind = 0, data_type = 0;
            GLuint64 most = 7;
            GL(GetPerfCounterInfoINTEL)(query, id, sizeof counter, counter, sizeof description, description, &offset, &bytes, &kind, &data_type,
                                        &most);
            CHECK(memchr(counter, 0, sizeof counter) && counter[0] && memchr(description, 0, sizeof description), "a counter with a name");
            CHECK(bytes == size_of(data_type) && offset % bytes == 0 && offset + bytes <= size, "\"%s\" lies within the data, aligned", counter);
            CHECK(kind >= GL_PERFQUERY_COUNTER_EVENT_INTEL && kind <= GL_PERFQUERY_COUNTER_TIMESTAMP_INTEL, "one of the six counter types");
        }
        CHECK_NO_ERROR("reading a query type");
    }
    CHECK(types, "at least one query type where the extension is listed");
    return types;
}

static GLuint data_size(GLuint query)
{
    GLuint size = 0;
    GL(GetPerfQueryInfoINTEL)(query, 0, NULL, &size, NULL, NULL, NULL);
    return size;
}

/* Example 2: one draw, polled for. */
static void one_draw(GLuint query)
{
    GLuint handle = 0, written = 0, size = data_size(query);
    unsigned char *data = (unsigned char *)calloc(size + 8u, 1);
    uint64_t begun = nanoseconds();
    memset(data + size, 0x5a, 8);
    GL(CreatePerfQueryINTEL)(query, &handle);
    CHECK(handle, "a handle");
    GL(BeginPerfQueryINTEL)(handle);
    draw_load();
    GL(EndPerfQueryINTEL)(handle);
    GL(GetPerfQueryDataINTEL)(handle, GL_PERFQUERY_FLUSH_INTEL, (GLsizei)size, data, &written);
    while (written == 0) {
        GL(GetPerfQueryDataINTEL)(handle, GL_PERFQUERY_DONOT_FLUSH_INTEL, (GLsizei)size, data, &written);
        CHECK(nanoseconds() - begun < 10000000000u, "the data becomes available within a finite amount of time");
    }
    CHECK(written == size, "%u bytes written (got %u)", size, written);
    for (int i = 0; i < 8; i++)
        CHECK(data[size + i] == 0x5a, "nothing written past the data");
    GL(DeletePerfQueryINTEL)(handle);
    GL(BeginPerfQueryINTEL)(handle);
    EXPECT_ERROR(GL_INVALID_VALUE, "INVALID_VALUE from BeginPerfQueryINTEL with a deleted handle");
    free(data);
}

/* Example 3: many draws, each with an instance of its own, read afterwards with a wait. */
static void many_draws(GLuint query)
{
    enum { DRAWS = 50 };
    GLuint handles[DRAWS], size = data_size(query), instances = 0;
    unsigned char *data = (unsigned char *)calloc(size, 1);
    for (int i = 0; i < DRAWS; i++)
        GL(CreatePerfQueryINTEL)(query, &handles[i]);
    GL(GetPerfQueryInfoINTEL)(query, 0, NULL, NULL, NULL, &instances, NULL);
    CHECK(instances == DRAWS, "%d instances exist (got %u)", DRAWS, instances);
    for (int i = 0; i < DRAWS; i++) {
        GL(BeginPerfQueryINTEL)(handles[i]);
        draw_load();
        GL(EndPerfQueryINTEL)(handles[i]);
    }
    for (int i = 0; i < DRAWS; i++) {
        GLuint written = 0;
        GL(GetPerfQueryDataINTEL)(handles[i], GL_PERFQUERY_WAIT_INTEL, (GLsizei)size, data, &written);
        CHECK(written == size, "%u bytes written after a wait (got %u)", size, written);
        GL(DeletePerfQueryINTEL)(handles[i]);
    }
    free(data);
    CHECK_NO_ERROR("example 3");
}

/* The errors, sentence by sentence. */
static void errors(const GLuint *ids)
{
    GLuint unknown = 4711, value = UNTOUCHED, handle = 0, written = UNTOUCHED;
    char data[8];
    GL(GetFirstPerfQueryIdINTEL)(NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "if the queryId pointer is equal to 0, an INVALID_VALUE error is generated");
    GL(GetNextPerfQueryIdINTEL)(ids[0], NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "if the nextQueryId pointer is equal to 0, an INVALID_VALUE error is generated");
    GL(GetNextPerfQueryIdINTEL)(unknown, &value);
    EXPECT_ERROR(GL_INVALID_VALUE, "if the specified performance query identifier is invalid then an INVALID_VALUE error is generated");
    EXPECT(value == 0, "whenever an error is generated, the value of 0 is returned (got 0x%x)", value);
    GL(GetPerfQueryIdByNameINTEL)((char *)"no such query", &value);
    EXPECT_ERROR(GL_INVALID_VALUE, "if queryName does not reference a valid query name, an INVALID_VALUE error is generated");
    GL(GetPerfQueryInfoINTEL)(unknown, 0, NULL, NULL, NULL, NULL, NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "if queryId does not reference a valid query type, an INVALID_VALUE error is generated");
    GL(GetPerfCounterInfoINTEL)(ids[0], 0, 0, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "if queryId and counterId do not reference a valid counter, an INVALID_VALUE error is generated");
    GL(CreatePerfQueryINTEL)(unknown, &value);
    EXPECT_ERROR(GL_INVALID_VALUE, "CreatePerfQueryINTEL: if queryId does not reference a valid query type, INVALID_VALUE");
    GL(DeletePerfQueryINTEL)(unknown);
    EXPECT_ERROR(GL_INVALID_VALUE, "DeletePerfQueryINTEL: if a handle does not reference an instance, INVALID_VALUE");
    GL(BeginPerfQueryINTEL)(unknown);
    EXPECT_ERROR(GL_INVALID_VALUE, "BeginPerfQueryINTEL: if a handle does not reference an instance, INVALID_VALUE");
    GL(CreatePerfQueryINTEL)(ids[0], &handle);
    GL(EndPerfQueryINTEL)(handle);
    EXPECT_ERROR(GL_INVALID_OPERATION, "if a performance query is not currently started, an INVALID_OPERATION error is generated");
    GL(GetPerfQueryDataINTEL)(handle, GL_PERFQUERY_WAIT_INTEL, sizeof data, NULL, &written);
    EXPECT_ERROR(GL_INVALID_VALUE, "if the data pointer is NULL then an INVALID_VALUE error is generated");
    GL(GetPerfQueryDataINTEL)(handle, GL_PERFQUERY_WAIT_INTEL, sizeof data, data, NULL);
    EXPECT_ERROR(GL_INVALID_VALUE, "if the bytesWritten pointer is NULL then an INVALID_VALUE error is generated");
    GL(DeletePerfQueryINTEL)(handle);
    CHECK_NO_ERROR("deleting a handle");
}

int main(void)
{
    static const struct {
        Api api;
        int major, minor;
    } kinds[] = { { ES, 2, 0 }, { ES, 3, 2 }, { CORE, 4, 5 }, { COMPATIBILITY, 4, 5 } };
    for (int i = 0; i < 4; i++) {
        Context context = open_context(kinds[i].api, kinds[i].major, kinds[i].minor);
        if (listed("GL_INTEL_performance_query")) {
            GLuint ids[16];
            prepare_load(kinds[i].api == ES ? ES : CORE);
            int types = catalogue(ids);
            for (int type = 0; type < types; type++) {
                one_draw(ids[type]);
                many_draws(ids[type]);
            }
            errors(ids);
        } else {
            absent();
        }
        close_context(&context);
    }
    return verdict("intel_performance_query");
}
