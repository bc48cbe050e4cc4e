/* Makes values of one kind until the address space is full: the last command raises GL_OUT_OF_MEMORY or EGL_BAD_ALLOC, and after values are deleted
 * there is memory again. The argument names the kind. */
#define DESKTOP
#include "check.h"

#include <sys/mman.h>
#include <sys/resource.h>

enum { ROOM = 48 << 20, MOST = 4 << 20 };

/* Leaves so much address space to this process. */
static void limit(size_t more)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file && fscanf(file, "%ld", &pages) == 1, "the size of the process");
    fclose(file);
    struct rlimit to = { (size_t)pages * 4096 + more, (size_t)pages * 4096 + more };
    CHECK(!setrlimit(RLIMIT_AS, &to), "a limit of the address space");
}

static GLuint names[MOST];
static void *handles[MOST];

int main(int count, char **words)
{
    CHECK(count == 2, "many_values KIND");
    const char *kind = words[1];
    bool is_classic = !strcmp(kind, "list") || !strcmp(kind, "vertices") || !strcmp(kind, "list names");
    Context context = open_context(is_classic ? COMPATIBILITY : CORE, is_classic ? 2 : 4, is_classic ? 1 : 5);
    EGLint attributes[] = { EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_NONE };
    EGLint size[] = { EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE };
    char label[200];
    long made = 0;
    bool is_egl = false;
    memset(label, 'x', sizeof label - 1);
    label[sizeof label - 1] = 0;
    if (!strcmp(kind, "deleted queries")) {
        enum { DELETED = 20000000 };
        const GLuint *array = mmap(NULL, DELETED * 4L, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        GL(DeleteQueries)(1, array);
        limit(ROOM / 2);
        GL(DeleteQueries)(DELETED, array);
        CHECK_NO_ERROR("glDeleteQueries of names that are 0");
        return verdict("many_values");
    }
    if (!strcmp(kind, "textures"))
        GL(GenTextures)(MOST, names);
    if (!strcmp(kind, "labels"))
        GL(CreateBuffers)(1 << 18, names);
    CHECK_NO_ERROR("the names");
    /* Look the functions up. */
    GL(Flush)();
    if (is_classic)
        GL(Color3f)(0, 0, 0);
    else
        GL(BindTexture)(GL_TEXTURE_2D, 0);
    GL(DeleteTextures)(0, names);
    GL(DeleteSync)(NULL);
    limit(ROOM);
    GLenum error = GL_NO_ERROR;
    if (is_classic && strcmp(kind, "list names"))
        !strcmp(kind, "list") ? GL(NewList)(1, GL_COMPILE) : GL(Begin)(GL_POLYGON);
    for (; made < MOST && error == GL_NO_ERROR; made++) {
        if (!strcmp(kind, "list") || !strcmp(kind, "vertices")) {
            for (int more = 0; more < 1000; more++)
                GL(Vertex2f)(more, 1);
            if (!strcmp(kind, "vertices") && made < 16000)
                continue;
            if (!strcmp(kind, "vertices"))
                GL(End)();
        } else if (!strcmp(kind, "list names")) {
            GL(GenLists)(MOST / 2) ? (void)0 : (void)(error = GL_OUT_OF_MEMORY);
        } else if (!strcmp(kind, "textures")) {
            GL(BindTexture)(GL_TEXTURE_2D, names[made]);
        } else if (!strcmp(kind, "syncs")) {
            handles[made] = GL(FenceSync)(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        } else if (!strcmp(kind, "labels")) {
            GL(ObjectLabel)(GL_BUFFER, names[made % (1 << 18)], -1, label);
        } else if (!strcmp(kind, "names")) {
            GL(GenBuffers)(1 << 16, names);
        } else if (!strcmp(kind, "queries")) {
            GL(CreateQueries)(GL_SAMPLES_PASSED, 1 << 16, names);
        } else {
            is_egl = true;
            handles[made] = !strcmp(kind, "EGL syncs") ? eglCreateSync(context.display, EGL_SYNC_FENCE, NULL)
                          : !strcmp(kind, "pbuffers") ? eglCreatePbufferSurface(context.display, context.config, size)
                                                      : eglCreateContext(context.display, context.config, EGL_NO_CONTEXT, attributes);
            error = handles[made] ? GL_NO_ERROR : (GLenum)eglGetError();
        }
        if (!is_egl && error == GL_NO_ERROR)
            error = GL(GetError)();
    }
    CHECK(error == (is_egl ? EGL_BAD_ALLOC : GL_OUT_OF_MEMORY), "%s end for want of memory (got 0x%04x after %ld)", kind, error, made);
    /* What is deleted makes room. */
    for (long at = 0; at < made - 1; at++) {
        if (!strcmp(kind, "syncs"))
            GL(DeleteSync)(handles[at]);
        if (!strcmp(kind, "EGL syncs"))
            eglDestroySync(context.display, handles[at]);
        if (!strcmp(kind, "pbuffers"))
            eglDestroySurface(context.display, handles[at]);
        if (!strcmp(kind, "contexts"))
            eglDestroyContext(context.display, handles[at]);
    }
    if (!strcmp(kind, "textures"))
        GL(DeleteTextures)(MOST, names);
    if (!strcmp(kind, "syncs")) {
        CHECK(GL(FenceSync)(GL_SYNC_GPU_COMMANDS_COMPLETE, 0), "a sync object once others are deleted");
        CHECK_NO_ERROR("glFenceSync");
    }
    if (!strcmp(kind, "EGL syncs") || !strcmp(kind, "pbuffers"))
        CHECK(eglCreatePbufferSurface(context.display, context.config, size), "a pbuffer once others are deleted");
    return verdict("many_values");
}
