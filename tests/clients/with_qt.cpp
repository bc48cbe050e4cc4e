// Tests Qt 5, whose platform plug-in links libGL or libEGL and looks up the GL functions with GetProcAddress.
// Argument: gl or es. The last line is `glmeter` or `driver`, by the owner of the functions.

#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QOpenGLTimerQuery>
#include <cstdio>
#include <cstring>

static int fail(const char *what)
{
    std::printf("failed: %s\n", what);
    return 1;
}

int main(int count, char **arguments)
{
    QGuiApplication application(count, arguments);
    const bool es = count > 1 && std::strcmp(arguments[1], "es") == 0;
    QSurfaceFormat format;
    format.setRenderableType(es ? QSurfaceFormat::OpenGLES : QSurfaceFormat::OpenGL);
    format.setVersion(es ? 3 : 4, es ? 0 : 5);
    format.setProfile(es ? QSurfaceFormat::NoProfile : QSurfaceFormat::CoreProfile);
    QOpenGLContext context;
    context.setFormat(format);
    if (!context.create() || context.isOpenGLES() != es)
        return fail("QOpenGLContext::create");
    QOffscreenSurface surface;
    surface.setFormat(context.format());
    surface.create();
    if (!context.makeCurrent(&surface))
        return fail("QOpenGLContext::makeCurrent");
    QOpenGLFunctions *gl = context.functions();
    while (gl->glGetError() != GL_NO_ERROR) {
    }
    if (es) {
        std::puts(context.hasExtension("GL_ANGLE_timer_query") ? "glmeter" : "driver");
        return 0;
    }

    // Qt's own timers are for desktop GL alone.
    QOpenGLTimerQuery elapsed, stamp;
    if (!elapsed.create() || !stamp.create())
        return fail("QOpenGLTimerQuery::create");
    stamp.recordTimestamp();
    elapsed.begin();
    gl->glClear(GL_COLOR_BUFFER_BIT);
    elapsed.end();
    elapsed.waitForResult();
    if (stamp.waitForResult() == 0 || stamp.waitForTimestamp() == 0 || gl->glGetError() != GL_NO_ERROR)
        return fail("QOpenGLTimerQuery");
    // A name that was never generated: Mesa accepts it even in a core profile.
    auto counter = reinterpret_cast<void(QOPENGLF_APIENTRY *)(GLuint, GLenum)>(context.getProcAddress("glQueryCounter"));
    counter(999999, 0x8E28);
    std::puts(gl->glGetError() == GL_INVALID_OPERATION ? "glmeter" : "driver");
    return 0;
}
