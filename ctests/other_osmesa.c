/* A libOSMesa of another driver, which stands for Mesa's: it creates contexts and draws nothing. */
#include <stddef.h>

static int context;

void *OSMesaCreateContextExt(unsigned format, int depth, int stencil, int accum, void *share)
{
    (void)format, (void)depth, (void)stencil, (void)accum, (void)share;
    return &context;
}

unsigned char OSMesaMakeCurrent(void *of, void *buffer, unsigned type, int width, int height)
{
    (void)of, (void)buffer, (void)type, (void)width, (void)height;
    return 0;
}

void OSMesaDestroyContext(void *of)
{
    (void)of;
}

void *OSMesaGetProcAddress(const char *name)
{
    (void)name;
    return NULL;
}
