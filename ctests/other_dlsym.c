/* A library to preload that overrides dlsym for the whole process and calls the C library's, as some overlays do. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

void *dlsym(void *handle, const char *name)
{
    static void *(*real)(void *, const char *);
    if (!real) {
        void *library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
        *(void **)&real = dlvsym(library, "dlsym", "GLIBC_2.2.5");
        if (!real)
            *(void **)&real = dlvsym(library, "dlsym", "GLIBC_2.34");
    }
    return real ? real(handle, name) : NULL;
}
