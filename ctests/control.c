/* Checks the control interface: version, provider, sources, report and named sections. It is linked with glmeter.
 *
 *   control PROVIDER [measured]     "measured" says that something asks for a report from the beginning
 */
#define DESKTOP
#include "check.h"

#include <pthread.h>

enum { FRAMES = 3, FAR = 1000 };

static const GLenum statistics[] = {
    GL_VERTICES_SUBMITTED_ARB, GL_PRIMITIVES_SUBMITTED_ARB, GL_VERTEX_SHADER_INVOCATIONS_ARB, GL_TESS_CONTROL_SHADER_PATCHES_ARB,
    GL_TESS_EVALUATION_SHADER_INVOCATIONS_ARB, GL_GEOMETRY_SHADER_INVOCATIONS, GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB,
    GL_FRAGMENT_SHADER_INVOCATIONS_ARB, GL_COMPUTE_SHADER_INVOCATIONS_ARB, GL_CLIPPING_INPUT_PRIMITIVES_ARB, GL_CLIPPING_OUTPUT_PRIMITIVES_ARB,
};

static struct glmeter_section section(const char *path)
{
    struct glmeter_section read = { 0, 0, 0, 0, 0 };
    for (int tries = 0; tries < FAR; tries++) {
        if (!glmeter_read_section(path, &read, sizeof read) || read.timed == read.times)
            break;
        glFinish();
        nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
    }
    return read;
}

static void without_a_context(void)
{
    EXPECT(!strcmp(glmeter_version(), "0.1.0"), "the version (got %s)", glmeter_version());
    EXPECT(!glmeter_provider(), "no provider without a context");
    EXPECT(glmeter_source(GL_TIMESTAMP) == GLMETER_SOURCE_ABSENT && !glmeter_counter_bits(GL_TIMESTAMP), "no source without a context");
    EXPECT(!glmeter_push_section("nowhere"), "no section without a context");
    EXPECT(!glmeter_pop_section(), "no section has begun");
    struct glmeter_counts none;
    EXPECT(!glmeter_read_counts(&none, sizeof none), "no counts without a context");
}

static void sources(const char *provider)
{
    EXPECT(glmeter_provider() && !strcmp(glmeter_provider(), provider), "the provider (got %s)", glmeter_provider());
    GLint source = glmeter_source(GL_TIMESTAMP), bits = glmeter_counter_bits(GL_TIMESTAMP), got = 0;
    EXPECT(source == GLMETER_SOURCE_NATIVE || source == GLMETER_SOURCE_FENCED, "the source of TIMESTAMP (got %d)", source);
    glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &got);
    EXPECT(bits == got && bits >= 30, "the bits of TIMESTAMP (got %d, %d)", bits, got);
    for (size_t index = 0; index < sizeof statistics / sizeof *statistics; index++) {
        source = glmeter_source(statistics[index]);
        bits = glmeter_counter_bits(statistics[index]);
        EXPECT(source > GLMETER_SOURCE_ABSENT && source <= GLMETER_SOURCE_COUNTED, "a source of 0x%04x (got %d)", statistics[index], source);
        EXPECT(bits >= 32, "the bits of 0x%04x (got %d)", statistics[index], bits);
    }
    EXPECT(glmeter_source(GL_SAMPLES_PASSED) == GLMETER_SOURCE_ABSENT && !glmeter_counter_bits(GL_SAMPLES_PASSED), "no target of glmeter's");
    EXPECT(glmeter_source(0) == GLMETER_SOURCE_ABSENT && !glmeter_counter_bits(0xffff), "no target");
}

