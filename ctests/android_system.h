/* Android's properties and log, and the driver below the platform, for android_platform.c. */
#ifndef ANDROID_SYSTEM_H
#define ANDROID_SYSTEM_H

#include <glvnd/libeglabi.h>

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *Function;

static void fail(const char *what, const char *about)
{
    fprintf(stderr, "android_platform: %s: %s\n", what, about);
    abort();
}

/* --- The system: properties and the log, which layers use -------------------------------------------------------- */

static bool read_file(const char *folder, const char *name, char *text, size_t size)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s/%s", getenv("ANDROID_ROOT") ? getenv("ANDROID_ROOT") : "/nonexistent", folder, name);
    FILE *file = fopen(path, "r");
    text[0] = 0;
    if (!file)
        return false;
    if (fgets(text, (int)size, file))
        text[strcspn(text, "\n")] = 0;
    fclose(file);
    return text[0] != 0;
}

int __system_property_get(const char *name, char *value)
{
    char text[92];
    read_file("properties", name, text, sizeof text);
    strcpy(value, text);
    return (int)strlen(value);
}

int __android_log_write(int priority, const char *tag, const char *text)
{
    return fprintf(stderr, "%c/%s: %s\n", "??VDIWEF"[priority & 7], tag, text);
}

/* --- The driver --------------------------------------------------------------------------------------------------- */

static __EGLapiImports mesa;
static const __EGLapiExports nothing;
static Function (*driver_get)(const char *);
static void *driver_library;

static Function driver_function(const char *name)
{
    Function found = driver_library ? dlsym(driver_library, name) : NULL;
    /* Mesa returns an address for any name; drivers of Android do not. */
    size_t length = strlen(name);
    if (!driver_library && !strncmp(name, "gl", 2) && length > 5 && (!strcmp(name + length - 5, "ANGLE") || !strcmp(name + length - 5, "INTEL")))
        return NULL;
    for (const char *at = getenv("ANDROID_DRIVER_LACKS"); !driver_library && at && (at = strstr(at, name)); at += length)
        if (at[length] == ' ' || !at[length])
            return NULL;
    return found ? found : driver_get(name);
}

static void open_driver(void)
{
    const char *named = getenv("ANDROID_DRIVER");
    void *library = dlopen(named ? named : "libEGL_mesa.so.0", RTLD_NOW | (named ? RTLD_GLOBAL : RTLD_LOCAL));
    if (!library)
        fail("the driver does not open", dlerror());
    if (named) {
        driver_library = library;
        *(void **)&driver_get = dlsym(library, "eglGetProcAddress");
        return;
    }
    __PFNEGLMAINPROC start;
    *(void **)&start = dlsym(library, __EGL_MAIN_PROTO_NAME);
    if (!start || !start(EGL_VENDOR_ABI_VERSION, &nothing, NULL, &mesa))
        fail("the driver does not start", "libEGL_mesa.so.0");
    *(void **)&driver_get = *(void **)&mesa.getProcAddress;
}

#endif
