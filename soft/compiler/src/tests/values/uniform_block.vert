#version 450
// 0.0 to 39.0, but an integer at 20: `a` at 0, `b` at 2, the rows of `m` at 4 and 8, `t` at 12 and 16, `flag` at 20
// block: 0 0x3F800000 0x40000000 0x40400000 0x40800000 0x40A00000 0x40C00000 0x40E00000 0x41000000 0x41100000 0x41200000 0x41300000 0x41400000 0x41500000 0x41600000 0x41700000 0x41800000 0x41880000 0x41900000 0x41980000 2 0x41A80000 0x41B00000 0x41B80000 0x41C00000 0x41C80000 0x41D00000 0x41D80000 0x41E00000 0x41E80000 0x41F00000 0x41F80000 0x42000000 0x42040000 0x42080000 0x420C0000 0x42100000 0x42140000 0x42180000 0x421C0000
layout(std140) uniform B { float a; vec2 b; layout(row_major) mat2 m; float t[2]; bool flag; } u;

void main() {
    int i = gl_VertexID;
    EXPECT(u.a, 0.0);
    EXPECT(u.b.y, 3.0);
    EXPECT(u.m[1].y, 9.0);
    EXPECT(u.m[0].y, 8.0);
    EXPECT(u.m[1].x, 5.0);
    EXPECT(u.m[i & 1][1], (i & 1) == 0 ? 8.0 : 9.0);
    EXPECT(u.t[i & 1], (i & 1) == 0 ? 12.0 : 16.0);
    EXPECT(u.flag, true);
}
