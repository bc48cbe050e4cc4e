#version 450 core
layout(local_size_x = 64) in;
struct Item {
    vec2 at;
    uint count;
};
layout(std430, binding = 0) buffer Items {
    uint total;
    Item items[];
};
layout(std140, binding = 1) uniform Limits {
    uint most;
};
shared uint sums[64];

void main() {
    uint id = gl_LocalInvocationIndex;
    sums[id] = min(items[gl_GlobalInvocationID.x].count, most);
    barrier();
    if (id == 0u)
        atomicAdd(total, sums[0] + sums[63]);
}
