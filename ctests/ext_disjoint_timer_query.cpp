// Tests GL_EXT_disjoint_timer_query from C++: objects own the names, and the header compiles as C++.
#include "check.h"

#include <array>
#include <chrono>
#include <optional>
#include <type_traits>
#include <utility>

static_assert(std::is_same_v<decltype(&glGetInteger64vEXT), void (*)(GLenum, GLint64 *)>);
static_assert(std::is_same_v<decltype(&glGetQueryObjectui64vANGLE), void (*)(GLuint, GLenum, GLuint64 *)>);
static_assert(std::is_same_v<decltype(&glIsQueryANGLE), GLboolean (*)(GLuint)>);

namespace {

class Query {
public:
    Query() { GL(GenQueriesEXT)(1, &name_); }
    ~Query()
    {
        if (name_)
            GL(DeleteQueriesEXT)(1, &name_);
    }
    Query(Query &&other) noexcept : name_(std::exchange(other.name_, 0)) {}
    Query(const Query &) = delete;
    Query &operator=(const Query &) = delete;

    GLuint name() const { return name_; }
    bool available() const
    {
        GLint available = 0;
        GL(GetQueryObjectivEXT)(name_, GL_QUERY_RESULT_AVAILABLE_EXT, &available);
        return available == GL_TRUE;
    }
    std::chrono::nanoseconds result() const
    {
        GLuint64 value = 0;
        GL(GetQueryObjectui64vEXT)(name_, GL_QUERY_RESULT_EXT, &value);
        return std::chrono::nanoseconds(static_cast<std::int64_t>(value));
    }

private:
    GLuint name_ = 0;
};

class TimeElapsed {
public:
    explicit TimeElapsed(const Query &query) { GL(BeginQueryEXT)(GL_TIME_ELAPSED_EXT, query.name()); }
    ~TimeElapsed() { GL(EndQueryEXT)(GL_TIME_ELAPSED_EXT); }
    TimeElapsed(const TimeElapsed &) = delete;
    TimeElapsed &operator=(const TimeElapsed &) = delete;
};

bool disjoint()
{
    GLint64 occurred = 0;
    GL(GetInteger64vEXT)(GL_GPU_DISJOINT_EXT, &occurred);
    return occurred != 0;
}

void measure()
{
    using clock = std::chrono::steady_clock;
    std::array<Query, 3> queries;
    disjoint();
    const auto begun = clock::now();
    for (const Query &query : queries) {
        TimeElapsed measured(query);
        draw_load();
    }
    const uint64_t processor_time = processor_nanoseconds();
    while (!queries.back().available())
        CHECK(processor_nanoseconds() - processor_time < 10000000000u, "polling alone makes a query available within a finite amount of time");
    const auto wall = clock::now() - begun;
    CHECK(!disjoint(), "nothing disjoint happened");
    for (const Query &query : queries)
        CHECK(query.available() && query.result().count() > 0 && query.result() <= wall, "every query has a result within the wall time");

    std::optional<Query> stamp(std::in_place);
    const GLuint name = stamp->name();
    GL(QueryCounterEXT)(name, GL_TIMESTAMP_EXT);
    CHECK(stamp->result() >= begun.time_since_epoch(), "a timestamp after the start on the machine's monotonic clock");
    CHECK(GL(IsQueryEXT)(name) == GL_TRUE, "the object lives with its owner");
    stamp.reset();
    CHECK(GL(IsQueryEXT)(name) == GL_FALSE, "the object dies with its owner");
    CHECK_NO_ERROR("measuring");
}

} // namespace

int main()
{
    for (int major = 2; major <= 3; major++) {
        Context context = open_context(ES, major, 0);
        CHECK(listed("GL_EXT_disjoint_timer_query") == 1, "GL_EXT_disjoint_timer_query is listed once in ES %d.0", major);
        prepare_load(ES);
        measure();
        close_context(&context);
    }
    return verdict("ext_disjoint_timer_query (C++)");
}
