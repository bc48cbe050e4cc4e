/* Uses every EGL device of the machine, each with a display and a context of its own: in turns on one thread, and at once on one thread each. It
 * prints a line for each device. With the argument x11 it opens the X server's display instead. The vendor of ctests/vendor.c, whose library RECORDING_LIBRARY names, draws nothing and gives fixed times. */
#include "check.h"

#include <dlfcn.h>
#include <pthread.h>

#define RECORDED_TIME 1234567

enum { MOST = 16, TURNS = 3 };

typedef struct {
    EGLDeviceEXT device;
    Context context;
    bool recording;
} Used;

static Used used[MOST];
static int count;
static int64_t (*recorded_draws)(void);

static void open_device(Used *to, PFNEGLQUERYDISPLAYATTRIBEXTPROC query)
{
    EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_RED_SIZE, 8, EGL_NONE };
    EGLint size[] = { EGL_WIDTH, SURFACE_SIZE, EGL_HEIGHT, SURFACE_SIZE, EGL_NONE };
    EGLint configs = 0;
    EGLAttrib device = 0;
    Context *context = &to->context;
    context->api = ES;
    context->major = 3;
    context->display = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, to->device, NULL);
    CHECK(context->display != EGL_NO_DISPLAY, "a display of the device (error 0x%04x)", eglGetError());
    CHECK(eglInitialize(context->display, NULL, NULL), "eglInitialize succeeds (error 0x%04x)", eglGetError());
    CHECK(query(context->display, EGL_DEVICE_EXT, &device) && (EGLDeviceEXT)device == to->device, "the display's device");
    CHECK(eglChooseConfig(context->display, wanted, &context->config, 1, &configs) && configs == 1, "an EGLConfig for pbuffers");
    context->surface = eglCreatePbufferSurface(context->display, context->config, size);
    context->context = create_context(context, EGL_NO_CONTEXT);
}

/* Draws once and reads the time of it. */
static void draw_and_time(const Used *of)
{
    GLuint query = 0;
    GLuint64 elapsed = 0;
    int64_t before = recorded_draws ? recorded_draws() : 0;
    GL(GenQueriesEXT)(1, &query);
    uint64_t begun = nanoseconds();
    GL(BeginQueryEXT)(GL_TIME_ELAPSED_EXT, query);
    draw_load();
    GL(EndQueryEXT)(GL_TIME_ELAPSED_EXT);
    GL(GetQueryObjectui64vEXT)(query, GL_QUERY_RESULT, &elapsed);
    uint64_t wall = nanoseconds() - begun;
    GL(DeleteQueriesEXT)(1, &query);
    if (of->recording) {
        EXPECT(elapsed == RECORDED_TIME, "the vendor's own time (got %llu)", (unsigned long long)elapsed);
        EXPECT(!recorded_draws || recorded_draws() > before, "the vendor's own draw");
    } else {
        EXPECT(elapsed > 0 && elapsed <= wall, "a time within the wall clock's (got %llu of %llu)", (unsigned long long)elapsed,
               (unsigned long long)wall);
    }
}

static void *on_a_thread(void *of)
{
    const Used *device = (const Used *)of;
    make_current(&device->context);
    for (int turn = 0; turn < TURNS; turn++)
        draw_and_time(device);
    release_current(&device->context);
    eglReleaseThread();
    return NULL;
}

/* Opens the X server's display, and prints which vendor took it. */
static int open_x11(void)
{
    Used window;
    EGLint wanted[] = { EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE };
    EGLint configs = 0;
    Context *context = &window.context;
    memset(&window, 0, sizeof window);
    context->api = ES;
    context->major = 3;
    context->display = eglGetPlatformDisplay(EGL_PLATFORM_X11_KHR, EGL_DEFAULT_DISPLAY, NULL);
    CHECK(context->display != EGL_NO_DISPLAY, "a display of the X server (error 0x%04x)", eglGetError());
    CHECK(eglInitialize(context->display, NULL, NULL), "eglInitialize succeeds (error 0x%04x)", eglGetError());
    CHECK(eglChooseConfig(context->display, wanted, &context->config, 1, &configs) && configs == 1, "an EGLConfig");
    context->context = create_context(context, EGL_NO_CONTEXT);
    make_current(context);
    printf("display: EGL vendor %s, GL_ANGLE_timer_query %d\n", eglQueryString(context->display, EGL_VENDOR), listed("GL_ANGLE_timer_query"));
    release_current(context);
    return verdict("x11");
}

int main(int arguments, char **argument)
{
    if (arguments > 1 && !strcmp(argument[1], "x11"))
        return open_x11();
    EGLDeviceEXT devices[MOST];
    EGLint listed_devices = 0, all = 0;
    PFNEGLQUERYDEVICESEXTPROC query_devices = (PFNEGLQUERYDEVICESEXTPROC)proc_address("eglQueryDevicesEXT");
    PFNEGLQUERYDISPLAYATTRIBEXTPROC query_display = (PFNEGLQUERYDISPLAYATTRIBEXTPROC)proc_address("eglQueryDisplayAttribEXT");
    CHECK(query_devices(0, NULL, &all) && query_devices(MOST, devices, &listed_devices) && all == listed_devices, "a list of devices");
    for (count = 0; count < listed_devices; count++) {
        for (int other = 0; other < count; other++)
            EXPECT(used[other].device != devices[count], "device %d is not listed before, as %d", count, other);
        used[count].device = devices[count];
        open_device(&used[count], query_display);
    }
    for (int i = 0; i < count; i++) {
        make_current(&used[i].context);
        const char *vendor = eglQueryString(used[i].context.display, EGL_VENDOR), *renderer = (const char *)GL(GetString)(GL_RENDERER);
        CHECK(vendor && renderer, "a vendor and a renderer");
        used[i].recording = !strncmp(renderer, "recording", 9);
        if (used[i].recording && !recorded_draws && getenv("RECORDING_LIBRARY")) {
            void *library = dlopen(getenv("RECORDING_LIBRARY"), RTLD_LAZY | RTLD_NOLOAD);
            CHECK(library, "the vendor's library");
            *(void **)&recorded_draws = dlsym(library, "recorded_draws");
        }
        printf("device %d: EGL vendor %s, renderer %.9s, GL_EXT_disjoint_timer_query %d, GL_ANGLE_timer_query %d\n", i, vendor, renderer,
               listed("GL_EXT_disjoint_timer_query"), listed("GL_ANGLE_timer_query"));
        if (!used[i].recording)
            prepare_load(ES);
    }
    if (getenv("LIST_ALONE"))
        return verdict("devices");
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < count; i++) {
            make_current(&used[i].context);
            draw_and_time(&used[i]);
        }
    }
    release_current(&used[count - 1].context);
    pthread_t threads[MOST];
    for (int i = 0; i < count; i++)
        CHECK(!pthread_create(&threads[i], NULL, on_a_thread, &used[i]), "a thread");
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++) {
        eglDestroyContext(used[i].context.display, used[i].context.context);
        eglTerminate(used[i].context.display);
    }
    return verdict("devices");
}
