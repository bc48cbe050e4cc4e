/* A vendor library for libglvnd's EGL and GLX that stands for a driver beside Mesa: it draws nothing, counts its draws, and every elapsed time is
 * RECORDED_TIME. -DNAME="name" is what it calls itself. It has one EGL device, and takes an X11 display only if RECORDING_TAKES_X11 is set, as
 * a driver takes it for which the user sets a variable of its own. */
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include <X11/Xutil.h>
#include <glvnd/libeglabi.h>
#include <glvnd/libglxabi.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef RECORDED_TIME
#define RECORDED_TIME 1234567
#endif

static const __EGLapiExports *egl;
static __thread EGLint egl_error = EGL_SUCCESS;
static __thread int embedded;
static int device, display_of_device, display_of_x11, config, next_query;
static int64_t draws;

/* Returns the number of draws of all contexts. */
int64_t recorded_draws(void)
{
    return draws;
}

/* --- GL ------------------------------------------------------------------------------------------------------- */

static const char *const EXTENSIONS[2][2] = { { "GL_ARB_timer_query", "GL_ARB_sync" }, { "GL_EXT_disjoint_timer_query", "GL_OES_rgb8_rgba8" } };
static const char *const LISTS[2] = { "GL_ARB_timer_query GL_ARB_sync", "GL_EXT_disjoint_timer_query GL_OES_rgb8_rgba8" };

static const GLubyte *get_string(GLenum name)
{
    switch (name) {
    case GL_VENDOR:
    case GL_RENDERER: return (const GLubyte *)NAME;
    case GL_VERSION: return (const GLubyte *)(embedded ? "OpenGL ES 3.2 " NAME : "3.1 " NAME);
    case GL_SHADING_LANGUAGE_VERSION: return (const GLubyte *)(embedded ? "OpenGL ES GLSL ES 3.20" : "1.40");
    case GL_EXTENSIONS: return (const GLubyte *)LISTS[embedded];
    default: return NULL;
    }
}

static const GLubyte *get_stringi(GLenum name, GLuint index)
{
    return name == GL_EXTENSIONS && index < 2 ? (const GLubyte *)EXTENSIONS[embedded][index] : NULL;
}

static void get_integerv(GLenum name, GLint *value)
{
    switch (name) {
    case GL_NUM_EXTENSIONS: *value = 2; break;
    case GL_MAJOR_VERSION: *value = 3; break;
    case GL_MINOR_VERSION: *value = embedded ? 2 : 1; break;
    default: *value = 0;
    }
}

static GLenum get_error(void)
{
    return GL_NO_ERROR;
}

static void gen_queries(GLsizei count, GLuint *names)
{
    for (GLsizei i = 0; i < count; i++)
        names[i] = (GLuint)__sync_add_and_fetch(&next_query, 1);
}

static void delete_queries(GLsizei count, const GLuint *names)
{
    (void)count, (void)names;
}

static GLboolean is_query(GLuint name)
{
    return name != 0 && name <= (GLuint)next_query;
}

static void begin_query(GLenum target, GLuint name)
{
    (void)target, (void)name;
}

static void end_query(GLenum target)
{
    (void)target;
}

static void get_queryiv(GLenum target, GLenum name, GLint *value)
{
    (void)target;
    *value = name == GL_QUERY_COUNTER_BITS ? 64 : 0;
}

static void get_query_object(GLuint query, GLenum name, GLuint *value)
{
    (void)query;
    *value = name == GL_QUERY_RESULT ? RECORDED_TIME : 1;
}

static void get_query_object64(GLuint query, GLenum name, GLuint64 *value)
{
    (void)query;
    *value = name == GL_QUERY_RESULT ? RECORDED_TIME : 1;
}

static void draw_arrays(GLenum mode, GLint first, GLsizei count)
{
    (void)mode, (void)first, (void)count;
    __sync_add_and_fetch(&draws, 1);
}

static void nothing(void)
{
}

/* --- EGL ------------------------------------------------------------------------------------------------------ */

static EGLBoolean fails(EGLint error)
{
    egl_error = error;
    return EGL_FALSE;
}

