/* Prints what a program with more rights than its caller sees of glmeter: one line for each fact. With an argument it prints effects of
 * glmeter's settings: `effects` draws two frames, `vendors` calls glmeter as libglvnd does, and `display` asks the software pipeline,
 * whose file is the second argument, for its default display. */
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/* libglvnd's ABI; weak for the program that is not linked with glmeter. */
__attribute__((weak)) unsigned __egl_Main(unsigned version, const void *exports, void *vendor, void *imports);
__attribute__((weak)) int __glx_Main(unsigned version, const void *exports, void *vendor, void *imports);

static void say_variable(const char *name)
{
    const char *value = getenv(name);
    printf("%s=%s\n", name, value ? value : "(unset)");
}

static int effects(void)
{
    const EGLint wanted[] = { EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE };
    const EGLint attributes[] = { EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE };
    const EGLint size[] = { EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE };
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLConfig config;
    EGLint count = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, wanted, &config, 1, &count) || count != 1)
        return 1;
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    if (surface == EGL_NO_SURFACE || !eglMakeCurrent(display, surface, surface, context))
        return 2;
    printf("extension=%d\n", strstr((const char *)glGetString(GL_EXTENSIONS), "GL_ANGLE_timer_query") != NULL);
    printf("renderer=%s\n", (const char *)glGetString(GL_RENDERER));
    for (int frame = 0; frame < 2; frame++) {
        glClear(GL_COLOR_BUFFER_BIT);
        eglSwapBuffers(display, surface);
    }
    return 0;
}

static int vendors(void)
{
    static void *exports[64], *egl[64], *glx[64];
    if (!__egl_Main || !__glx_Main)
        return 3;
    printf("egl=%u\n", __egl_Main(2, exports, NULL, egl));
    printf("glx=%d\n", __glx_Main(1 << 16, exports, NULL, glx));
    return 0;
}

static int default_display(const char *pipeline)
{
    const EGLint wanted[] = { EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_NONE };
    void *library = dlopen(pipeline, RTLD_NOW);
    void *(*find)(const char *) = NULL;
    if (library)
        *(void **)&find = dlsym(library, "glmeter_soft_get_proc_address");
    if (!find)
        return 4;
    EGLDisplay (*get_platform_display)(EGLenum, void *, const EGLAttrib *) = (EGLDisplay (*)(EGLenum, void *, const EGLAttrib *))find("eglGetPlatformDisplay");
    EGLDisplay (*get_display)(void *) = (EGLDisplay (*)(void *))find("eglGetDisplay");
    EGLBoolean (*initialize)(EGLDisplay, EGLint *, EGLint *) = (EGLBoolean (*)(EGLDisplay, EGLint *, EGLint *))find("eglInitialize");
    EGLBoolean (*choose)(EGLDisplay, const EGLint *, EGLConfig *, EGLint, EGLint *) =
        (EGLBoolean (*)(EGLDisplay, const EGLint *, EGLConfig *, EGLint, EGLint *))find("eglChooseConfig");
    if (!get_platform_display || !get_display || !initialize || !choose)
        return 5;
    EGLDisplay display = get_display(NULL);
    EGLConfig config;
    EGLint windows = 0;
    if (!initialize(display, NULL, NULL) || !choose(display, wanted, &config, 1, &windows))
        return 6;
    printf("windows=%d\n", windows);
    printf("x11=%u\n", initialize(get_platform_display(EGL_PLATFORM_X11_KHR, NULL, NULL), NULL, NULL));
    return 0;
}

int main(int count, char **arguments)
{
    char line[4096];
    int mapped = 0;
    FILE *maps = fopen("/proc/self/maps", "r");

    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("secure=%lu\n", getauxval(AT_SECURE));
    while (maps && fgets(line, sizeof line, maps))
        mapped |= strstr(line, "libglmeter.so") != NULL;
    if (maps)
        fclose(maps);
    printf("mapped=%d\n", mapped);
    if (count > 1 && !strcmp(arguments[1], "effects"))
        return effects();
    if (count > 1 && !strcmp(arguments[1], "vendors"))
        return vendors();
    if (count > 2 && !strcmp(arguments[1], "display"))
        return default_display(arguments[2]);
    say_variable("__EGL_VENDOR_LIBRARY_FILENAMES");
    say_variable("__GLX_VENDOR_LIBRARY_NAME");
    say_variable("GLMETER_EGL_VENDORS");
    say_variable("GLMETER_GLX_VENDOR");
    return effects();
}
