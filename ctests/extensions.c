/* Prints the extensions of a surfaceless context, one per line.
 *
 *   extensions core|compatibility|es MAJOR MINOR
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RENDERER 0x1F01
#define EXTENSIONS 0x1F03
#define NUM_EXTENSIONS 0x821D

typedef const char *(*GetString)(unsigned name);
typedef const char *(*GetStringi)(unsigned name, unsigned index);
typedef void (*GetIntegerv)(unsigned name, int *values);

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    int es = !strcmp(argv[1], "es"), core = !strcmp(argv[1], "core"), count = 0;
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API))
        return 1;
    EGLint profile = core ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;
    EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, atoi(argv[2]), EGL_CONTEXT_MINOR_VERSION, atoi(argv[3]),
                           es ? EGL_NONE : EGL_CONTEXT_OPENGL_PROFILE_MASK, profile, EGL_NONE};
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return 1;
    GetString get_string = (GetString)eglGetProcAddress("glGetString");
    GetStringi get_stringi = (GetStringi)eglGetProcAddress("glGetStringi");
    GetIntegerv get_integerv = (GetIntegerv)eglGetProcAddress("glGetIntegerv");
    printf("%s\n", get_string(RENDERER));
    /* OpenGL ES 2.0 has only the single string. */
    if (es && atoi(argv[2]) < 3) {
        char *list = strdup(get_string(EXTENSIONS));
        for (char *name = strtok(list, " "); name; name = strtok(NULL, " "))
            puts(name);
        free(list);
    } else {
        get_integerv(NUM_EXTENSIONS, &count);
        for (int index = 0; index < count; index++)
            puts(get_stringi(EXTENSIONS, index));
    }
    return eglTerminate(display) ? 0 : 1;
}