static EGLDisplay get_platform_display(EGLenum platform, void *native, const EGLAttrib *attributes)
{
    (void)attributes;
    if (platform == EGL_PLATFORM_DEVICE_EXT && native == &device)
        return &display_of_device;
    if (platform == EGL_PLATFORM_X11_KHR && getenv("RECORDING_TAKES_X11"))
        return &display_of_x11;
    egl_error = EGL_SUCCESS;
    return EGL_NO_DISPLAY;
}

static EGLBoolean supports_api(EGLenum api)
{
    return api == EGL_OPENGL_API || api == EGL_OPENGL_ES_API;
}

static const char *vendor_string(int name)
{
    return name == __EGL_VENDOR_STRING_PLATFORM_EXTENSIONS ? "EGL_EXT_platform_device EGL_KHR_platform_x11 EGL_EXT_platform_x11" : NULL;
}

static EGLBoolean egl_initialize(EGLDisplay display, EGLint *major, EGLint *minor)
{
    (void)display;
    if (major)
        *major = 1;
    if (minor)
        *minor = 5;
    return EGL_TRUE;
}

static const char *egl_query_string(EGLDisplay display, EGLint name)
{
    if (display == EGL_NO_DISPLAY)
        return name == EGL_EXTENSIONS ? "EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query EGL_EXT_platform_base" : NULL;
    switch (name) {
    case EGL_VENDOR: return NAME;
    case EGL_VERSION: return "1.5 " NAME;
    case EGL_EXTENSIONS: return "EGL_KHR_create_context EGL_KHR_surfaceless_context EGL_KHR_no_config_context";
    default: return NULL;
    }
}

static EGLBoolean egl_choose_config(EGLDisplay display, const EGLint *attributes, EGLConfig *configs, EGLint size, EGLint *count)
{
    (void)display, (void)attributes;
    if (configs && size > 0)
        configs[0] = &config;
    *count = 1;
    return EGL_TRUE;
}

static EGLBoolean egl_get_config_attrib(EGLDisplay display, EGLConfig of, EGLint attribute, EGLint *value)
{
    (void)display, (void)of, (void)attribute;
    *value = 0;
    return EGL_TRUE;
}

/* A context is a block of memory that says whether it is one of OpenGL ES. */
static EGLContext egl_create_context(EGLDisplay display, EGLConfig of, EGLContext share, const EGLint *attributes)
{
    (void)display, (void)of, (void)share, (void)attributes;
    int *context = (int *)malloc(sizeof *context);
    *context = egl->getCurrentApi() == EGL_OPENGL_ES_API;
    return context;
}

static EGLBoolean egl_destroy_context(EGLDisplay display, EGLContext context)
{
    (void)display;
    free(context);
    return EGL_TRUE;
}

static EGLSurface egl_create_surface(void)
{
    return &config;
}

static EGLBoolean egl_make_current(EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext context)
{
    (void)display, (void)draw, (void)read;
    embedded = context ? *(int *)context : 0;
    return EGL_TRUE;
}

static EGLBoolean egl_done(void)
{
    return EGL_TRUE;
}

static EGLBoolean egl_not_here(void)
{
    return fails(EGL_BAD_PARAMETER);
}

static EGLint egl_get_error(void)
{
    EGLint error = egl_error;
    egl_error = EGL_SUCCESS;
    return error;
}

static EGLBoolean egl_query_devices(EGLint most, EGLDeviceEXT *devices, EGLint *count)
{
    if (devices && most > 0)
        devices[0] = &device;
    *count = 1;
    return EGL_TRUE;
}

static EGLBoolean egl_query_display_attrib(EGLDisplay display, EGLint attribute, EGLAttrib *value)
{
    (void)display;
    if (attribute != EGL_DEVICE_EXT)
        return fails(EGL_BAD_ATTRIBUTE);
    *value = (EGLAttrib)&device;
    return EGL_TRUE;
}

/* --- GLX ------------------------------------------------------------------------------------------------------ */

static Bool is_screen_supported(Display *display, int screen)
{
    (void)display, (void)screen;
    return True;
}

