/* Says what a program sees of glmeter when it has more rights than who started it: one line for each fact. */
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

static void say_variable(const char *name)
{
    const char *value = getenv(name);
    printf("%s=%s\n", name, value ? value : "(unset)");
}

int main(void)
{
    char line[4096];
    int mapped = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    EGLDisplay display;
    EGLConfig config;
    EGLint count = 0;
    EGLContext context;
    const EGLint attributes[] = { EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE };
    const EGLint wanted[] = { EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE };

    printf("secure=%lu\n", getauxval(AT_SECURE));
    while (maps && fgets(line, sizeof line, maps))
        mapped |= strstr(line, "libglmeter.so") != NULL;
    printf("mapped=%d\n", mapped);
    say_variable("__EGL_VENDOR_LIBRARY_FILENAMES");
    say_variable("__GLX_VENDOR_LIBRARY_NAME");
    say_variable("GLMETER_EGL_VENDORS");
    say_variable("GLMETER_GLX_VENDOR");

    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, wanted, &config, 1, &count) || count != 1)
        return 1;
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return 2;
    printf("extension=%d\n", strstr((const char *)glGetString(GL_EXTENSIONS), "GL_ANGLE_timer_query") != NULL);
    return 0;
}
