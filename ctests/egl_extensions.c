/* Prints the EGL extensions of the client, or those of a display, one per line.
 *
 *   egl_extensions client|surfaceless|device|x11
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static EGLDisplay display_of(const char *platform)
{
    if (!strcmp(platform, "surfaceless"))
        return eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (!strcmp(platform, "x11"))
        return eglGetPlatformDisplay(EGL_PLATFORM_X11_KHR, EGL_DEFAULT_DISPLAY, NULL);
    PFNEGLQUERYDEVICESEXTPROC query_devices = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    EGLDeviceEXT device = NULL;
    EGLint count = 0;
    if (!query_devices || !query_devices(1, &device, &count) || count < 1)
        return EGL_NO_DISPLAY;
    return eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, NULL);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    EGLDisplay display = EGL_NO_DISPLAY;
    if (strcmp(argv[1], "client")) {
        display = display_of(argv[1]);
        if (!display || !eglInitialize(display, NULL, NULL))
            return 1;
        printf("%s\n", eglQueryString(display, EGL_VENDOR));
    }
    char *list = strdup(eglQueryString(display, EGL_EXTENSIONS));
    for (char *name = strtok(list, " "); name; name = strtok(NULL, " "))
        puts(name);
    free(list);
    return 0;
}
