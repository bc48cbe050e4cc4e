/* Tests TIME_ELAPSED on fences while other threads keep every core busy: the watcher thread runs late, but times must not become 0 because of
 * that. Draws of about 30 to 800 us get one query each, all read at the end, as in a profiler. The reference is the wall time from one
 * glFinish to the next in the same run: under the same load for what is too much, and also before the load begins for what is too little.
 * On busy cores the kernel may let each glFinish wait for a whole slice of another thread, so there even the least says little of the work. */
#include "fenced_marks.h"

#include <pthread.h>
#include <unistd.h>

enum { SIZES = 4, DRAWS = 24, ROUNDS = 4, SPANS = DRAWS * ROUNDS, WALLS = 48, MOST_THREADS = 64 };

/* The edges of the viewports, in pixels. */
static const GLsizei sizes[SIZES] = { 16, 24, 48, 72 };

static volatile bool loaded = true;

static void *burn(void *argument)
{
    volatile unsigned turns = 0;
    (void)argument;
    while (loaded)
        turns++;
    return NULL;
}

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Measures the wall times of single draws, from glFinish to glFinish, sorted. */
static void wall_times(uint64_t *walls)
{
    for (int i = 0; i < WALLS; i++) {
        GL(Finish)();
        uint64_t begun = nanoseconds();
        draw_load();
        GL(Finish)();
        walls[i] = nanoseconds() - begun;
    }
    qsort(walls, WALLS, sizeof *walls, by_value);
}

/* Measures the times of single draws without a glFinish between, sorted. */
static void spans_in_flight(GLuint64 *spans)
{
    GLuint queries[DRAWS];
    GL(GenQueries)(DRAWS, queries);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < DRAWS; i++) {
            GL(BeginQuery)(GL_TIME_ELAPSED, queries[i]);
            draw_load();
            GL(EndQuery)(GL_TIME_ELAPSED);
        }
        for (int i = 0; i < DRAWS; i++)
            GL(GetQueryObjectui64v)(queries[i], GL_QUERY_RESULT, &spans[round * DRAWS + i]);
    }
    GL(DeleteQueries)(DRAWS, queries);
    qsort(spans, SPANS, sizeof *spans, by_value);
}

/* Measures the least wall time of a draw of `size` while no thread of this program burns. */
static uint64_t least_when_quiet(GLsizei size)
{
    uint64_t walls[WALLS];
    GL(Viewport)(0, 0, size, size);
    wall_times(walls);
    return walls[0];
}

static void measure(GLsizei size, uint64_t quiet)
{
    uint64_t walls[WALLS];
    GLuint64 spans[SPANS];
    GL(Viewport)(0, 0, size, size);
    wall_times(walls);
    spans_in_flight(spans);
    uint64_t least = walls[0] < quiet ? walls[0] : quiet, wall = walls[WALLS / 2], span = spans[SPANS / 2];
    int collapsed = 0;
    while (collapsed < SPANS && spans[collapsed] < least / 10)
        collapsed++;
    printf("%3d x %3d: %6.0f us by the clock (least %6.0f); spans %6.0f us (least %8.3f, most %6.0f), %d of %d below a tenth\n", size, size,
           wall / 1e3, least / 1e3, span / 1e3, spans[0] / 1e3, spans[SPANS - 1] / 1e3, collapsed, SPANS);
    EXPECT(collapsed == 0, "%d x %d: no draw of %.0f us or more takes less than a tenth of that (%d of %d do, the least is %.3f us)", size,
           size, least / 1e3, collapsed, SPANS, spans[0] / 1e3);
    EXPECT(span >= least / 2, "%d x %d: half of the draws take at least half of the least wall time (%.0f of %.0f us)", size, size, span / 1e3,
           least / 1e3);
    EXPECT(span <= 4 * wall + 5000000, "%d x %d: half of the draws take no more than a few wall times (%.0f and %.0f us)", size, size,
           span / 1e3, wall / 1e3);
    CHECK_NO_ERROR("measuring");
}

int main(void)
{
    pthread_t threads[MOST_THREADS];
    long cores = sysconf(_SC_NPROCESSORS_ONLN), wanted = cores < 1 ? 2 : 2 * cores;
    int count = wanted > MOST_THREADS ? MOST_THREADS : (int)wanted;
    uint64_t quiet[SIZES];
    Place place = open_place();
    for (int i = 0; i < SIZES; i++)
        quiet[i] = least_when_quiet(sizes[i]);
    for (int i = 0; i < count; i++)
        CHECK(pthread_create(&threads[i], NULL, burn, NULL) == 0, "a thread");
    for (int i = 0; i < SIZES; i++)
        measure(sizes[i], quiet[i]);
    loaded = false;
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    leave(&place);
    destroy(&place);
    return verdict("fenced_load");
}
