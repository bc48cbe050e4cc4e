/* Tests a thousand marks in flight: they do not stall, have increasing times, and neither crash nor hang whatever happens to their names,
 * their contexts, the display or the process. On a driver without timers they use fences.
 * Arguments: the test; and `waits` if each mark waits for the work (GLMETER_FENCE=finish). */
#include "fenced_marks.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MARKS = 1000, LOADS = 20, ATTEMPTS = 5, CLOSED = 6 };

static bool waits;

static void viewport(GLsizei size)
{
    GL(Viewport)(0, 0, size, size);
}

static GLuint64 result(GLuint query)
{
    GLuint64 value = 0;
    GL(GetQueryObjectui64v)(query, GL_QUERY_RESULT, &value);
    return value;
}

static bool available(GLuint query)
{
    GLuint value = 7;
    GL(GetQueryObjectuiv)(query, GL_QUERY_RESULT_AVAILABLE, &value);
    CHECK(value <= 1, "availability is TRUE or FALSE (got %u)", value);
    return value;
}

/* Draws work that takes much longer than issuing its commands. */
static void much_work(void)
{
    viewport(SURFACE_SIZE);
    for (int i = 0; i < LOADS; i++)
        draw_load();
}

/* Inserts marks with a little work before each. Returns the time of the slowest one. */
static uint64_t marks(GLsizei count, const GLuint *queries)
{
    uint64_t slowest = 0;
    viewport(4);
    for (GLsizei i = 0; i < count; i++) {
        draw_load();
        uint64_t begun = nanoseconds();
        GL(QueryCounter)(queries[i], GL_TIMESTAMP);
        uint64_t taken = nanoseconds() - begun;
        slowest = taken > slowest ? taken : slowest;
    }
    return slowest;
}

static void in_order(const GLuint *queries)
{
    for (int i = 1; i < MARKS; i++)
        CHECK(result(queries[i - 1]) < result(queries[i]), "mark %d before mark %d", i - 1, i);
}

/* Inserting a mark does not wait for the work before it, unless GLMETER_FENCE=finish asks for that. */
static void flight(void)
{
    static GLuint queries[MARKS];
    Place place = open_place();
    bool stalled = true, early = true;
    GL(GenQueries)(MARKS, queries);
    for (int attempt = 0; attempt < ATTEMPTS && (stalled || early); attempt++) {
        GL(Finish)();
        uint64_t begun = nanoseconds();
        much_work();
        GL(QueryCounter)(queries[0], GL_TIMESTAMP);
        early = available(queries[0]);
        uint64_t slowest = marks(MARKS - 1, queries + 1);
        GL(Finish)();
        uint64_t wall = nanoseconds() - begun;
        stalled = slowest > wall / 2;
        in_order(queries);
    }
    EXPECT(!stalled || waits, "no mark takes half as long as all of the work");
    EXPECT(early == waits, "a mark behind much work is not available before the work is done (available: %d)", early);
    GL(DeleteQueries)(MARKS, queries);
    CHECK_NO_ERROR("a thousand marks");
    leave(&place);
    destroy(&place);
}

/* Polling alone, without a flush and without reading a result, makes progress. */
static void polled(void)
{
    GLuint queries[2], elapsed;
    Place place = open_place();
    GL(GenQueries)(2, queries);
    GL(GenQueries)(1, &elapsed);
    for (int i = 0; i < 5; i++) {
        uint64_t begun = nanoseconds();
        GL(QueryCounter)(queries[0], GL_TIMESTAMP);
        GL(BeginQuery)(GL_TIME_ELAPSED, elapsed);
        much_work();
        GL(EndQuery)(GL_TIME_ELAPSED);
        GL(QueryCounter)(queries[1], GL_TIMESTAMP);
        uint64_t processor_time = processor_nanoseconds();
        while (!available(queries[1]))
            CHECK(processor_nanoseconds() - processor_time < 10000000000u, "polling alone makes a mark available within a finite amount of time");
        CHECK(available(queries[0]) && available(elapsed), "what was issued before is available too");
        uint64_t wall = nanoseconds() - begun, between = result(queries[1]) - result(queries[0]);
        CHECK(result(elapsed) <= between && between <= wall, "%llu ns in %llu ns in %llu ns", (unsigned long long)result(elapsed),
              (unsigned long long)between, (unsigned long long)wall);
    }
    GL(DeleteQueries)(2, queries);
    GL(DeleteQueries)(1, &elapsed);
    CHECK_NO_ERROR("polling");
    leave(&place);
    destroy(&place);
}

