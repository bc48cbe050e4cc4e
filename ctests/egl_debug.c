/* Receives the debug messages of EGL errors, of those that libEGL finds and of those that the driver finds. It runs on the software pipeline alone.
 *
 *   egl_debug
 */
#include "check.h"

static int messages;
static EGLenum error;
static EGLint type;
static const char *thread, *object;
static char command[64];

static void EGLAPIENTRY note(EGLenum code, const char *name, EGLint kind, EGLLabelKHR thread_label, EGLLabelKHR object_label, const char *message)
{
    (void)message;
    messages++;
    error = code, type = kind, thread = thread_label, object = object_label;
    snprintf(command, sizeof command, "%s", name ? name : "");
}

#define EXPECT_MESSAGE(code, name, label)                                                                                               \
    do {                                                                                                                                \
        EXPECT(messages == 1 && error == (code) && type == EGL_DEBUG_MSG_ERROR_KHR && !strcmp(command, name), "a message of %s (got %d, " \
               "0x%04x, %s)", name, messages, error, command);                                                                          \
        EXPECT(thread && !strcmp(thread, "thread") && object == (label), "labels of %s", name);                                         \
        EXPECT(eglGetError() == (code), "the error of %s", name);                                                                       \
        messages = 0;                                                                                                                   \
    } while (0)

int main(void)
{
    static const char label[] = "label";
    PFNEGLDEBUGMESSAGECONTROLKHRPROC control;
    PFNEGLLABELOBJECTKHRPROC label_object;
    PFNEGLQUERYDEBUGKHRPROC query;
    *(void (**)(void))&control = proc_address("eglDebugMessageControlKHR");
    *(void (**)(void))&label_object = proc_address("eglLabelObjectKHR");
    *(void (**)(void))&query = proc_address("eglQueryDebugKHR");
    EXPECT(occurrences(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_KHR_debug") == 1, "the extension is listed");
    Context context = open_context(ES, 2, 0);

    EGLAttrib value = 0, wrong[] = { EGL_DEBUG_CALLBACK_KHR, EGL_TRUE, EGL_NONE }, warnings[] = { EGL_DEBUG_MSG_WARN_KHR, EGL_TRUE, EGL_NONE };
    EXPECT(control(note, wrong) == EGL_BAD_ATTRIBUTE, "an attribute that is no type of messages");
    EXPECT(control(note, warnings) == EGL_SUCCESS, "a callback");
    EXPECT(query(EGL_DEBUG_MSG_WARN_KHR, &value) && value == EGL_TRUE && query(EGL_DEBUG_CALLBACK_KHR, &value), "the callback is set");
    EXPECT(value == (EGLAttrib)note && messages == 0, "no messages without errors (got %d, 0x%04x, %s)", messages, error, command);
    EXPECT(label_object(EGL_NO_DISPLAY, EGL_OBJECT_THREAD_KHR, NULL, (EGLLabelKHR) "thread") == EGL_SUCCESS, "the label of a thread");
    EXPECT(label_object(context.display, EGL_OBJECT_SURFACE_KHR, context.surface, (EGLLabelKHR)label) == EGL_SUCCESS, "the label of a surface");
    EXPECT(messages == 0, "no messages without errors (got %d, 0x%04x, %s)", messages, error, command);

    EGLint size = 0;
    EXPECT(!eglQuerySurface(context.display, context.surface, EGL_RED_SIZE, &size), "an attribute that surfaces do not have");
    EXPECT_MESSAGE(EGL_BAD_ATTRIBUTE, "eglQuerySurface", label);
    EXPECT(!eglSwapBuffers(context.display, (EGLSurface)(intptr_t)0x10), "a surface that does not exist");
    EXPECT_MESSAGE(EGL_BAD_SURFACE, "eglSwapBuffers", NULL);

    EGLAttrib none[] = { EGL_DEBUG_MSG_ERROR_KHR, EGL_FALSE, EGL_NONE };
    EXPECT(control(note, none) == EGL_SUCCESS, "no errors");
    EXPECT(!eglSwapBuffers(context.display, (EGLSurface)(intptr_t)0x10) && messages == 0, "no messages of errors (got %d)", messages);
    EXPECT(control(NULL, NULL) == EGL_SUCCESS && query(EGL_DEBUG_MSG_ERROR_KHR, &value) && value == EGL_TRUE, "the initial state");
    EXPECT(!eglSwapBuffers(context.display, (EGLSurface)(intptr_t)0x10) && messages == 0, "no messages without a callback (got %d)", messages);
    close_context(&context);
    return verdict("egl_debug");
}
