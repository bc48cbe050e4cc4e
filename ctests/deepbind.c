/* Opens the plug-in of its first argument with RTLD_DEEPBIND, which a preloaded library's symbols do not affect. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    void *plugin = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND) : NULL;
    int (*run)(void) = NULL;
    if (plugin)
        *(void **)&run = dlsym(plugin, "plugin_run");
    if (!run) {
        fprintf(stderr, "deepbind: expected: the plug-in opens: %s\n", count > 1 ? dlerror() : "no argument");
        return 1;
    }
    return run();
}