/* Every Get of TIMESTAMP returns a time of the marks' clock. */
static void gets(void)
{
    GLuint queries[2];
    GLint64 wide = 0;
    GLint clamped = 0;
    GLdouble real = 0;
    GLfloat single = 0;
    GLboolean truth = GL_FALSE;
    Place place = open_place();
    GL(GenQueries)(2, queries);
    for (int i = 0; i < 5; i++) {
        much_work();
        GL(QueryCounter)(queries[0], GL_TIMESTAMP);
        GLuint64 before = result(queries[0]);
        GL(GetInteger64v)(GL_TIMESTAMP, &wide);
        GL(GetDoublev)(GL_TIMESTAMP, &real);
        GL(GetFloatv)(GL_TIMESTAMP, &single);
        GL(GetIntegerv)(GL_TIMESTAMP, &clamped);
        GL(GetBooleanv)(GL_TIMESTAMP, &truth);
        GL(QueryCounter)(queries[1], GL_TIMESTAMP);
        GLuint64 after = result(queries[1]);
        CHECK(before < (GLuint64)wide && (GLuint64)wide < after, "GetInteger64v: %llu < %lld < %llu", (unsigned long long)before,
              (long long)wide, (unsigned long long)after);
        CHECK((double)before <= real && real <= (double)after, "GetDoublev: %llu <= %f <= %llu", (unsigned long long)before, real,
              (unsigned long long)after);
        CHECK((float)before <= single && single <= (float)after, "GetFloatv: %llu <= %f <= %llu", (unsigned long long)before, (double)single,
              (unsigned long long)after);
        CHECK(clamped == (wide > 0x7fffffff ? 0x7fffffff : clamped) && clamped > 0, "GetIntegerv clamps (got %d)", clamped);
        CHECK(truth == GL_TRUE, "GetBooleanv is TRUE");
    }
    GL(DeleteQueries)(2, queries);
    CHECK_NO_ERROR("every Get of TIMESTAMP");
    leave(&place);
    destroy(&place);
}

/* Returns a context with marks in flight after much work. */
static Place in_flight(GLuint *queries)
{
    Place place = open_place();
    GL(GenQueries)(MARKS, queries);
    much_work();
    marks(MARKS, queries);
    return place;
}

static void deleted_names(void)
{
    static GLuint queries[MARKS];
    GLuint samples[2];
    GLuint64 passed = 0;
    Place place = in_flight(queries);
    GL(DeleteQueries)(MARKS, queries);
    for (int i = 0; i < MARKS; i++)
        CHECK(!GL(IsQuery)(queries[i]), "the names of deleted marks are unused");
    GL(GenQueries)(2, samples);
    GL(BeginQuery)(GL_SAMPLES_PASSED, samples[0]);
    draw_load();
    GL(EndQuery)(GL_SAMPLES_PASSED);
    GL(QueryCounter)(samples[1], GL_TIMESTAMP);
    GL(GetQueryObjectui64v)(samples[0], GL_QUERY_RESULT, &passed);
    CHECK(passed == 16, "a name that was a mark's counts samples (got %llu)", (unsigned long long)passed);
    CHECK(result(samples[1]) > 0, "and marks go on");
    CHECK_NO_ERROR("deleting marks in flight");
    leave(&place);
    destroy(&place);
}

