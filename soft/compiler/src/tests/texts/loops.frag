#version 450 core
in float turns;
out vec4 color;

void main() {
    float sum = 0.0;
    for (int turn = 0; turn < int(turns); turn++) {
        if (turn == 3)
            continue;
        if (sum > 8.0)
            break;
        sum += float(turn) * 0.5;
    }
    color = vec4(sum);
}
