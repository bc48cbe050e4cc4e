/* Desktop contexts of either window system for fenced_marks.c: GLX with -DGLX, otherwise EGL. Include it first. */
#ifndef FENCED_MARKS_H
#define FENCED_MARKS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define DESKTOP
#ifdef GLX
#define GL_GLEXT_PROTOTYPES 1
#define GLX_GLXEXT_PROTOTYPES 1
#include <GL/glx.h>
#define PROC_ADDRESS(name) glXGetProcAddressARB((const GLubyte *)(name))
#endif
#include "check.h"

#ifdef GLX

typedef struct {
    GLXContext context;
    GLXPbuffer surface;
} Place;

static Display *x_display;

static inline Place new_place(void)
{
    /* With a single buffer, glFlush presents it and waits for that. */
    static const int wanted[] = { GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RENDER_TYPE, GLX_RGBA_BIT, GLX_DOUBLEBUFFER, True, None };
    static const int attributes[] = { GLX_CONTEXT_MAJOR_VERSION_ARB, 3, GLX_CONTEXT_MINOR_VERSION_ARB, 2, GLX_CONTEXT_PROFILE_MASK_ARB,
                                      GLX_CONTEXT_CORE_PROFILE_BIT_ARB, None };
    static const int size[] = { GLX_PBUFFER_WIDTH, SURFACE_SIZE, GLX_PBUFFER_HEIGHT, SURFACE_SIZE, None };
    static GLXFBConfig *configs;
    int count = 0;
    Place place;
    if (!x_display) {
        XInitThreads();
        x_display = XOpenDisplay(NULL);
        CHECK(x_display, "an X display (DISPLAY is %s)", getenv("DISPLAY") ? getenv("DISPLAY") : "not set");
        configs = glXChooseFBConfig(x_display, DefaultScreen(x_display), wanted, &count);
        CHECK(configs && count, "a GLXFBConfig");
    }
    PFNGLXCREATECONTEXTATTRIBSARBPROC create =
        (PFNGLXCREATECONTEXTATTRIBSARBPROC)glXGetProcAddress((const GLubyte *)"glXCreateContextAttribsARB");
    place.context = create(x_display, configs[0], NULL, True, attributes);
    CHECK(place.context, "a GLX context");
    place.surface = glXCreatePbuffer(x_display, configs[0], size);
    return place;
}

static inline void enter(const Place *place)
{
    CHECK(glXMakeCurrent(x_display, place->surface, place->context), "glXMakeCurrent succeeds");
}

static inline void leave(const Place *place)
{
    (void)place;
    CHECK(glXMakeCurrent(x_display, None, NULL), "glXMakeCurrent releases the context");
}

static inline void destroy(const Place *place)
{
    glXDestroyContext(x_display, place->context);
    glXDestroyPbuffer(x_display, place->surface);
}

static inline void close_display(void)
{
    XCloseDisplay(x_display);
    x_display = NULL;
}

#else

typedef Context Place;

static inline Place new_place(void)
{
    return new_context(CORE, 3, 2);
}

static inline void enter(const Place *place)
{
    make_current(place);
}

static inline void leave(const Place *place)
{
    release_current(place);
}

static inline void destroy(const Place *place)
{
    eglDestroyContext(place->display, place->context);
    eglDestroySurface(place->display, place->surface);
}

static inline void close_display(void)
{
    CHECK(eglTerminate(open_display()), "eglTerminate succeeds");
}

#endif

static inline Place open_place(void)
{
    Place place = new_place();
    enter(&place);
    prepare_load(CORE);
    return place;
}

#endif