static void destroyed_contexts(void)
{
    static GLuint queries[MARKS];
    for (int i = 0; i < 6; i++) {
        Place place = in_flight(queries);
        /* Released first, or destroyed while it is current. */
        if (i % 2) {
            destroy(&place);
            leave(&place);
        } else {
            leave(&place);
            destroy(&place);
        }
    }
    Place place = in_flight(queries);
    in_order(queries);
    CHECK_NO_ERROR("destroying contexts");
    leave(&place);
    destroy(&place);
}

static void *in_a_thread(void *argument)
{
    GLuint queries[MARKS];
    (void)argument;
    for (int i = 0; i < 3; i++) {
        Place place = in_flight(queries);
        in_order(queries);
        CHECK_NO_ERROR("marks in a thread");
        leave(&place);
        destroy(&place);
    }
    return NULL;
}

static void threads(void)
{
    pthread_t thread[2];
    Place place = open_place();
    leave(&place);
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&thread[i], NULL, in_a_thread, NULL) == 0, "a thread");
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    destroy(&place);
}

/* A context with marks in flight moves to another thread, which reads them. */
static void *read_elsewhere(void *argument)
{
    const Place *place = (const Place *)argument;
    GLuint queries[MARKS];
    enter(place);
    for (GLuint i = 0; i < MARKS; i++)
        queries[i] = i + 1;
    in_order(queries);
    leave(place);
    return NULL;
}

static void moved(void)
{
    static GLuint queries[MARKS];
    pthread_t thread;
    Place place = in_flight(queries);
    CHECK(queries[0] == 1 && queries[MARKS - 1] == MARKS, "the first names");
    leave(&place);
    CHECK(pthread_create(&thread, NULL, read_elsewhere, &place) == 0, "a thread");
    pthread_join(thread, NULL);
    enter(&place);
    in_order(queries);
    leave(&place);
    destroy(&place);
}

/* Closes the display with a context and marks in flight. If the context is not current, repeats that on new displays: the driver must not free
 * what a thread that waits for the marks still uses, and it rarely does at the worst moment. */
static void closed_display(bool current)
{
    static GLuint queries[MARKS];
    Place place = in_flight(queries);
    if (current) {
        close_display();
#ifndef GLX
        in_order(queries);
        leave(&place);
#endif
        return;
    }
    for (int i = 0; i < CLOSED; i++) {
        leave(&place);
        close_display();
        place = in_flight(queries);
    }
    in_order(queries);
    leave(&place);
}

static void forked(void)
{
    static GLuint queries[MARKS];
    int status = 0;
    Place place = in_flight(queries);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        _exit(0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child, "a child process");
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ends (status 0x%x)", status);
    in_order(queries);
    marks(MARKS, queries);
    in_order(queries);
    leave(&place);
    destroy(&place);
}

int main(int count, char **arguments)
{
    static GLuint queries[MARKS];
    const char *what = count > 1 ? arguments[1] : "";
    waits = count > 2 && !strcmp(arguments[2], "waits");
    if (!strcmp(what, "flight"))
        flight();
    else if (!strcmp(what, "polled"))
        polled();
    else if (!strcmp(what, "gets"))
        gets();
    else if (!strcmp(what, "names"))
        deleted_names();
    else if (!strcmp(what, "contexts"))
        destroyed_contexts();
    else if (!strcmp(what, "threads"))
        threads();
    else if (!strcmp(what, "moved"))
        moved();
    else if (!strcmp(what, "forked"))
        forked();
    else if (!strcmp(what, "display"))
        closed_display(false);
    else if (!strcmp(what, "current-display"))
        closed_display(true);
    else if (!strcmp(what, "exit"))
        in_flight(queries);
    else
        CHECK(false, "one of the things to do (got \"%s\")", what);
    return verdict("fenced_marks");
}
