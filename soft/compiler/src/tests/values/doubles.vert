#version 450

// The largest and the smallest results, at run time and folded.
void bounds(int i) {
    double large = 1.7976931348623157E+308LF, tiny = ldexp(1.0LF, -1074);
    int e = i == 77 ? i : -2100;
    EXPECT(ldexp(large, e), 0.0LF);
    EXPECT(ldexp(large, e + 1027) > 0.0LF, true);
    EXPECT(ldexp(tiny, 2097 + e - e), ldexp(1.0LF, 1023));
    EXPECT(ldexp(0.75LF, e + 1077), ldexp(0.75LF, -1023));
    EXPECT(ldexp(0.99999999999999989LF, 1024 + e - e), large);
    const bool folded = ldexp(1.7976931348623157E+308LF, -2100) == 0.0LF && ldexp(4.9406564584124654E-324LF, 2097) == ldexp(1.0LF, 1023);
    EXPECT(folded, true);
}

void packing() {
    double d = packDouble2x32(uvec2(0u, 0x40080000u));
    EXPECT(d, 3.0LF);
    EXPECT(unpackDouble2x32(d * 2.0LF), uvec2(0u, 0x40180000u));
}

void main() {
    bounds(gl_VertexID);
    packing();
}
