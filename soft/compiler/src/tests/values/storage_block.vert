#version 450
// storage: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// The count, and the odd lanes doubled.
// stored: 128 0 0x40000000 0 0x40C00000 0 0x41200000 0 0x41600000 0 0x41900000 0 0x41B00000 0 0x41D00000 0 0x41F00000 0 0x42080000 0 0x42180000 0 0x42280000 0 0x42380000 0 0x42480000 0 0x42580000 0 0x42680000 0 0x42780000 0 0x42840000 0 0x428C0000 0 0x42940000 0 0x429C0000 0 0x42A40000 0 0x42AC0000 0 0x42B40000 0 0x42BC0000 0 0x42C40000 0 0x42CC0000 0 0x42D40000 0 0x42DC0000 0 0x42E40000 0 0x42EC0000 0 0x42F40000 0 0x42FC0000
layout(std430) buffer B { uint count; float a[64]; };

void main() {
    int i = gl_VertexID;
    uint n = atomicAdd(count, 2u);
    if ((i & 1) == 1) {
        a[i] = float(i) * 2.0;
    }
    EXPECT(a.length(), 64);
    if (i == 100)
        a[0] = float(n);
}
