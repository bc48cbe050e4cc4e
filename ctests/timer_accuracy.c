/* Tests that timer queries measure the whole time of the drawing, however the driver divides it, and never more than the wall time, in each
 * spelling. */
#define DESKTOP
#include "check.h"

enum { DRAWS = 4, ATTEMPTS = 8 };

typedef struct {
    const char *name;
    void (*gen)(GLsizei, GLuint *);
    void (*delete)(GLsizei, const GLuint *);
    void (*begin)(GLenum, GLuint);
    void (*end)(GLenum);
    void (*counter)(GLuint, GLenum);
    void (*result)(GLuint, GLenum, GLuint64 *);
} Timer;

#define TIMER(suffix)                                                                                                   \
    (Timer) { "the suffix \"" #suffix "\"", GL(GenQueries##suffix), GL(DeleteQueries##suffix), GL(BeginQuery##suffix), \
              GL(EndQuery##suffix), GL(QueryCounter##suffix), GL(GetQueryObjectui64v##suffix) }

static GLuint64 result(Timer timer, GLuint query)
{
    GLuint64 value = 0;
    timer.result(query, GL_QUERY_RESULT, &value);
    return value;
}

/* Draws the work between the beginning and the end. */
static void draw(bool flushing)
{
    for (int i = 0; i < DRAWS; i++) {
        draw_load();
        if (flushing)
            GL(Flush)();
    }
}

/* Drawing takes most of the wall time, so both kinds of query must measure at least 60 % of it, in one of a few attempts, because the machine
 * may be busy. */
static void complete(Timer timer, bool flushing)
{
    GLuint queries[3];
    double elapsed_share = 0, stamped_share = 0;
    const char *how = flushing ? ", flushed after every draw" : "";
    timer.gen(3, queries);
    for (int attempt = 0; attempt < ATTEMPTS && (elapsed_share < 0.6 || stamped_share < 0.6); attempt++) {
        GL(Finish)();
        uint64_t begun = nanoseconds();
        timer.begin(GL_TIME_ELAPSED, queries[0]);
        draw(flushing);
        timer.end(GL_TIME_ELAPSED);
        GL(Finish)();
        double wall = (double)(nanoseconds() - begun), elapsed = (double)result(timer, queries[0]);
        EXPECT(elapsed <= wall, "%s: no more elapsed than the %.0f ns that passed (got %.0f)%s", timer.name, wall, elapsed, how);
        elapsed_share = elapsed / wall > elapsed_share ? elapsed / wall : elapsed_share;

        begun = nanoseconds();
        timer.counter(queries[1], GL_TIMESTAMP);
        draw(flushing);
        timer.counter(queries[2], GL_TIMESTAMP);
        GL(Finish)();
        wall = (double)(nanoseconds() - begun);
        double stamped = (double)result(timer, queries[2]) - (double)result(timer, queries[1]);
        EXPECT(stamped >= 0 && stamped <= wall, "%s: the timestamps within the %.0f ns that passed (got %.0f)%s", timer.name, wall, stamped, how);
        stamped_share = stamped / wall > stamped_share ? stamped / wall : stamped_share;
    }
    EXPECT(elapsed_share >= 0.6, "%s: TIME_ELAPSED sees the whole drawing (%.0f %% of the wall time)%s", timer.name, elapsed_share * 100, how);
    EXPECT(stamped_share >= 0.6, "%s: TIMESTAMPs enclose the whole drawing (%.0f %% of the wall time)%s", timer.name, stamped_share * 100, how);
    timer.delete(3, queries);
    CHECK_NO_ERROR("measuring");
}

/* Consecutive queries do not overlap, and each measures its own share of the work. */
static void apportioned(Timer timer)
{
    GLuint queries[2];
    double ratio = 0;
    timer.gen(2, queries);
    for (int attempt = 0; attempt < ATTEMPTS && (ratio < 2 || ratio > 6); attempt++) {
        GL(Finish)();
        uint64_t begun = nanoseconds();
        timer.begin(GL_TIME_ELAPSED, queries[0]);
        draw_load();
        timer.end(GL_TIME_ELAPSED);
        timer.begin(GL_TIME_ELAPSED, queries[1]);
        draw(false);
        timer.end(GL_TIME_ELAPSED);
        GL(Finish)();
        double wall = (double)(nanoseconds() - begun), one = (double)result(timer, queries[0]), four = (double)result(timer, queries[1]);
        EXPECT(one + four <= wall, "%s: %.0f and %.0f ns measured within %.0f", timer.name, one, four, wall);
        ratio = one > 0 ? four / one : 0;
    }
    EXPECT(ratio >= 2 && ratio <= 6, "%s: four draws take about four times as long as one (%.1f times)", timer.name, ratio);
    timer.delete(2, queries);
    CHECK_NO_ERROR("measuring");
}

/* Little or nothing to draw takes little or no time. */
static void idle(Timer timer)
{
    static const char *const work[] = { "nothing", "a Clear", "a flushed Clear" };
    GLuint query;
    timer.gen(1, &query);
    for (int i = 0; i < 3; i++) {
        GL(Finish)();
        uint64_t begun = nanoseconds();
        timer.begin(GL_TIME_ELAPSED, query);
        if (i)
            GL(Clear)(GL_COLOR_BUFFER_BIT);
        if (i == 2)
            GL(Flush)();
        timer.end(GL_TIME_ELAPSED);
        GL(Finish)();
        GLuint64 elapsed = result(timer, query);
        uint64_t wall = nanoseconds() - begun;
        EXPECT(elapsed <= wall, "%s: %s takes no more than the %llu ns that passed (got %llu)", timer.name, work[i],
               (unsigned long long)wall, (unsigned long long)elapsed);
    }
    timer.delete(1, &query);
    CHECK_NO_ERROR("measuring");
}

static void accurate(Timer timer)
{
    complete(timer, false);
    complete(timer, true);
    apportioned(timer);
    idle(timer);
}

int main(void)
{
    Context context = open_context(ES, 3, 2);
    prepare_load(ES);
    accurate(TIMER(EXT));
    accurate(TIMER(ANGLE));
    close_context(&context);
    context = open_context(CORE, 4, 5);
    prepare_load(CORE);
    accurate(TIMER());
    close_context(&context);
    return verdict("timer_accuracy");
}
