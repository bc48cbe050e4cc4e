/* Runs a session of OSMesa and GL commands again and again, each time with another allocation of the driver failing: every command succeeds, raises
 * GL_OUT_OF_MEMORY or makes nothing. See out_of_memory.h for the usage; API is core or compatibility. */
#define LINKED
#include "out_of_memory.h"

/* What GL/osmesa.h declares. */
typedef struct osmesa_context *OSMesaContext;
enum {
    OSMESA_FORMAT = 0x22,
    OSMESA_DEPTH_BITS = 0x30,
    OSMESA_STENCIL_BITS = 0x31,
    OSMESA_PROFILE = 0x33,
    OSMESA_CORE_PROFILE = 0x34,
    OSMESA_COMPAT_PROFILE = 0x35,
    OSMESA_CONTEXT_MAJOR_VERSION = 0x36
};
OSMesaContext OSMesaCreateContextAttribs(const int *attributes, OSMesaContext share);
void OSMesaDestroyContext(OSMesaContext context);
GLboolean OSMesaMakeCurrent(OSMesaContext context, void *buffer, GLenum type, GLsizei width, GLsizei height);
GLboolean OSMesaGetDepthBuffer(OSMesaContext context, GLint *width, GLint *height, GLint *bytes, void **buffer);

static GLuint session(Api api)
{
    static GLuint pixels[64 * 64];
    int profile = api == CORE ? OSMESA_CORE_PROFILE : OSMESA_COMPAT_PROFILE;
    int attributes[] = { OSMESA_FORMAT, GL_RGBA, OSMESA_DEPTH_BITS, 24, OSMESA_STENCIL_BITS, 8, OSMESA_PROFILE, profile,
                         OSMESA_CONTEXT_MAJOR_VERSION, 3, 0 };
    GLuint pixel = 0;
    OSMesaContext context = OSMesaCreateContextAttribs(attributes, NULL);
    has_failed |= !context;
    if (!context)
        return 0;
    bool is_current = OSMesaMakeCurrent(context, pixels, GL_UNSIGNED_BYTE, 64, 64);
    has_failed |= !is_current;
    if (is_current) {
        GLint width, height, bytes;
        void *depths = NULL;
        pixel = commands(api);
        has_failed |= !OSMesaGetDepthBuffer(context, &width, &height, &bytes, &depths);
        CHECK(OSMesaMakeCurrent(NULL, NULL, GL_UNSIGNED_BYTE, 0, 0), "the context is released");
    }
    OSMesaDestroyContext(context);
    return pixel;
}

int main(int count, char **words)
{
    return run_sessions("out_of_memory_osmesa", count, words, session);
}
