/* Ends threads with a context current: their contexts must be freed when they are destroyed, and the contexts' watcher threads must end.
 * Argument: `watched` if each context has a watcher thread. */
#include "fenced_marks.h"

#include <dirent.h>
#include <pthread.h>
#include <unistd.h>

enum { THREADS = 8 };

static Place places[THREADS];
static bool destroyed_first;

static void mark(void)
{
    GLuint query = 0;
    GL(GenQueries)(1, &query);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(QueryCounter)(query, GL_TIMESTAMP);
    CHECK(query, "a name");
}

static void *leave_current(void *argument)
{
    Place *place = (Place *)argument;
    *place = new_place();
    enter(place);
    mark();
    CHECK_NO_ERROR("a mark");
    if (destroyed_first)
        destroy(place);
    return NULL;
}

static int watchers(void)
{
    int found = 0;
    DIR *tasks = opendir("/proc/self/task");
    CHECK(tasks, "the list of threads");
    for (struct dirent *task; (task = readdir(tasks)) != NULL;) {
        char path[400], name[20] = "";
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", task->d_name);
        FILE *file = fopen(path, "r");
        if (file && fgets(name, sizeof name, file))
            found += !strcmp(name, "glmeter-fences\n");
        if (file)
            fclose(file);
    }
    closedir(tasks);
    return found;
}

/* Waits until there are so many: threads take a moment to begin and to end. Returns their number. */
static int watchers_after_a_while(int wanted)
{
    int found = watchers();
    for (int tenths = 0; found != wanted && tenths < 200; tenths++) {
        usleep(100000);
        found = watchers();
    }
    return found;
}

static void left(bool first, bool watched)
{
    pthread_t threads[THREADS];
    destroyed_first = first;
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, leave_current, &places[i]) == 0, "a thread");
        pthread_join(threads[i], NULL);
    }
    int wanted = watched ? THREADS : 0;
    int before = first ? wanted : watchers_after_a_while(wanted);
    CHECK(before == wanted, "a thread awaits the marks of each context (%d do)", before);
    if (!first)
        for (int i = 0; i < THREADS; i++)
            destroy(&places[i]);
    int after = watchers_after_a_while(0);
    EXPECT(after == 0, "no thread awaits the marks of a context that was %s its thread's end (%d of %d do)",
           first ? "destroyed before" : "destroyed after", after, THREADS);
}

/* A context that a thread left current keeps its queries if the window system makes it current elsewhere, and is not reused meanwhile. */
static void others_go_on(void)
{
    Place place = new_place();
    enter(&place);
    mark();
    CHECK_NO_ERROR("a mark after others' threads have ended");
    leave(&place);
    destroy(&place);
}

int main(int count, char **arguments)
{
    bool watched = count > 1 && !strcmp(arguments[1], "watched");
    Place keeps_the_display = new_place();
    left(false, watched);
    others_go_on();
    left(true, watched);
    others_go_on();
    destroy(&keeps_the_display);
    return verdict("left_threads");
}
