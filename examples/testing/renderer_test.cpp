// Unit tests of the renderer by GoogleTest. Each runs under `glmeter run --headless`, where counts and pictures are the same on every machine.
#include "../offscreen.h"
#include "renderer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

constexpr int width = 256, height = 192;

struct Renderer : testing::Test {
    static void SetUpTestSuite()
    {
        open_offscreen(EGL_OPENGL_API, 3, 2, width, height);
        renderer_open();
    }

    // Returns the result of a query around one frame.
    static GLuint count(GLenum target)
    {
        GLuint query = 0, result = 0;
        glGenQueries(1, &query);
        glBeginQuery(target, query);
        renderer_draw(0);
        glEndQuery(target);
        glGetQueryObjectuiv(query, GL_QUERY_RESULT, &result);
        glDeleteQueries(1, &query);
        return result;
    }
};

TEST_F(Renderer, SubmitsEachDiscOnce)
{
    EXPECT_EQ(count(GL_VERTICES_SUBMITTED_ARB), COLUMNS * ROWS * VERTICES_OF_A_DISC);
}

TEST_F(Renderer, ShadesNoPixelTwice)
{
    EXPECT_EQ(count(GL_FRAGMENT_SHADER_INVOCATIONS_ARB), count(GL_SAMPLES_PASSED));
    EXPECT_LE(count(GL_SAMPLES_PASSED), width * height);
}

TEST_F(Renderer, DrawsTheSamePictureOnEveryMachine)
{
    std::vector<std::uint8_t> pixels(std::size_t(width) * height * 4);
    renderer_draw(3);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (std::uint8_t byte : pixels)
        hash = (hash ^ byte) * 0x100000001b3;
    EXPECT_EQ(hash, 0x89cb4995925e9bf2u);
}

TEST_F(Renderer, RaisesNoError)
{
    renderer_draw(0);
    EXPECT_EQ(glGetError(), GL_NO_ERROR);
}

} // namespace
