/* Stands in for Android's libEGL.so and libGLESv2.so: loads GLES layers and calls them as that platform does, over the machine's driver.
 *
 * - At the first EGL call it reads which layers the settings name for this application (the files below ANDROID_ROOT, which the tests' adb
 *   writes), opens them in reverse order, and for each calls AndroidGLESLayer_Initialize and then AndroidGLESLayer_GetProcAddress with every
 *   name of the platform, of EGL and of OpenGL ES. What those return is called from then on.
 * - Handles of displays, contexts and surfaces are its own, and it ends the process when it gets another.
 * - A GL function without a context does nothing; one that the driver lacks is gl_unimplemented.
 * - OpenGL ES 1.x has a table of its own, which no layer sees.
 * - eglGetProcAddress knows the functions of OpenGL ES; others it asks the driver for, offers them to the layers only if the driver has them, and
 *   returns one of 256 forwarders. A lock, which is not recursive, is held meanwhile.
 *
 * The driver is Mesa's vendor library or, by ANDROID_DRIVER, a library that exports EGL and OpenGL ES. */
#define _GNU_SOURCE
#define EGL_EGLEXT_PROTOTYPES 1
#include <glvnd/libeglabi.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>

#include <pthread.h>

#include "android_system.h"

/* --- The tables ---------------------------------------------------------------------------------------------------- */

/* GL_COUNT and, for each function of OpenGL ES, GL_ENTRY(name, number), or GL_SHARED if the platform implements it too. The test writes them
 * from the system's header. */
#define GL_SHARED(name, number) GL_ENTRY(name, number)
enum { EXTENSIONS = 256 };
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

static const char *const gl_names[] = {
#define GL_ENTRY(name, number) #name,
#include "gl_entries.h"
#undef GL_ENTRY
    NULL
};

static void gl_unimplemented(void)
{
    fprintf(stderr, "android_platform: called unimplemented OpenGL ES API\n");
}

static void gl_no_context(void)
{
}

/* The functions of OpenGL ES 2 and later, of OpenGL ES 1.x, and those without a context; each with the extensions' behind them. */
static Function gl2[GL_COUNT + EXTENSIONS], gl1[GL_COUNT + EXTENSIONS], none[GL_COUNT + EXTENSIONS];

__attribute__((visibility("hidden"), tls_model("initial-exec"))) __thread Function *android_hooks = none;

/* libGLESv2.so's functions jump through the thread's table. */
#define JUMP(number) "mov android_hooks@gottpoff(%rip), %rax\nmov %fs:(%rax), %rax\njmp *(8*(" number "))(%rax)\n"
#undef GL_SHARED
#define GL_SHARED(name, number)
#define GL_ENTRY(name, number) __asm__(".text\n.globl " #name "\n.type " #name ",@function\n" #name ":\n" JUMP(#number));
#include "gl_entries.h"
#undef GL_ENTRY
#undef GL_SHARED
__asm__(".text\n.balign 32\nforwarders:\n.set slot, 0\n.rept 256\n.balign 32\n" JUMP(TEXT(GL_COUNT) "+slot") ".set slot, slot+1\n.endr\n");
extern char forwarders[];

static const Function stubs[] = {
#define GL_ENTRY(name, number) (Function)name,
#define GL_SHARED(name, number) (Function)name,
#include "gl_entries.h"
#undef GL_ENTRY
};

/* --- Objects -------------------------------------------------------------------------------------------------------- */

typedef struct Object {
    enum { DISPLAY, CONTEXT, SURFACE } kind;
    void *driver;
    struct Object *display, *next;
    int version;
} Object;

static Object *objects;
static pthread_mutex_t objects_lock = PTHREAD_MUTEX_INITIALIZER;
static __thread Object *current;

static Object *new_object(int kind, void *driver, Object *display, int version)
{
    Object *object = malloc(sizeof *object);
    *object = (Object){ kind, driver, display, NULL, version };
    pthread_mutex_lock(&objects_lock);
    object->next = objects;
    objects = object;
    pthread_mutex_unlock(&objects_lock);
    return object;
}

static Object *object_of(int kind, void *handle)
{
    if (!handle)
        return NULL;
    pthread_mutex_lock(&objects_lock);
    Object *object = objects;
    while (object && object != handle)
        object = object->next;
    pthread_mutex_unlock(&objects_lock);
    if (!object || (int)object->kind != kind)
        fail("a handle that is not the platform's", kind == DISPLAY ? "display" : kind == CONTEXT ? "context" : "surface");
    return object;
}

