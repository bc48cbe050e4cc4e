/* Tests EGL by eglGetProcAddress alone: looks up the commands in the arguments, and calls every command that this file knows.
 *
 *   egl_commands          prints the extensions of the client and of the display, then calls what they list
 *   egl_commands NAME...  also looks up these
 */
#include "check.h"

static EGLDisplay display;
static const char *extensions[2];

static bool has(const char *extension)
{
    return occurrences(extensions[0], extension) || occurrences(extensions[1], extension);
}

/* A command of EGL as its header declares it, from eglGetProcAddress. */
#define EGL(name)                                                         \
    __extension__({                                                       \
        static __typeof__(&egl##name) address;                            \
        if (!address)                                                     \
            address = (__typeof__(&egl##name))proc_address("egl" #name);  \
        address;                                                          \
    })
#define EXTENSION(type, name) type name = (type)proc_address(#name)

/* eglGetProcAddress itself would replace the error. */
#define EXPECT_EGL_ERROR(wanted, what)                                                                          \
    do {                                                                                                        \
        EGLint error_now = eglGetError();                                                                       \
        EXPECT(error_now == (wanted), "%s from %s, not 0x%04x", #wanted, what, error_now);                      \
    } while (0)

/* EGL_KHR_fence_sync and EGL_KHR_wait_sync, while a context is current. */
static void khr_syncs(void)
{
    EXTENSION(PFNEGLCREATESYNCKHRPROC, eglCreateSyncKHR);
    EXTENSION(PFNEGLDESTROYSYNCKHRPROC, eglDestroySyncKHR);
    EXTENSION(PFNEGLCLIENTWAITSYNCKHRPROC, eglClientWaitSyncKHR);
    EXTENSION(PFNEGLGETSYNCATTRIBKHRPROC, eglGetSyncAttribKHR);
    EXTENSION(PFNEGLWAITSYNCKHRPROC, eglWaitSyncKHR);
    const EGLint empty[] = { EGL_NONE }, unknown[] = { EGL_WIDTH, 1, EGL_NONE };
    EGLSyncKHR sync = eglCreateSyncKHR(display, EGL_SYNC_FENCE_KHR, NULL), second = eglCreateSyncKHR(display, EGL_SYNC_FENCE_KHR, empty);
    EXPECT(sync != EGL_NO_SYNC_KHR && second != EGL_NO_SYNC_KHR && sync != second, "two fences");
    EXPECT_EGL_ERROR(EGL_SUCCESS, "eglCreateSyncKHR");
    EXPECT(eglCreateSyncKHR(display, EGL_SYNC_FENCE_KHR, unknown) == EGL_NO_SYNC_KHR, "no fence with attributes");
    EXPECT_EGL_ERROR(EGL_BAD_ATTRIBUTE, "eglCreateSyncKHR with attributes");
    EXPECT(eglCreateSyncKHR(display, EGL_WIDTH, NULL) == EGL_NO_SYNC_KHR, "no sync object of type EGL_WIDTH");
    EXPECT_EGL_ERROR(EGL_BAD_ATTRIBUTE, "eglCreateSyncKHR of an unknown type");
    EXPECT(eglCreateSyncKHR((EGLDisplay)&display, EGL_SYNC_FENCE_KHR, NULL) == EGL_NO_SYNC_KHR, "no fence without a display");
    EXPECT_EGL_ERROR(EGL_BAD_DISPLAY, "eglCreateSyncKHR without a display");

    EXPECT(eglWaitSyncKHR(display, sync, 0) == EGL_TRUE, "eglWaitSyncKHR succeeds");
    EXPECT(eglWaitSyncKHR(display, sync, 1) == EGL_FALSE, "eglWaitSyncKHR takes no flags");
    EXPECT_EGL_ERROR(EGL_BAD_PARAMETER, "eglWaitSyncKHR with flags");
    EGLint done = eglClientWaitSyncKHR(display, sync, EGL_SYNC_FLUSH_COMMANDS_BIT_KHR, EGL_FOREVER_KHR);
    EXPECT(done == EGL_CONDITION_SATISFIED_KHR, "the fence is reached, not 0x%04x", done);
    /* One EGLint is written, where eglGetSyncAttrib writes an EGLAttrib. */
    EGLint value[2] = { 7, 7 };
    EXPECT(eglGetSyncAttribKHR(display, sync, EGL_SYNC_TYPE_KHR, value) && value[0] == EGL_SYNC_FENCE_KHR, "the type");
    EXPECT(eglGetSyncAttribKHR(display, sync, EGL_SYNC_STATUS_KHR, value) && value[0] == EGL_SIGNALED_KHR, "the status");
    EXPECT(eglGetSyncAttribKHR(display, sync, EGL_SYNC_CONDITION_KHR, value), "the condition");
    EXPECT(value[0] == EGL_SYNC_PRIOR_COMMANDS_COMPLETE_KHR && value[1] == 7, "the condition is 0x%04x, and nothing behind it", value[0]);
    EXPECT(!eglGetSyncAttribKHR(display, sync, EGL_WIDTH, value) && value[0] == EGL_SYNC_PRIOR_COMMANDS_COMPLETE_KHR, "no width");
    EXPECT_EGL_ERROR(EGL_BAD_ATTRIBUTE, "eglGetSyncAttribKHR of an unknown attribute");

    EXPECT(eglDestroySyncKHR(display, sync) && eglDestroySyncKHR(display, second), "eglDestroySyncKHR succeeds");
    EXPECT(!eglDestroySyncKHR(display, EGL_NO_SYNC_KHR), "EGL_NO_SYNC_KHR is not destroyed");
    EXPECT_EGL_ERROR(EGL_BAD_PARAMETER, "eglDestroySyncKHR of none");
    EXPECT(eglClientWaitSyncKHR(display, EGL_NO_SYNC_KHR, 0, 0) == EGL_FALSE, "EGL_NO_SYNC_KHR is not waited for");
    EXPECT_EGL_ERROR(EGL_BAD_PARAMETER, "eglClientWaitSyncKHR of none");
}

static void core_syncs(void)
{
    EGLAttrib value = 0;
    EGLSync sync = EGL(CreateSync)(display, EGL_SYNC_FENCE, NULL);
    EXPECT(sync != EGL_NO_SYNC, "a fence");
    EXPECT(EGL(WaitSync)(display, sync, 0), "eglWaitSync succeeds");
    EXPECT(EGL(ClientWaitSync)(display, sync, EGL_SYNC_FLUSH_COMMANDS_BIT, EGL_FOREVER) == EGL_CONDITION_SATISFIED, "the fence is reached");
    EXPECT(EGL(GetSyncAttrib)(display, sync, EGL_SYNC_STATUS, &value) && value == EGL_SIGNALED, "the status");
    EXPECT(EGL(DestroySync)(display, sync), "eglDestroySync succeeds");
}

/* Without a context there is nothing to wait for on its behalf. */
static void syncs_without_context(EGLSync sync)
{
    EXPECT(EGL(CreateSync)(display, EGL_SYNC_FENCE, NULL) == EGL_NO_SYNC, "no fence without a context");
    EXPECT_EGL_ERROR(EGL_BAD_MATCH, "eglCreateSync without a context");
    EXPECT(!EGL(WaitSync)(display, sync, 0), "eglWaitSync fails without a context");
    EXPECT_EGL_ERROR(EGL_BAD_MATCH, "eglWaitSync without a context");
    EXPECT(EGL(ClientWaitSync)(display, sync, 0, 0) == EGL_CONDITION_SATISFIED, "any thread may wait");
    EXPECT(EGL(DestroySync)(display, sync), "eglDestroySync succeeds");
}

static void devices(void)
{
    EXTENSION(PFNEGLQUERYDEVICESEXTPROC, eglQueryDevicesEXT);
    EXTENSION(PFNEGLQUERYDEVICESTRINGEXTPROC, eglQueryDeviceStringEXT);
    EXTENSION(PFNEGLQUERYDEVICEATTRIBEXTPROC, eglQueryDeviceAttribEXT);
    EXTENSION(PFNEGLQUERYDISPLAYATTRIBEXTPROC, eglQueryDisplayAttribEXT);
    EGLDeviceEXT device = EGL_NO_DEVICE_EXT;
    EGLAttrib value = 0;
    EGLint count = 0;
    EXPECT(eglQueryDevicesEXT(1, &device, &count) && count == 1 && device != EGL_NO_DEVICE_EXT, "a device");
    EXPECT(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS), "its extensions");
    EXPECT(!eglQueryDeviceAttribEXT(device, EGL_WIDTH, &value), "no width of a device");
    EXPECT_EGL_ERROR(EGL_BAD_ATTRIBUTE, "eglQueryDeviceAttribEXT of an unknown attribute");
    EXPECT(eglQueryDisplayAttribEXT(display, EGL_DEVICE_EXT, &value) && value, "the display's device");
}

static void platforms(EGLConfig config)
{
    EXTENSION(PFNEGLGETPLATFORMDISPLAYEXTPROC, eglGetPlatformDisplayEXT);
    EXTENSION(PFNEGLCREATEPLATFORMWINDOWSURFACEEXTPROC, eglCreatePlatformWindowSurfaceEXT);
    EXTENSION(PFNEGLCREATEPLATFORMPIXMAPSURFACEEXTPROC, eglCreatePlatformPixmapSurfaceEXT);
    EXPECT(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL) == display, "the same display");
    unsigned long none = 0;
    EXPECT(eglCreatePlatformWindowSurfaceEXT(display, config, &none, NULL) == EGL_NO_SURFACE, "no windows without a window system");
    EXPECT(eglCreatePlatformPixmapSurfaceEXT(display, config, &none, NULL) == EGL_NO_SURFACE, "no pixmaps without a window system");
}

/* EGL_KHR_debug, which libglvnd implements and forwards. */
static void debug(void)
{
    EXTENSION(PFNEGLDEBUGMESSAGECONTROLKHRPROC, eglDebugMessageControlKHR);
    EXTENSION(PFNEGLQUERYDEBUGKHRPROC, eglQueryDebugKHR);
    EXTENSION(PFNEGLLABELOBJECTKHRPROC, eglLabelObjectKHR);
    EGLAttrib value = 7;
    EXPECT(eglDebugMessageControlKHR(NULL, NULL) == EGL_SUCCESS, "no callback");
    EXPECT(eglQueryDebugKHR(EGL_DEBUG_CALLBACK_KHR, &value) && value == 0, "no callback");
    EXPECT(eglLabelObjectKHR(display, EGL_OBJECT_THREAD_KHR, NULL, &display) == EGL_SUCCESS, "a label of the thread");
    EXPECT(eglLabelObjectKHR(display, EGL_OBJECT_DISPLAY_KHR, display, &display) == EGL_SUCCESS, "a label of the display");
}

/* Every other command of EGL 1.5. */
static void core(const Context *context)
{
    EGLint value = 0, count = 0;
    EGLConfig configs[1];
    const EGLint any[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE };
    EXPECT(EGL(GetPlatformDisplay)(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL) == display, "the same display");
    EXPECT(EGL(GetDisplay)(EGL_DEFAULT_DISPLAY) != EGL_NO_DISPLAY, "a default display");
    EXPECT(EGL(Initialize)(display, &value, &count) && value == 1 && count >= 4, "EGL 1.%d", count);
    EXPECT(EGL(GetConfigs)(display, NULL, 0, &count) && count > 0, "configs");
    EXPECT(EGL(ChooseConfig)(display, any, configs, 1, &count) && count == 1, "a config");
    EXPECT(EGL(GetConfigAttrib)(display, configs[0], EGL_CONFIG_ID, &value) && value > 0, "its id");
    EXPECT(EGL(BindAPI)(EGL_OPENGL_ES_API) && EGL(QueryAPI)() == EGL_OPENGL_ES_API, "OpenGL ES");
    EXPECT(EGL(GetCurrentContext)() == context->context && EGL(GetCurrentDisplay)() == display, "what is current");
    EXPECT(EGL(GetCurrentSurface)(EGL_DRAW) == context->surface, "the surface");
    EXPECT(EGL(QueryContext)(display, context->context, EGL_CONTEXT_CLIENT_TYPE, &value) && value == EGL_OPENGL_ES_API, "an ES context");
    EXPECT(EGL(QuerySurface)(display, context->surface, EGL_WIDTH, &value) && value == SURFACE_SIZE, "the surface's width");
    EXPECT(EGL(SurfaceAttrib)(display, context->surface, EGL_MIPMAP_LEVEL, 0), "eglSurfaceAttrib succeeds");
    EXPECT(EGL(SwapInterval)(display, 0) && EGL(SwapBuffers)(display, context->surface), "a frame");
    EXPECT(EGL(WaitGL)() && EGL(WaitClient)() && EGL(WaitNative)(EGL_CORE_NATIVE_ENGINE), "the waits");
    EXPECT(!EGL(BindTexImage)(display, context->surface, EGL_BACK_BUFFER), "the pbuffer is no texture");
    EXPECT_EGL_ERROR(EGL_BAD_MATCH, "eglBindTexImage of a pbuffer without a texture format");
    /* The same error by the specification; Mesa accepts it. */
    EGL(ReleaseTexImage)(display, context->surface, EGL_BACK_BUFFER);
    EXPECT(EGL(GetError)() == EGL_SUCCESS, "eglGetProcAddress was the last command");
    EXPECT(!EGL(CopyBuffers)(display, context->surface, 0), "no pixmap");
    EXPECT(EGL(CreateWindowSurface)(display, configs[0], 0, NULL) == EGL_NO_SURFACE, "no window");
    EXPECT(EGL(CreatePixmapSurface)(display, configs[0], 0, NULL) == EGL_NO_SURFACE, "no pixmap");
    EXPECT(EGL(CreatePlatformWindowSurface)(display, configs[0], &value, NULL) == EGL_NO_SURFACE, "no window");
    EXPECT(EGL(CreatePlatformPixmapSurface)(display, configs[0], &value, NULL) == EGL_NO_SURFACE, "no pixmap");
    EXPECT(EGL(CreatePbufferFromClientBuffer)(display, EGL_OPENVG_IMAGE, NULL, configs[0], NULL) == EGL_NO_SURFACE, "no OpenVG");
    EXPECT(EGL(CreateImage)(display, context->context, EGL_OPENVG_IMAGE, NULL, NULL) == EGL_NO_IMAGE, "no image of OpenVG");
    EXPECT(!EGL(DestroyImage)(display, EGL_NO_IMAGE), "no image");
    EGLint size[] = { EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE };
    EGLSurface surface = EGL(CreatePbufferSurface)(display, context->config, size);
    EXPECT(surface != EGL_NO_SURFACE && EGL(DestroySurface)(display, surface), "a pbuffer");
    const EGLint version[] = { EGL_CONTEXT_MAJOR_VERSION, 2, EGL_NONE };
    EGLContext other = EGL(CreateContext)(display, context->config, EGL_NO_CONTEXT, version);
    EXPECT(other != EGL_NO_CONTEXT && EGL(DestroyContext)(display, other), "a context");
    EXPECT(EGL(GetProcAddress)("eglGetProcAddress") != NULL, "eglGetProcAddress knows itself");
}

int main(int count, char **names)
{
    Context context = open_context(ES, 2, 0);
    display = context.display;
    extensions[0] = EGL(QueryString)(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    extensions[1] = EGL(QueryString)(display, EGL_EXTENSIONS);
    CHECK(extensions[0] && extensions[1], "both lists of extensions");
    printf("client %s\ndisplay %s\n", extensions[0], extensions[1]);
    for (int index = 1; index < count; index++)
        EXPECT(eglGetProcAddress(names[index]), "eglGetProcAddress(\"%s\") answers a function", names[index]);

    if (has("EGL_KHR_fence_sync") && has("EGL_KHR_wait_sync"))
        khr_syncs();
    if (has("EGL_EXT_device_query"))
        devices();
    if (has("EGL_EXT_platform_base"))
        platforms(context.config);
    if (has("EGL_KHR_debug"))
        debug();
    core_syncs();
    core(&context);
    EGLSync sync = EGL(CreateSync)(display, EGL_SYNC_FENCE, NULL);
    EXPECT(EGL(MakeCurrent)(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT), "eglMakeCurrent releases the context");
    syncs_without_context(sync);
    EXPECT(EGL(Terminate)(display) && EGL(ReleaseThread)(), "the end of EGL");
    return verdict("egl_commands");
}