static XVisualInfo *glx_choose_visual(Display *display, int screen, int *attributes)
{
    int count;
    XVisualInfo wanted;
    (void)attributes;
    wanted.visualid = XVisualIDFromVisual(DefaultVisual(display, screen));
    wanted.screen = screen;
    return XGetVisualInfo(display, VisualIDMask | VisualScreenMask, &wanted, &count);
}

static GLXContext glx_create_context(Display *display, XVisualInfo *visual, GLXContext share, Bool direct)
{
    (void)display, (void)visual, (void)share, (void)direct;
    return (GLXContext)calloc(1, sizeof(int));
}

static void glx_destroy_context(Display *display, GLXContext context)
{
    (void)display;
    free(context);
}

static Bool glx_make_current(Display *display, GLXDrawable drawable, GLXContext context)
{
    (void)display, (void)drawable, (void)context;
    embedded = 0;
    return True;
}

static Bool glx_make_context_current(Display *display, GLXDrawable draw, GLXDrawable read, GLXContext context)
{
    (void)read;
    return glx_make_current(display, draw, context);
}

static const char *glx_string(void)
{
    return NAME;
}

static const char *glx_no_extensions(void)
{
    return "";
}

/* --- Look-ups ------------------------------------------------------------------------------------------------- */

struct function {
    const char *name;
    void (*address)(void);
};

#define F(name, address) { name, (void (*)(void))address }

static const struct function GL_FUNCTIONS[] = {
    F("glGetString", get_string),
    F("glGetStringi", get_stringi),
    F("glGetIntegerv", get_integerv),
    F("glGetError", get_error),
    F("glGenQueries", gen_queries),
    F("glGenQueriesEXT", gen_queries),
    F("glDeleteQueries", delete_queries),
    F("glDeleteQueriesEXT", delete_queries),
    F("glIsQuery", is_query),
    F("glIsQueryEXT", is_query),
    F("glBeginQuery", begin_query),
    F("glBeginQueryEXT", begin_query),
    F("glEndQuery", end_query),
    F("glEndQueryEXT", end_query),
    F("glQueryCounter", begin_query),
    F("glQueryCounterEXT", begin_query),
    F("glGetQueryiv", get_queryiv),
    F("glGetQueryivEXT", get_queryiv),
    F("glGetQueryObjectiv", get_query_object),
    F("glGetQueryObjectivEXT", get_query_object),
    F("glGetQueryObjectuiv", get_query_object),
    F("glGetQueryObjectuivEXT", get_query_object),
    F("glGetQueryObjecti64v", get_query_object64),
    F("glGetQueryObjecti64vEXT", get_query_object64),
    F("glGetQueryObjectui64v", get_query_object64),
    F("glGetQueryObjectui64vEXT", get_query_object64),
    F("glDrawArrays", draw_arrays),
    F("glClear", nothing),
    F("glFlush", nothing),
    F("glFinish", nothing),
};

static const struct function EGL_FUNCTIONS[] = {
    F("eglInitialize", egl_initialize),
    F("eglChooseConfig", egl_choose_config),
    F("eglCopyBuffers", egl_not_here),
    F("eglCreateContext", egl_create_context),
    F("eglCreatePbufferSurface", egl_create_surface),
    F("eglCreatePixmapSurface", egl_create_surface),
    F("eglCreateWindowSurface", egl_create_surface),
    F("eglDestroyContext", egl_destroy_context),
    F("eglDestroySurface", egl_done),
    F("eglGetConfigAttrib", egl_get_config_attrib),
    F("eglGetConfigs", egl_not_here),
    F("eglMakeCurrent", egl_make_current),
    F("eglQueryContext", egl_not_here),
    F("eglQueryString", egl_query_string),
    F("eglQuerySurface", egl_not_here),
    F("eglSwapBuffers", egl_done),
    F("eglTerminate", egl_done),
    F("eglWaitGL", egl_done),
    F("eglWaitNative", egl_done),
    F("eglBindTexImage", egl_not_here),
    F("eglReleaseTexImage", egl_not_here),
    F("eglSurfaceAttrib", egl_not_here),
    F("eglSwapInterval", egl_done),
    F("eglCreatePbufferFromClientBuffer", egl_not_here),
    F("eglReleaseThread", egl_done),
    F("eglWaitClient", egl_done),
    F("eglGetError", egl_get_error),
    F("eglQueryDevicesEXT", egl_query_devices),
    F("eglQueryDisplayAttribEXT", egl_query_display_attrib),
};