static void unmeasured(void)
{
    struct glmeter_report figures = { 7, 7, 7, 7, 7 };
    struct glmeter_section read = { 7, 7, 7, 7, 7 };
    EXPECT(!glmeter_read_report(&figures, sizeof figures) && figures.frames == 7, "nothing is measured and nothing written");
    EXPECT(!glmeter_push_section("early"), "a section is not measured");
    EXPECT(glmeter_reset_report(), "the measuring begins");
    EXPECT(glmeter_pop_section() && !glmeter_pop_section(), "a section that is not measured ends once");
    EXPECT(!glmeter_read_section("early", &read, sizeof read) && read.times == 7, "no such section");
}

static void sections(void)
{
    GLuint query = 0;
    GLuint64 elapsed = 0;
    glGenQueries(1, &query);
    glBeginQuery(GL_TIME_ELAPSED, query);
    for (int frame = 0; frame < FRAMES; frame++) {
        EXPECT(glmeter_push_section("frame"), "a section");
        EXPECT(glmeter_push_section("shadows"), "a section in a section");
        draw_load();
        EXPECT(glmeter_pop_section(), "the inner one ends");
        EXPECT(glmeter_push_section("shadows"), "the inner one again");
        EXPECT(!glmeter_push_section(NULL) && glmeter_pop_section(), "a section without a name is not measured, and ends");
        EXPECT(glmeter_pop_section() && glmeter_pop_section(), "both end");
    }
    glEndQuery(GL_TIME_ELAPSED);
    EXPECT(!glmeter_pop_section(), "no section is left");
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &elapsed);
    glDeleteQueries(1, &query);

    struct glmeter_section outer = section("frame"), inner = section("frame/shadows"), none = { 7, 7, 7, 7, 7 };
    EXPECT(outer.times == FRAMES && outer.timed == FRAMES, "the outer one (%d of %d times)", (int)outer.timed, (int)outer.times);
    EXPECT(inner.times == 2 * FRAMES && inner.timed == 2 * FRAMES, "the inner one (%d of %d times)", (int)inner.timed, (int)inner.times);
    EXPECT(inner.gpu_time > 0 && inner.gpu_time <= outer.gpu_time + outer.gpu_time_uncertainty + inner.gpu_time_uncertainty,
           "the inner one lies in the outer one (%llu of %llu ns)", (unsigned long long)inner.gpu_time, (unsigned long long)outer.gpu_time);
    EXPECT(outer.gpu_time <= elapsed + outer.gpu_time_uncertainty + 1000000, "both lie in the program's own query (%llu of %llu ns)",
           (unsigned long long)outer.gpu_time, (unsigned long long)elapsed);
    EXPECT(outer.wall_time > 0 && inner.wall_time <= outer.wall_time, "wall times");
    EXPECT(!glmeter_read_section("shadows", &none, sizeof none) && none.times == 7, "no such section");
    EXPECT(!glmeter_read_section(NULL, &none, sizeof none) && !glmeter_read_section("frame", NULL, sizeof none), "no pointers");
    EXPECT(glmeter_read_section("frame", &none, sizeof none.times) && none.times == FRAMES && none.wall_time == 7, "a shorter structure");
    EXPECT(glmeter_read_section("frame", &none, FAR) && none.timed == FRAMES, "a longer structure");
}

/* Counts go on over frames and resets. */
static void counts(const Context *context)
{
    struct glmeter_counts before = { 7, 7, 7, 7, 7, 7, 7, 7 }, after = { 7, 7, 7, 7, 7, 7, 7, 7 };
    EXPECT(!glmeter_read_counts(NULL, sizeof before), "no pointer");
    EXPECT(glmeter_read_counts(&before, sizeof before), "the counts so far");
    draw_load();
    glClear(GL_COLOR_BUFFER_BIT);
    eglSwapBuffers(context->display, context->surface);
    draw_load();
    EXPECT(glmeter_reset_report(), "a reset");
    draw_load();
    glEnable(0xffff);
    EXPECT_ERROR(GL_INVALID_ENUM, "a command that is refused");
    EXPECT(glmeter_read_counts(&after, sizeof after), "the counts after three draws");
    EXPECT(after.draws - before.draws == 3, "the draws (got %d)", (int)(after.draws - before.draws));
    EXPECT(after.clears - before.clears == 1, "the clears (got %d)", (int)(after.clears - before.clears));
    EXPECT(after.errors - before.errors == 1, "the errors (got %d)", (int)(after.errors - before.errors));
    EXPECT(after.uploads == before.uploads && after.dispatches == before.dispatches, "no uploads, no dispatches");
    before.clears = 7;
    EXPECT(glmeter_read_counts(&before, sizeof before.draws) && before.draws == after.draws && before.clears == 7, "a shorter structure");
}

