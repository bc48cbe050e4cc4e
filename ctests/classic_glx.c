/* A libGL.so.1 as before libglvnd: it exports the glX* functions itself and has one driver. It uses the real driver, like classic_egl.c. */
#include <GL/glx.h>
#include <glvnd/libglxabi.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static __GLXapiImports driver;

/* The driver calls back only from the stubs that it provides to libglvnd, and this library uses none of them. */
static const __GLXapiExports nothing;

__attribute__((constructor)) static void load(void)
{
    void *library = dlopen("libGLX_mesa.so.0", RTLD_NOW | RTLD_LOCAL);
    __PFNGLXMAINPROC start = NULL;
    if (library)
        *(void **)&start = dlsym(library, __GLX_MAIN_PROTO_NAME);
    if (!start || !start(GLX_VENDOR_ABI_VERSION, &nothing, NULL, &driver)) {
        fprintf(stderr, "classic_glx: libGLX_mesa.so.0 does not start: %s\n", start ? "refused" : dlerror());
        exit(1);
    }
}

static void *of_driver(const char *name)
{
    void *address = driver.getProcAddress((const GLubyte *)name);
    if (!address) {
        fprintf(stderr, "classic_glx: the driver has no %s\n", name);
        abort();
    }
    return address;
}

__GLXextFuncPtr glXGetProcAddressARB(const GLubyte *name)
{
    __GLXextFuncPtr address;
    *(void **)&address = driver.getProcAddress(name);
    return address;
}

#define FORWARD(answer, name, parameters, arguments)  \
    answer name parameters                            \
    {                                                 \
        static answer(*next) parameters;              \
        if (!next)                                    \
            *(void **)&next = of_driver(#name);       \
        return next arguments;                        \
    }

FORWARD(XVisualInfo *, glXChooseVisual, (Display * d, int screen, int *attributes), (d, screen, attributes))
FORWARD(GLXContext, glXCreateContext, (Display * d, XVisualInfo *visual, GLXContext share, Bool direct), (d, visual, share, direct))
FORWARD(Bool, glXMakeCurrent, (Display * d, GLXDrawable drawable, GLXContext context), (d, drawable, context))
FORWARD(GLXContext, glXGetCurrentContext, (void), ())
FORWARD(void, glXDestroyContext, (Display * d, GLXContext context), (d, context))
