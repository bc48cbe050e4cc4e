/* Measures zones as Tracy's TracyOpenGL.hpp does: generates 64 k names for a ring of timestamps, calibrates the GL clock against the machine's
 * with one Get, and collects results in order once the oldest is available, without waiting. */
#define DESKTOP
#include "check.h"

enum { QUERIES = 64 * 1024, FRAMES = 40, ZONES = 25 };

static GLuint queries[QUERIES];
static uint64_t begun[QUERIES];
static unsigned head, tail, collected;
static GLint64 gl_time;
static uint64_t cpu_time;
static GLint64 last;

static void mark(void)
{
    begun[head] = nanoseconds();
    GL(QueryCounter)(queries[head], GL_TIMESTAMP);
    head = (head + 1) % QUERIES;
    CHECK(head != tail, "the ring does not overflow");
}

static void collect(void)
{
    while (tail != head) {
        GLint available = 0;
        GL(GetQueryObjectiv)(queries[tail], GL_QUERY_RESULT_AVAILABLE, &available);
        if (!available)
            return;
        GLuint64 time = 0;
        GL(GetQueryObjectui64v)(queries[tail], GL_QUERY_RESULT, &time);
        CHECK((GLint64)time > last, "the marks come in order: %lld after %lld", (long long)time, (long long)last);
        /* On the machine's clock: not before the command was issued, and not in the future. */
        double since = (double)((GLint64)time - gl_time), given = (double)((int64_t)(begun[tail] - cpu_time));
        CHECK(since > given - 1e6 && since < (double)(nanoseconds() - cpu_time) + 1e6, "calibrated: %.0f ns, given at %.0f", since, given);
        last = (GLint64)time;
        tail = (tail + 1) % QUERIES;
        collected++;
    }
}

int main(void)
{
    Context context = open_context(CORE, 3, 2);
    GLint bits = 0;
    prepare_load(CORE);
    GL(Viewport)(0, 0, 32, 32);
    GL(GenQueries)(QUERIES, queries);
    GL(GetInteger64v)(GL_TIMESTAMP, &gl_time);
    cpu_time = nanoseconds();
    GL(GetQueryiv)(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
    CHECK(bits > 0, "TIMESTAMP has bits, without which no zone is recorded");
    last = gl_time;
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int zone = 0; zone < ZONES; zone++) {
            mark();
            draw_load();
            mark();
        }
        GL(Flush)();
        collect();
    }
    uint64_t waited = nanoseconds();
    while (tail != head) {
        collect();
        CHECK(nanoseconds() - waited < 10000000000u, "what is left comes without being waited for");
    }
    CHECK(collected == 2 * ZONES * FRAMES, "every mark was collected (%u)", collected);
    GL(DeleteQueries)(QUERIES, queries);
    CHECK_NO_ERROR("zones");
    close_context(&context);
    return verdict("zones");
}
