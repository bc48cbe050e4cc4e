/* Code that the programs for GL_INTEL_performance_query share. Include it after check.h. */
#ifndef PERF_QUERY_H
#define PERF_QUERY_H

static inline GLuint data_size(GLuint query)
{
    GLuint size = 0;
    GL(GetPerfQueryInfoINTEL)(query, 0, NULL, &size, NULL, NULL, NULL);
    return size;
}

static inline GLuint counters_of(GLuint query)
{
    GLuint counters = 0;
    GL(GetPerfQueryInfoINTEL)(query, 0, NULL, NULL, &counters, NULL, NULL);
    return counters;
}

static inline GLuint instances_of(GLuint query)
{
    GLuint instances = 0;
    GL(GetPerfQueryInfoINTEL)(query, 0, NULL, NULL, NULL, &instances, NULL);
    return instances;
}

static inline GLuint query_named(const char *name)
{
    char own[64];
    GLuint query = 0;
    snprintf(own, sizeof own, "%s", name);
    GL(GetPerfQueryIdByNameINTEL)(own, &query);
    CHECK(query, "a query type \"%s\"", name);
    return query;
}

/* Returns the eight-byte value of the counter with this name. */
static inline uint64_t value_named(GLuint query, const unsigned char *data, const char *name)
{
    char counter[256];
    uint64_t value;
    for (GLuint id = 1; id <= counters_of(query); id++) {
        GLuint offset = 0, bytes = 0;
        GL(GetPerfCounterInfoINTEL)(query, id, sizeof counter, counter, 0, NULL, &offset, &bytes, NULL, NULL, NULL);
        if (strcmp(counter, name))
            continue;
        CHECK(bytes == sizeof value, "\"%s\" has eight bytes", name);
        memcpy(&value, data + offset, sizeof value);
        return value;
    }
    CHECK(false, "a counter \"%s\"", name);
    return 0;
}

#endif
