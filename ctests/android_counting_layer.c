/* A GLES layer of Android that counts frames' draws and passes everything on, for a chain of layers with glmeter's. It prints the order in which
 * the platform calls it, and looks a function of an extension up at its initialisation, as layers do that replace whole APIs. */
#include <stdio.h>
#include <string.h>

#ifndef NAME
#define NAME "layer"
#endif

typedef void *(*GetNext)(void *, const char *);
static void (*next_draw)(unsigned, int, int);
static int draws;

static void draw_arrays(unsigned mode, int first, int count)
{
    draws++;
    next_draw(mode, first, count);
}

__attribute__((destructor)) static void report(void)
{
    fprintf(stderr, "%s: %d draws\n", NAME, draws);
}

void AndroidGLESLayer_Initialize(void *layer, GetNext get_next)
{
    fprintf(stderr, "%s: initialized, glFinish %s\n", NAME, get_next(layer, "glFinish") ? "found" : "missing");
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next)
{
    if (!strcmp(name, "eglGetDisplay") || !strcmp(name, "glClear"))
        fprintf(stderr, "%s: offered %s\n", NAME, name);
    if (strcmp(name, "glDrawArrays"))
        return next;
    *(void **)&next_draw = next;
    return (void *)draw_arrays;
}
