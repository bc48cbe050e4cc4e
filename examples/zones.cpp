// A nested profiler: zones of GPU work inside zones, each with its time and its counts.
//
// The specification allows one active query of a target, so that TIME_ELAPSED within TIME_ELAPSED is an error, and so is one statistic within the
// same one. Performance queries of GL_INTEL_performance_query are objects of which any number may be active: glmeter gives them to every driver, also
// beside the application's own queries.
#include "offscreen.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace {

/// The type of performance query whose counters a zone reads.
struct Counters {
    GLuint type = 0, size = 0;
    std::vector<std::pair<std::string, GLuint>> offsets;

    Counters()
    {
        char name[] = "Pipeline Statistics Registers", counter[256];
        GLuint count = 0;
        glGetPerfQueryIdByNameINTEL(name, &type);
        require(type != 0, "GL_INTEL_performance_query");
        glGetPerfQueryInfoINTEL(type, 0, nullptr, &size, &count, nullptr, nullptr);
        for (GLuint id = 1; id <= count; id++) {
            GLuint offset = 0;
            glGetPerfCounterInfoINTEL(type, id, sizeof counter, counter, 0, nullptr, &offset, nullptr, nullptr, nullptr, nullptr);
            offsets.emplace_back(counter, offset);
        }
    }

    /// Returns the value of a counter in the data of a query.
    std::uint64_t value(const std::vector<unsigned char> &data, const char *name) const
    {
        for (const auto &[counter, offset] : offsets) {
            std::uint64_t value = 0;
            if (counter == name) {
                std::memcpy(&value, data.data() + offset, sizeof value);
                return value;
            }
        }
        require(false, name);
        return 0;
    }
};

/// Collects the zones of a frame, and prints them when the GPU has done them.
class Profiler {
public:
    /// A zone lasts as long as this object.
    class Zone {
    public:
        Zone(Profiler &profiler, const char *name) : profiler(profiler), index(profiler.begin(name)) {}
        ~Zone() { profiler.end(index); }
        Zone(const Zone &) = delete;
        Zone &operator=(const Zone &) = delete;

    private:
        Profiler &profiler;
        std::size_t index;
    };

    void print()
    {
        std::vector<unsigned char> data(counters.size);
        for (const Record &zone : zones) {
            GLuint written = 0;
            glGetPerfQueryDataINTEL(zone.query, GL_PERFQUERY_WAIT_INTEL, static_cast<GLsizei>(data.size()), data.data(), &written);
            require(written == data.size(), "the data of a performance query");
            std::printf("%*s%s: %.3f ms, %llu primitives, %llu fragments\n", 2 * zone.depth, "", zone.name,
                        static_cast<double>(counters.value(data, "GPU Time Elapsed")) / 1e6,
                        static_cast<unsigned long long>(counters.value(data, "N primitives submitted")),
                        static_cast<unsigned long long>(counters.value(data, "N fragment shader invocations")));
            glDeletePerfQueryINTEL(zone.query);
        }
        zones.clear();
    }

private:
    struct Record {
        const char *name;
        int depth;
        GLuint query;
    };

    std::size_t begin(const char *name)
    {
        GLuint query = 0;
        glCreatePerfQueryINTEL(counters.type, &query);
        glBeginPerfQueryINTEL(query);
        zones.push_back({ name, depth++, query });
        return zones.size() - 1;
    }

    void end(std::size_t index)
    {
        glEndPerfQueryINTEL(zones[index].query);
        depth--;
    }

    Counters counters;
    std::vector<Record> zones;
    int depth = 0;
};

const char vertex[] = "#version 330\n"
                      "void main() { gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0); }\n";
const char fragment[] = "#version 330\n"
                        "out vec4 colour;\n"
                        "void main() { colour = vec4(gl_FragCoord.xy / 256.0, 0.0, 1.0); }\n";

void draw(int triangles)
{
    for (int i = 0; i < triangles; i++)
        glDrawArrays(GL_TRIANGLES, 0, 3);
}

/// Shows that the specification forbids what the zones do.
void nest_timers()
{
    GLuint queries[2];
    glGenQueries(2, queries);
    glBeginQuery(GL_TIME_ELAPSED, queries[0]);
    glBeginQuery(GL_TIME_ELAPSED, queries[1]);
    std::printf("TIME_ELAPSED within TIME_ELAPSED: %s\n", glGetError() == GL_INVALID_OPERATION ? "INVALID_OPERATION" : "accepted");
    glEndQuery(GL_TIME_ELAPSED);
    glDeleteQueries(2, queries);
}

} // namespace

int main()
{
    GLuint array = 0;
    open_offscreen(EGL_OPENGL_API, 3, 3, 256, 256);
    use_program(vertex, fragment);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    nest_timers();
    Profiler profiler;
    for (int frame = 0; frame < 2; frame++) {
        {
            Profiler::Zone whole(profiler, "frame");
            {
                Profiler::Zone shadows(profiler, "shadows");
                draw(2);
            }
            {
                Profiler::Zone scene(profiler, "scene");
                draw(1);
                {
                    Profiler::Zone water(profiler, "water");
                    draw(4);
                }
            }
        }
        profiler.print();
    }
    return finish();
}