#define DRIVER(kind, handle) ((handle) ? object_of(kind, handle)->driver : NULL)
#define CALL(name) ((__typeof__(&name))driver_function(#name))

static Object *the_display;

static EGLDisplay display_of(EGLenum platform, void *native, const EGLAttrib *attributes)
{
    EGLDisplay driver = NULL;
    if (driver_library)
        driver = CALL(eglGetDisplay)(native);
    else
        driver = mesa.getPlatformDisplay(platform, native, attributes);
    if (!driver)
        return NULL;
    if (!the_display || the_display->driver != driver)
        the_display = new_object(DISPLAY, driver, NULL, 0);
    return the_display;
}

/* --- The platform's implementations ----------------------------------------------------------------------------------- */

static EGLDisplay impl_eglGetDisplay(EGLNativeDisplayType native) { return display_of(EGL_NONE, (void *)native, NULL); }
static EGLDisplay impl_eglGetPlatformDisplay(EGLenum platform, void *native, const EGLAttrib *attributes)
{
    return display_of(platform, native, attributes);
}

static EGLContext impl_eglCreateContext(EGLDisplay d, EGLConfig config, EGLContext share, const EGLint *attributes)
{
    EGLContext made = CALL(eglCreateContext)(DRIVER(DISPLAY, d), config, DRIVER(CONTEXT, share), attributes);
    int version = 1;
    for (; made && attributes && *attributes != EGL_NONE; attributes += 2)
        if (*attributes == EGL_CONTEXT_CLIENT_VERSION)
            version = attributes[1];
    return made ? new_object(CONTEXT, made, d, version) : NULL;
}

static EGLBoolean impl_eglMakeCurrent(EGLDisplay d, EGLSurface draw, EGLSurface read, EGLContext context)
{
    Object *next = object_of(CONTEXT, context);
    if (!CALL(eglMakeCurrent)(DRIVER(DISPLAY, d), DRIVER(SURFACE, draw), DRIVER(SURFACE, read), DRIVER(CONTEXT, context)))
        return EGL_FALSE;
    current = next;
    android_hooks = !next ? none : next->version == 1 ? gl1 : gl2;
    return EGL_TRUE;
}

static EGLBoolean impl_eglDestroyContext(EGLDisplay d, EGLContext context)
{
    return CALL(eglDestroyContext)(DRIVER(DISPLAY, d), DRIVER(CONTEXT, context));
}

static EGLSurface impl_eglCreatePbufferSurface(EGLDisplay d, EGLConfig config, const EGLint *attributes)
{
    EGLSurface made = CALL(eglCreatePbufferSurface)(DRIVER(DISPLAY, d), config, attributes);
    return made ? new_object(SURFACE, made, d, 0) : NULL;
}

static EGLBoolean impl_eglDestroySurface(EGLDisplay d, EGLSurface surface)
{
    return CALL(eglDestroySurface)(DRIVER(DISPLAY, d), DRIVER(SURFACE, surface));
}

static EGLBoolean impl_eglSwapBuffers(EGLDisplay d, EGLSurface surface)
{
    return CALL(eglSwapBuffers)(DRIVER(DISPLAY, d), DRIVER(SURFACE, surface));
}

static EGLContext impl_eglGetCurrentContext(void) { return current; }
static EGLDisplay impl_eglGetCurrentDisplay(void) { return current ? current->display : NULL; }

static EGLBoolean impl_eglReleaseThread(void)
{
    EGLBoolean done = CALL(eglReleaseThread)();
    current = NULL;
    android_hooks = none;
    return done;
}

static EGLBoolean impl_eglInitialize(EGLDisplay d, EGLint *major, EGLint *minor)
{
    return CALL(eglInitialize)(DRIVER(DISPLAY, d), major, minor);
}
static EGLBoolean impl_eglTerminate(EGLDisplay d) { return CALL(eglTerminate)(DRIVER(DISPLAY, d)); }
static EGLint impl_eglGetError(void) { return CALL(eglGetError)(); }
static EGLBoolean impl_eglBindAPI(EGLenum api) { return CALL(eglBindAPI)(api); }
static const char *impl_eglQueryString(EGLDisplay d, EGLint name) { return CALL(eglQueryString)(DRIVER(DISPLAY, d), name); }
static EGLBoolean impl_eglChooseConfig(EGLDisplay d, const EGLint *wanted, EGLConfig *configs, EGLint size, EGLint *count)
{
    return CALL(eglChooseConfig)(DRIVER(DISPLAY, d), wanted, configs, size, count);
}
static EGLSyncKHR impl_eglCreateSyncKHR(EGLDisplay d, EGLenum kind, const EGLint *attributes)
{
    return CALL(eglCreateSyncKHR)(DRIVER(DISPLAY, d), kind, attributes);
}
static EGLBoolean impl_eglDestroySyncKHR(EGLDisplay d, EGLSyncKHR sync) { return CALL(eglDestroySyncKHR)(DRIVER(DISPLAY, d), sync); }
static EGLint impl_eglClientWaitSyncKHR(EGLDisplay d, EGLSyncKHR sync, EGLint flags, EGLTimeKHR timeout)
{
    return CALL(eglClientWaitSyncKHR)(DRIVER(DISPLAY, d), sync, flags, timeout);
}