static const struct function GLX_FUNCTIONS[] = {
    F("glXChooseVisual", glx_choose_visual),
    F("glXCopyContext", nothing),
    F("glXCreateContext", glx_create_context),
    F("glXCreateGLXPixmap", egl_not_here),
    F("glXDestroyContext", glx_destroy_context),
    F("glXDestroyGLXPixmap", nothing),
    F("glXGetConfig", egl_not_here),
    F("glXIsDirect", egl_done),
    F("glXMakeCurrent", glx_make_current),
    F("glXSwapBuffers", nothing),
    F("glXUseXFont", nothing),
    F("glXWaitGL", nothing),
    F("glXWaitX", nothing),
    F("glXQueryServerString", glx_string),
    F("glXGetClientString", glx_string),
    F("glXQueryExtensionsString", glx_no_extensions),
    F("glXChooseFBConfig", egl_not_here),
    F("glXCreateNewContext", egl_not_here),
    F("glXCreatePbuffer", egl_not_here),
    F("glXCreatePixmap", egl_not_here),
    F("glXCreateWindow", egl_not_here),
    F("glXDestroyPbuffer", nothing),
    F("glXDestroyPixmap", nothing),
    F("glXDestroyWindow", nothing),
    F("glXGetFBConfigAttrib", egl_not_here),
    F("glXGetFBConfigs", egl_not_here),
    F("glXGetSelectedEvent", nothing),
    F("glXGetVisualFromFBConfig", egl_not_here),
    F("glXMakeContextCurrent", glx_make_context_current),
    F("glXQueryContext", egl_not_here),
    F("glXQueryDrawable", nothing),
    F("glXSelectEvent", nothing),
};

#define FIND(table, name) find(table, sizeof table / sizeof *table, name)

static void *find(const struct function *functions, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(functions[i].name, name))
            return (void *)(uintptr_t)functions[i].address;
    return NULL;
}

static void *egl_proc_address(const char *name)
{
    void *address = FIND(GL_FUNCTIONS, name);
    return address ? address : FIND(EGL_FUNCTIONS, name);
}

static void *glx_proc_address(const GLubyte *name)
{
    void *address = FIND(GL_FUNCTIONS, (const char *)name);
    return address ? address : FIND(GLX_FUNCTIONS, (const char *)name);
}

static void *egl_dispatch_address(const char *name)
{
    (void)name;
    return NULL;
}

static void *glx_dispatch_address(const GLubyte *name)
{
    (void)name;
    return NULL;
}

static void egl_dispatch_index(const char *name, int index)
{
    (void)name, (void)index;
}

static void glx_dispatch_index(const GLubyte *name, int index)
{
    (void)name, (void)index;
}

EGLBoolean __egl_Main(uint32_t version, const __EGLapiExports *exports, __EGLvendorInfo *vendor, __EGLapiImports *imports)
{
    (void)version, (void)vendor;
    egl = exports;
    imports->getPlatformDisplay = get_platform_display;
    imports->getSupportsAPI = supports_api;
    imports->getVendorString = vendor_string;
    imports->getProcAddress = egl_proc_address;
    imports->getDispatchAddress = egl_dispatch_address;
    imports->setDispatchIndex = egl_dispatch_index;
    return EGL_TRUE;
}

Bool __glx_Main(uint32_t version, const __GLXapiExports *exports, __GLXvendorInfo *vendor, __GLXapiImports *imports)
{
    (void)version, (void)exports, (void)vendor;
    imports->isScreenSupported = is_screen_supported;
    imports->getProcAddress = glx_proc_address;
    imports->getDispatchAddress = glx_dispatch_address;
    imports->setDispatchIndex = glx_dispatch_index;
    return True;
}
