/* Uses INTEL_performance_query in RenderDoc's order: GetFirst, then GetNext into the same variable; strings in buffers of the size that the
 * state states, read with strlen; a pass for each type with an instance for each draw, begun as soon as it is created; a pass read with
 * waits, then once more for each counter without flags; instances deleted at the end. */
#define DESKTOP
#include "check.h"
#include "perf_query.h"

enum { MOST = 16, DRAWS = 40 };

typedef struct {
    GLuint id, size, counters;
} Query;

static Query known[MOST];
static int no_known;
static GLint name_length, counter_length, description_length;

static void add_query(GLuint id)
{
    char *name = (char *)malloc((size_t)name_length);
    char *counter = (char *)malloc((size_t)counter_length), *description = (char *)malloc((size_t)description_length);
    Query query = { id, 0, 0 };
    GLuint instances = 0, caps = 0;
    memset(name, '#', (size_t)name_length);
    GL(GetPerfQueryInfoINTEL)(id, (GLuint)name_length, name, &query.size, &query.counters, &instances, &caps);
    CHECK_NO_ERROR("the info of a query type: RenderDoc skips it otherwise");
    CHECK(strlen(name) < (size_t)name_length, "a name that ends");
    for (GLuint counter_id = 1; counter_id <= query.counters; counter_id++) {
        GLuint offset = 0, size = 0, kind = 0, data_type = 0;
        GLuint64 most = 0;
        memset(counter, '#', (size_t)counter_length), memset(description, '#', (size_t)description_length);
        GL(GetPerfCounterInfoINTEL)(id, counter_id, (GLuint)counter_length, counter, (GLuint)description_length, description, &offset, &size,
                                    &kind, &data_type, &most);
        CHECK_NO_ERROR("the info of a counter");
        CHECK(strlen(counter) < (size_t)counter_length && strlen(description) < (size_t)description_length, "texts that end");
        /* RenderDoc copies eight bytes whatever the type, and recognises nanoseconds only by the description. */
        CHECK(size == 8 && offset + 8 <= query.size, "\"%s\" of \"%s\" has eight bytes within the data", counter, name);
        bool nanoseconds = strstr(description, "Unit: ns.") != NULL;
        bool time = kind == GL_PERFQUERY_COUNTER_DURATION_RAW_INTEL || kind == GL_PERFQUERY_COUNTER_TIMESTAMP_INTEL;
        CHECK(nanoseconds == time, "the description of \"%s\" says whether it is a time", counter);
    }
    CHECK(no_known < MOST, "a list of query types that ends");
    known[no_known++] = query;
    free(name), free(counter), free(description);
}

static void begin_session(void)
{
    GLuint id = 0;
    no_known = 0;
    GL(GetIntegerv)(GL_PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL, &name_length);
    GL(GetIntegerv)(GL_PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL, &counter_length);
    GL(GetIntegerv)(GL_PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL, &description_length);
    CHECK(name_length > 0 && counter_length > 0 && description_length > 0, "lengths");
    GL(GetFirstPerfQueryIdINTEL)(&id);
    CHECK_NO_ERROR("the first query type: RenderDoc takes the extension for unsupported otherwise");
    do {
        add_query(id);
        GL(GetNextPerfQueryIdINTEL)(id, &id);
        CHECK_NO_ERROR("the next query type");
    } while (id != 0);
}

/* One pass: every draw in an instance of one type. */
static void pass(const Query *query)
{
    GLuint handles[DRAWS];
    unsigned char *read = (unsigned char *)calloc(DRAWS, query->size), *again = (unsigned char *)malloc(query->size);
    for (int i = 0; i < DRAWS; i++) {
        GL(CreatePerfQueryINTEL)(query->id, &handles[i]);
        GL(BeginPerfQueryINTEL)(handles[i]);
        CHECK_NO_ERROR("beginning a sample");
        draw_load();
        GL(EndPerfQueryINTEL)(handles[i]);
        CHECK_NO_ERROR("ending a sample");
    }
    for (int i = 0; i < DRAWS; i++) {
        GLuint written = 0;
        GL(GetPerfQueryDataINTEL)(handles[i], GL_PERFQUERY_WAIT_INTEL, (GLsizei)query->size, read + (size_t)i * query->size, &written);
        CHECK(written == query->size, "%u bytes after a wait (got %u)", query->size, written);
    }
    for (int i = 0; i < DRAWS; i++)
        for (GLuint counter = 0; counter < query->counters; counter++) {
            GLuint written = 0;
            memset(again, 0x5a, query->size);
            GL(GetPerfQueryDataINTEL)(handles[i], 0, (GLsizei)query->size, again, &written);
            CHECK(written == query->size, "the data once more without flags (got %u bytes)", written);
            CHECK(!memcmp(again, read + (size_t)i * query->size, query->size), "the same data for every counter");
        }
    for (int i = 0; i < DRAWS; i++)
        GL(DeletePerfQueryINTEL)(handles[i]);
    CHECK(instances_of(query->id) == 0, "no instance is left");
    CHECK_NO_ERROR("a pass");
    free(read), free(again);
}

/* A Create that failed leaves a handle of 0, which RenderDoc uses like any other. */
static void failed_create(void)
{
    GLuint handle = 0x7e57ab1e, written = 7;
    unsigned char data[8];
    GL(CreatePerfQueryINTEL)(4711, &handle);
    EXPECT_ERROR(GL_INVALID_VALUE, "INVALID_VALUE from CreatePerfQueryINTEL with no query type");
    CHECK(handle == 0, "no handle (got 0x%x)", handle);
    GL(GetPerfQueryDataINTEL)(handle, GL_PERFQUERY_WAIT_INTEL, sizeof data, data, &written);
    EXPECT_ERROR(GL_INVALID_VALUE, "INVALID_VALUE from GetPerfQueryDataINTEL with no handle");
    CHECK(written == 0, "no data of no handle");
}

int main(void)
{
    static const struct {
        Api api;
        int major, minor;
    } kinds[] = { { ES, 3, 2 }, { CORE, 3, 3 }, { CORE, 4, 5 } };
    for (int i = 0; i < 3; i++) {
        Context context = open_context(kinds[i].api, kinds[i].major, kinds[i].minor);
        CHECK(listed("GL_INTEL_performance_query") == 1, "GL_INTEL_performance_query is listed");
        prepare_load(kinds[i].api == ES ? ES : CORE);
        GL(Viewport)(0, 0, 32, 32);
        for (int again = 0; again < 2; again++) {
            begin_session();
            for (int query = 0; query < no_known; query++)
                pass(&known[query]);
        }
        failed_create();
        close_context(&context);
    }
    return verdict("intel_renderdoc");
}
