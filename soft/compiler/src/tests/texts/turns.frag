#version 450
// Loops of few turns become no loops; those that something else leaves, or of many turns, stay.
uniform sampler2D image;
uniform int count;
in vec2 place;
out vec4 colour;

void main() {
    vec4 sum = vec4(0.0);
    for (int y = -1; y <= 1; y += 2)
        for (int x = 0; x < 2; x++)
            sum += textureOffset(image, place, ivec2(0)) * float(x * 2 + y);
    for (int i = 0; i < 3; i++) {
        if (sum.x > 4.0)
            break;
        sum.x += 1.0;
    }
    for (int i = 0; i < 33; i++)
        sum.y += place.x;
    for (int i = 0; i < count; i++)
        sum.z += place.y;
    colour = sum;
}
