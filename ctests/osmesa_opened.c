/* Opens libOSMesa and draws six frames by it, with no window system: the first by the commands that dlsym finds in it, the others by those of
 * OSMesaGetProcAddress. The arguments: the library, libOSMesa.so.8 if there is none, and libraries to open before it. */
#define DESKTOP
#include "check.h"

#include <dlfcn.h>

enum { SIZE = 16, FRAMES = 6 };

static void *library;
static void (*(*get_proc_address)(const char *))(void);

static void *function(const char *name)
{
    void *address = dlsym(library, name);
    CHECK(address, "%s", name);
    return address;
}

#define BY_NAME(name) ((__typeof__(&name))function(#name))
#define COMMAND(name) ((__typeof__(&name))get_proc_address(#name))

int main(int arguments, char **argument)
{
    static uint32_t pixels[SIZE * SIZE], others[SIZE * SIZE];
    for (int i = 2; i < arguments; i++)
        CHECK(dlopen(argument[i], RTLD_NOW), "%s", dlerror());
    library = dlopen(arguments > 1 ? argument[1] : "libOSMesa.so.8", RTLD_NOW | RTLD_LOCAL);
    CHECK(library, "%s", dlerror());
    void *(*create)(GLenum, GLint, GLint, GLint, void *);
    GLboolean (*make)(void *, void *, GLenum, GLsizei, GLsizei);
    void (*destroy)(void *);
    *(void **)&create = function("OSMesaCreateContextExt");
    *(void **)&make = function("OSMesaMakeCurrent");
    *(void **)&destroy = function("OSMesaDestroyContext");
    *(void **)&get_proc_address = function("OSMesaGetProcAddress");
    void *context = create(GL_RGBA, 24, 8, 0, NULL);
    CHECK(context && make(context, pixels, GL_UNSIGNED_BYTE, SIZE, SIZE), "a current context");
    /* An image that is not changed is no frame. */
    BY_NAME(glFlush)();
    BY_NAME(glClearColor)(1, 0, 0, 1);
    BY_NAME(glClear)(GL_COLOR_BUFFER_BIT);
    BY_NAME(glFlush)();
    CHECK(pixels[0] == 0xff0000ff, "the first image is red");
    for (int i = 1; i < FRAMES - 2; i++) {
        COMMAND(glClearColor)(0, 1, 0, 1);
        COMMAND(glClear)(GL_COLOR_BUFFER_BIT);
        COMMAND(glRectf)(-1, -1, 0, 1);
        COMMAND(glFinish)();
        COMMAND(glFinish)();
        COMMAND(glFlush)();
    }
    CHECK(pixels[SIZE - 1] == 0xff00ff00, "the right half of the next images is green");
    /* Another image, and the end of the context, complete the last ones. */
    COMMAND(glClear)(GL_COLOR_BUFFER_BIT);
    CHECK(make(context, others, GL_UNSIGNED_BYTE, SIZE, SIZE), "another image");
    COMMAND(glClear)(GL_COLOR_BUFFER_BIT);
    printf("renderer %.16s\n", (const char *)COMMAND(glGetString)(GL_RENDERER));
    CHECK(COMMAND(glGetError)() == GL_NO_ERROR, "no error");
    destroy(context);
    return 0;
}