static __eglMustCastToProperFunctionPointerType impl_eglGetProcAddress(const char *name);

/* These GL functions are the platform's too: they call the driver's of the current context. */
static Function of_driver(const char *name)
{
    return current ? driver_function(name) : NULL;
}
#define GET(answer, name, parameters, arguments, without)                    \
    static answer impl_##name parameters                                     \
    {                                                                        \
        answer(*next) parameters;                                            \
        *(void **)&next = of_driver(#name);                                  \
        if (next)                                                            \
            return next arguments;                                           \
        return without;                                                      \
    }
GET(const GLubyte *, glGetString, (GLenum name), (name), NULL)
GET(const GLubyte *, glGetStringi, (GLenum name, GLuint index), (name, index), NULL)
#define NOTHING
GET(void, glGetBooleanv, (GLenum name, GLboolean *value), (name, value), NOTHING)
GET(void, glGetFloatv, (GLenum name, GLfloat *value), (name, value), NOTHING)
GET(void, glGetIntegerv, (GLenum name, GLint *value), (name, value), NOTHING)
GET(void, glGetInteger64v, (GLenum name, GLint64 *value), (name, value), NOTHING)

#define PLATFORM(P)                                                                                                          \
    P(eglGetDisplay) P(eglGetPlatformDisplay) P(eglInitialize) P(eglTerminate) P(eglChooseConfig) P(eglCreatePbufferSurface) \
    P(eglDestroySurface) P(eglCreateContext) P(eglDestroyContext) P(eglMakeCurrent) P(eglGetCurrentContext)                  \
    P(eglGetCurrentDisplay) P(eglGetError) P(eglGetProcAddress) P(eglSwapBuffers) P(eglQueryString) P(eglBindAPI)            \
    P(eglReleaseThread) P(eglCreateSyncKHR) P(eglDestroySyncKHR) P(eglClientWaitSyncKHR) P(glGetString) P(glGetStringi)      \
    P(glGetBooleanv) P(glGetFloatv) P(glGetIntegerv) P(glGetInteger64v)

#define NUMBER(name) PLATFORM_##name,
enum { PLATFORM(NUMBER) PLATFORM_COUNT };
#define NAME(name) #name,
static const char *const platform_names[] = { PLATFORM(NAME) NULL };
#define IMPLEMENTATION(name) (Function)impl_##name,
static Function platform[] = { PLATFORM(IMPLEMENTATION) NULL };

/* EGL functions of the driver, a part of which the platform implements. */
static const char *const egl_names[] = { "eglInitialize", "eglMakeCurrent", "eglCopyBuffers", "eglHibernateProcessIMG",
                                         "eglSwapBuffersWithDamageEXT", NULL };
static Function egl[sizeof egl_names / sizeof *egl_names];

static int index_of(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (!strcmp(names[i], name))
            return i;
    return -1;
}

/* --- Layers ------------------------------------------------------------------------------------------------------------ */

enum { LAYERS = 8 };
typedef Function (*GetNext)(void *, const char *);
static struct Layer {
    void (*initialize)(void *, GetNext);
    Function (*get)(const char *, Function);
} layers[LAYERS];
static int layer_count, layers_in_place;
/* The functions below each layer; its address is the layer's identifier. */
static struct Below {
    Function platform[PLATFORM_COUNT], egl[8], gl[GL_COUNT];
} below[LAYERS + 1];

static Function get_next(void *layer, const char *name)
{
    struct Below *functions = layer;
    if (functions < below || functions > below + LAYERS)
        fail("a layer passes another's identifier", name);
    int index = index_of(platform_names, name);
    if (index >= 0)
        return functions->platform[index];
    if ((index = index_of(egl_names, name)) >= 0)
        return functions->egl[index];
    if ((index = index_of(gl_names, name)) >= 0)
        return functions->gl[index];
    return (Function)((__typeof__(&eglGetProcAddress))functions->platform[PLATFORM_eglGetProcAddress])(name);
}

static void snapshot(struct Below *functions)
{
    memcpy(functions->platform, platform, sizeof functions->platform);
    memcpy(functions->egl, egl, sizeof egl);
    memcpy(functions->gl, gl2, sizeof functions->gl);
}

static void apply(struct Layer *layer, const char *const *names, Function *entries, bool of_driver)
{
    for (int i = 0; names[i]; i++)
        if (!of_driver || index_of(platform_names, names[i]) < 0) {
            Function entry = layer->get(names[i], entries[i]);
            if (!entry)
                fail("a layer returns NULL", names[i]);
            entries[i] = entry;
        }
}

static void load_layer(const char *file, const char *package)
{
    char path[PATH_MAX], more[256];
    const char *root = getenv("ANDROID_ROOT");
    /* The application's own folder, or the libraries of a package of layers. */
    snprintf(path, sizeof path, "%s/data/data/%s/%s", root, package, file);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library && read_file("settings/global", "gpu_debug_layer_app", more, sizeof more)) {
        snprintf(path, sizeof path, "%s/data/app/%s/lib/%s", root, more, file);
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) {
        fprintf(stderr, "android_platform: no layer %s: %s\n", path, dlerror());
        return;
    }
    struct Layer *layer = &layers[layer_count++];
    *(void **)&layer->initialize = dlsym(library, "AndroidGLESLayer_Initialize");
    *(void **)&layer->get = dlsym(library, "AndroidGLESLayer_GetProcAddress");
    if (!layer->initialize || !layer->get)
        fail("no layer", file);
    fprintf(stderr, "android_platform: GLES layer found: %s\n", file);
}

