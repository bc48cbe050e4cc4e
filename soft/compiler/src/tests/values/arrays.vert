#version 450

void outside(int i) {
    float a[8];
    float guard = 5.0;
    for (int k = 0; k < 8; k++)
        a[k] = 1.0;
    a[i * 1000 - 7] = 2.0;
    a[-i] = 3.0;
    EXPECT(guard, 5.0);
    EXPECT(a[1], 1.0);
    EXPECT(a[i * 77 + 8] * 0.0, 0.0);
}

void lengths() {
    int z[100][101][102];
    EXPECT(z.length(), 100);
    EXPECT(z[0].length(), 101);
    EXPECT(z[0][0].length(), 102);
}

void swaps(int i) {
    vec2 a = vec2(i, 1);
    for (int k = 0; k < 3; k++)
        a = a.yx;
    EXPECT(a, vec2(1, i));
}

void main() {
    outside(gl_VertexID);
    lengths();
    swaps(gl_VertexID);
}
