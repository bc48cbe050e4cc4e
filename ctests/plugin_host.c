/* Opens and closes the plug-in of its first argument in rounds, with one of two OpenGL ES contexts current, and expects that no round leaves
 * memory, threads or mappings behind. With MEASURES it is linked with glmeter itself, and its own query is active meanwhile. */
#ifdef MEASURES
#define LINKED
#endif
#include "check.h"

#include <dirent.h>
#include <dlfcn.h>
#include <malloc.h>

enum { WARM = 100, ROUNDS = 500 };

static int threads(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/task");
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static int mappings(void)
{
    char line[4096];
    int count = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps))
        count += strstr(line, "plugin") || strstr(line, "glmeter");
    fclose(maps);
    return count;
}

static void run_plugin(const char *path)
{
    int (*run)(void);
    void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CHECK(plugin, "the plug-in opens: %s", dlerror());
    *(void **)&run = dlsym(plugin, "plugin_run");
    CHECK(run && run() == 0, "the plug-in runs");
    CHECK(!dlclose(plugin), "the plug-in closes");
}

int main(int count, char **arguments)
{
    CHECK(count > 1, "a plug-in");
    const Context contexts[2] = { new_context(ES, 3, 0), new_context(ES, 3, 1) };
    size_t heap = 0;
    int others = 0, mapped = 0;
    for (int round = 0; round < ROUNDS; round++) {
        make_current(&contexts[round % 2]);
#ifdef MEASURES
        GLuint stamps[2] = { 0, 0 };
        GLuint64 times[2] = { 0, 0 };
        CHECK(listed("GL_ANGLE_timer_query") == 1, "the host's extensions are listed once");
        glGenQueriesANGLE(2, stamps);
        glQueryCounterANGLE(stamps[0], GL_TIMESTAMP_ANGLE);
#endif
        run_plugin(arguments[1]);
#ifdef MEASURES
        glQueryCounterANGLE(stamps[1], GL_TIMESTAMP_ANGLE);
        for (int i = 0; i < 2; i++)
            glGetQueryObjectui64vANGLE(stamps[i], GL_QUERY_RESULT_ANGLE, &times[i]);
        CHECK(times[0] && times[0] < times[1], "the host's stamps are in order");
        glDeleteQueriesANGLE(2, stamps);
        CHECK_NO_ERROR("the host");
#endif
        if (round == WARM)
            heap = mallinfo2().uordblks, others = threads(), mapped = mappings();
    }
    size_t grown = mallinfo2().uordblks - heap;
    EXPECT((ptrdiff_t)grown < 1024 * (ROUNDS - WARM), "no memory is left behind by a round, not %td bytes by %d", (ptrdiff_t)grown, ROUNDS - WARM);
    EXPECT(threads() == others, "no thread is left behind by a round: %d, and %d after the first ones", threads(), others);
    EXPECT(mappings() == mapped, "no mapping is left behind by a round: %d, and %d after the first ones", mappings(), mapped);
    for (int i = 0; i < 2; i++)
        close_context(&contexts[i]);
    eglTerminate(contexts[0].display);
    return verdict("plugin_host");
}