static void load_layers(void)
{
    char text[1000], *files[LAYERS];
    const char *package = getenv("ANDROID_PACKAGE");
    int count = 0;
    if (!package || !read_file("settings/global", "enable_gpu_debug_layers", text, sizeof text) || strcmp(text, "1"))
        return;
    if (!read_file("settings/global", "gpu_debug_app", text, sizeof text) || strcmp(text, package))
        return;
    char allowed[100], manifest[300];
    snprintf(manifest, sizeof manifest, "data/app/%s", package);
    if (!read_file(manifest, "debuggable", allowed, sizeof allowed)) {
        fprintf(stderr, "android_platform: %s is not debuggable\n", package);
        return;
    }
    read_file("settings/global", "gpu_debug_layers_gles", text, sizeof text);
    for (char *file = strtok(text, ":"); file && count < LAYERS; file = strtok(NULL, ":"))
        files[count++] = file;
    while (count)
        load_layer(files[--count], package);
}

static void start(void)
{
    open_driver();
    for (int i = 0; gl_names[i]; i++) {
        Function found = driver_function(gl_names[i]);
        gl2[i] = found ? found : (Function)gl_unimplemented;
        gl1[i] = gl2[i];
        none[i] = (Function)gl_no_context;
    }
    for (int i = 0; i < EXTENSIONS; i++)
        gl1[GL_COUNT + i] = gl2[GL_COUNT + i] = none[GL_COUNT + i] = (Function)gl_no_context;
    for (int i = 0; egl_names[i]; i++)
        if (!(egl[i] = driver_function(egl_names[i])))
            egl[i] = (Function)gl_unimplemented;
    load_layers();
    snapshot(&below[0]);
    for (int i = 0; i < layer_count; i++) {
        layers[i].initialize(&below[i], get_next);
        apply(&layers[i], platform_names, platform, false);
        apply(&layers[i], egl_names, egl, true);
        apply(&layers[i], gl_names, gl2, true);
        snapshot(&below[i + 1]);
        layers_in_place = i + 1;
    }
}

