/* The EGL 1.4 and OpenGL ES 2.0 of an embedded board, over Mesa's vendor library: one library, which programs find as libEGL and libGLESv2.
 *
 * It has neither libglvnd nor eglGetPlatformDisplay, its eglGetProcAddress returns no core function, and its eglQueryString says 1.4. With
 * BOARD_WITHOUT_FENCES in the environment it lacks EGL_KHR_fence_sync. The test sets MESA_GLES_VERSION_OVERRIDE and EGL_PLATFORM. */
#define _GNU_SOURCE
#include <glvnd/libeglabi.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __EGLapiImports driver;
static const __EGLapiExports nothing;

/* JUMP(name, number) and COUNT: EGL 1.4's functions and OpenGL ES 2.0's, which the test writes from the system's headers. */
static const char *const names[] = {
#define JUMP(name, number) #name,
#include "board_entries.h"
#undef JUMP
};
__attribute__((visibility("hidden"))) void *board_functions[COUNT];
#ifdef __aarch64__
#define THROUGH(number) "adrp x16, board_functions+8*" #number "\nldr x16, [x16, :lo12:board_functions+8*" #number "]\nbr x16\n"
#else
#define THROUGH(number) "jmp *board_functions+8*" #number "(%rip)\n"
#endif
#define JUMP(name, number) __asm__(".text\n.globl " #name "\n.type " #name ",%function\n" #name ": " THROUGH(number));
#include "board_entries.h"
#undef JUMP

__attribute__((constructor)) static void load(void)
{
    void *library = dlopen("libEGL_mesa.so.0", RTLD_NOW | RTLD_LOCAL);
    __PFNEGLMAINPROC start = NULL;
    if (library)
        *(void **)&start = dlsym(library, __EGL_MAIN_PROTO_NAME);
    if (!start || !start(EGL_VENDOR_ABI_VERSION, &nothing, NULL, &driver)) {
        fprintf(stderr, "board_egl: libEGL_mesa.so.0 does not start\n");
        exit(1);
    }
    for (int i = 0; i < COUNT; i++)
        board_functions[i] = driver.getProcAddress(names[i]);
}

EGLDisplay eglGetDisplay(EGLNativeDisplayType native)
{
    return driver.getPlatformDisplay(EGL_NONE, (void *)native, NULL);
}

EGLBoolean eglInitialize(EGLDisplay display, EGLint *major, EGLint *minor)
{
    EGLBoolean done = ((__typeof__(&eglInitialize))driver.getProcAddress("eglInitialize"))(display, major, minor);
    if (minor)
        *minor = 4;
    return done;
}

const char *eglQueryString(EGLDisplay display, EGLint name)
{
    static char extensions[4000];
    const char *text = ((__typeof__(&eglQueryString))driver.getProcAddress("eglQueryString"))(display, name);
    if (!text || name == EGL_VENDOR || name == EGL_CLIENT_APIS)
        return text;
    if (name == EGL_VERSION)
        return "1.4 board";
    extensions[0] = 0;
    static const char *const has[] = { "EGL_KHR_image_base", "EGL_KHR_surfaceless_context", "EGL_KHR_fence_sync" };
    for (int i = 0; i < (getenv("BOARD_WITHOUT_FENCES") ? 2 : 3); i++)
        strcat(strcat(extensions, has[i]), " ");
    return extensions;
}

/* "eglGetProcAddress may not be queried for core (non-extension) functions" (EGL 1.4, 3.10). */
__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name)
{
    static const char *const suffixes[] = { "KHR", "EXT", "OES", "ANGLE", "NV" };
    __eglMustCastToProperFunctionPointerType address = NULL;
    size_t length = strlen(name);
    if (getenv("BOARD_WITHOUT_FENCES") && strstr(name, "Sync"))
        return NULL;
    /* Mesa returns an address for any name; this driver has no queries. */
    if (strstr(name, "Quer") || strstr(name, "64v"))
        return NULL;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (length > strlen(suffixes[i]) && !strcmp(name + length - strlen(suffixes[i]), suffixes[i]))
            *(void **)&address = driver.getProcAddress(name);
    return address;
}