static void many_sections(void)
{
    char name[64];
    int measured = 0;
    for (int number = 0; number < 4200; number++) {
        snprintf(name, sizeof name, "number %d", number);
        measured += glmeter_push_section(name);
        EXPECT(glmeter_pop_section(), "a section without room ends too");
    }
    EXPECT(measured > 4000 && measured < 4096, "a report has room for 4,096 names (measured %d more)", measured);
}

static void *frames_of_a_thread(void *data)
{
    Context context = open_context(CORE, 3, 3);
    for (int frame = 0; frame < FRAMES; frame++) {
        EXPECT(glmeter_push_section("thread"), "a section of a thread");
        glClear(GL_COLOR_BUFFER_BIT);
        EXPECT(glmeter_pop_section(), "it ends");
    }
    EXPECT(section("thread").times >= FRAMES, "its times");
    close_context(&context);
    return data;
}

static void reset(const Context *context)
{
    struct glmeter_report figures = { 0, 0, 0, 0, 0 };
    struct glmeter_section none;
    uint64_t begun = nanoseconds();
    EXPECT(glmeter_push_section("open"), "a section");
    EXPECT(glmeter_reset_report(), "a reset");
    EXPECT(glmeter_pop_section() && !glmeter_read_section("open", &none, sizeof none), "a section that was reset is not measured");
    EXPECT(!glmeter_read_section("frame", &none, sizeof none), "the sections are gone");
    EXPECT(glmeter_read_report(&figures, sizeof figures) && !figures.frames && !figures.gpu_time && !figures.timed_frames, "the frames are gone");
    for (int frame = 0; frame < FRAMES; frame++) {
        draw_load();
        eglSwapBuffers(context->display, context->surface);
    }
    glFinish();
    uint64_t taken = nanoseconds() - begun;
    for (int tries = 0; tries < FAR && figures.timed_frames < FRAMES; tries++) {
        nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
        EXPECT(glmeter_read_report(&figures, sizeof figures), "a report");
    }
    EXPECT(figures.frames == FRAMES && figures.timed_frames == FRAMES, "the frames since (%d of %d)", (int)figures.timed_frames, (int)figures.frames);
    EXPECT(figures.wall_time > 0 && figures.wall_time <= taken, "their wall time (%llu of %llu ns)", (unsigned long long)figures.wall_time,
           (unsigned long long)taken);
    EXPECT(figures.gpu_time > 0 && figures.gpu_time <= taken + figures.gpu_time_uncertainty, "their GPU time (%llu of %llu ns)",
           (unsigned long long)figures.gpu_time, (unsigned long long)taken);
    EXPECT(!glmeter_read_report(NULL, 40), "no pointer");
}

int main(int count, char **arguments)
{
    pthread_t thread;
    CHECK(count > 1, "a provider");
    without_a_context();
    Context context = open_context(CORE, 4, 5);
    prepare_load(CORE);
    sources(arguments[1]);
    if (count == 2)
        unmeasured();
    sections();
    counts(&context);
    reset(&context);
    CHECK(!pthread_create(&thread, NULL, frames_of_a_thread, NULL) && !pthread_join(thread, NULL), "a thread");
    sections();
    many_sections();
    EXPECT_ERROR(GL_NO_ERROR, "the control interface raises no error");
    close_context(&context);
    return verdict("control");
}
