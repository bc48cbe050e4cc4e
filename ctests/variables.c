/* Prints libglvnd's variables before and after the first use of EGL, as this program and a child without LD_PRELOAD read them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static void print(const char *when)
{
    printf("%s\n", when);
    for (char **line = environ; *line; line++)
        if (!strncmp(*line, "__", 2) || !strncmp(*line, "DRI_PRIME", 9))
            printf("  %s\n", *line);
    fflush(stdout);
    if (system("env -u LD_PRELOAD sh -c 'env | grep -E \"^(__|DRI_PRIME)\" | sort; true'"))
        exit(1);
}

int main(void)
{
    print("before EGL");
    void *library = dlopen("libEGL.so.1", RTLD_LAZY);
    void *(*get_display)(void *);
    if (!library)
        return 1;
    *(void **)&get_display = dlsym(library, "eglGetDisplay");
    printf("%s\n", get_display(NULL) ? "a display" : "no display");
    print("after EGL");
    return 0;
}