static void started(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

/* --- eglGetProcAddress ---------------------------------------------------------------------------------------------------- */

static struct {
    char name[100];
    Function driver;
} extensions[EXTENSIONS];
static int slots;
static pthread_mutex_t extensions_lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static Function layered(const char *name, Function next)
{
    for (int i = 0; i < layers_in_place; i++)
        next = layers[i].get(name, next);
    return next;
}

/* For tests: the number of the table's places in use. */
int android_extension_slots(void)
{
    return slots;
}

/* The exported functions, at the end of this file. */
static Function exported(const char *name);

static __eglMustCastToProperFunctionPointerType impl_eglGetProcAddress(const char *name)
{
    Function known = exported(name);
    if (known)
        return (__eglMustCastToProperFunctionPointerType)known;
    if (pthread_mutex_lock(&extensions_lock))
        fail("a layer looks a function up while the platform offers it one", name);
    int known_slot = -1;
    for (int i = 0; i < slots; i++)
        if (!strcmp(extensions[i].name, name))
            known_slot = i;
    Function driver = known_slot >= 0 ? extensions[known_slot].driver : driver_function(name), answer = NULL;
    if (driver && slots < EXTENSIONS) {
        /* A name that was looked up before goes to the next free place, which the next new name takes over. */
        gl1[GL_COUNT + slots] = gl2[GL_COUNT + slots] = layered(name, driver);
        answer = forwarders + 32 * slots;
        if (known_slot < 0) {
            snprintf(extensions[slots].name, sizeof extensions[slots].name, "%s", name);
            extensions[slots++].driver = driver;
        }
    }
    pthread_mutex_unlock(&extensions_lock);
    return (__eglMustCastToProperFunctionPointerType)answer;
}

#define EXPORT(answer, name, parameters, arguments)                               \
    answer name parameters                                                        \
    {                                                                             \
        started();                                                                \
        return ((answer(*) parameters)platform[PLATFORM_##name])arguments;        \
    }
EXPORT(EGLDisplay, eglGetDisplay, (EGLNativeDisplayType native), (native))
EXPORT(EGLDisplay, eglGetPlatformDisplay, (EGLenum platform_, void *native, const EGLAttrib *attributes), (platform_, native, attributes))
EXPORT(EGLBoolean, eglInitialize, (EGLDisplay d, EGLint *major, EGLint *minor), (d, major, minor))
EXPORT(EGLBoolean, eglTerminate, (EGLDisplay d), (d))
EXPORT(EGLBoolean, eglChooseConfig, (EGLDisplay d, const EGLint *w, EGLConfig *c, EGLint size, EGLint *n), (d, w, c, size, n))
EXPORT(EGLSurface, eglCreatePbufferSurface, (EGLDisplay d, EGLConfig c, const EGLint *a), (d, c, a))
EXPORT(EGLBoolean, eglDestroySurface, (EGLDisplay d, EGLSurface s), (d, s))
EXPORT(EGLContext, eglCreateContext, (EGLDisplay d, EGLConfig c, EGLContext share, const EGLint *a), (d, c, share, a))
EXPORT(EGLBoolean, eglDestroyContext, (EGLDisplay d, EGLContext c), (d, c))
EXPORT(EGLBoolean, eglMakeCurrent, (EGLDisplay d, EGLSurface draw, EGLSurface read, EGLContext c), (d, draw, read, c))
EXPORT(EGLContext, eglGetCurrentContext, (void), ())
EXPORT(EGLDisplay, eglGetCurrentDisplay, (void), ())
EXPORT(EGLint, eglGetError, (void), ())
EXPORT(__eglMustCastToProperFunctionPointerType, eglGetProcAddress, (const char *name), (name))
EXPORT(EGLBoolean, eglSwapBuffers, (EGLDisplay d, EGLSurface s), (d, s))
EXPORT(const char *, eglQueryString, (EGLDisplay d, EGLint name), (d, name))
EXPORT(EGLBoolean, eglBindAPI, (EGLenum api), (api))
EXPORT(EGLBoolean, eglReleaseThread, (void), ())
EXPORT(EGLSyncKHR, eglCreateSyncKHR, (EGLDisplay d, EGLenum kind, const EGLint *a), (d, kind, a))
EXPORT(EGLBoolean, eglDestroySyncKHR, (EGLDisplay d, EGLSyncKHR s), (d, s))
EXPORT(EGLint, eglClientWaitSyncKHR, (EGLDisplay d, EGLSyncKHR s, EGLint flags, EGLTimeKHR t), (d, s, flags, t))
EXPORT(const GLubyte *, glGetString, (GLenum name), (name))
EXPORT(const GLubyte *, glGetStringi, (GLenum name, GLuint index), (name, index))
EXPORT(void, glGetBooleanv, (GLenum name, GLboolean *value), (name, value))
EXPORT(void, glGetFloatv, (GLenum name, GLfloat *value), (name, value))
EXPORT(void, glGetIntegerv, (GLenum name, GLint *value), (name, value))
EXPORT(void, glGetInteger64v, (GLenum name, GLint64 *value), (name, value))

static Function exported(const char *name)
{
#define OWN(entry) (Function)entry,
    static const Function own[] = { PLATFORM(OWN) };
    int index = index_of(platform_names, name);
    if (index >= 0)
        return own[index];
    index = index_of(gl_names, name);
    return index >= 0 ? stubs[index] : NULL;
}
