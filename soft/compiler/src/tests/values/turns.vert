#version 450
// Loops whose number of turns is known compute what those compute whose number is not.
// uniforms: 3 0
uniform int three;

float last;

float weight(int turn, inout int calls) {
    calls++;
    last = float(turn) * 0.25;
    if (turn == 1)
        return 0.5;
    return last;
}

void main() {
    int calls = 0, other_calls = 0, i;
    float sum = 0.0, other = 0.0, kept[6], others[6];
    for (i = -3; i < 3; i += 2) {
        sum = sum * 3.0 + weight(i, calls);
        kept[i + 3] = sum;
        if (gl_VertexID % 2 == 0)
            sum += 1.0;
    }
    EXPECT(i, 3);
    EXPECT(last, 0.25);
    for (i = -three; i < three; i += 2) {
        other = other * 3.0 + weight(i, other_calls);
        others[i + 3] = other;
        if (gl_VertexID % 2 == 0)
            other += 1.0;
    }
    EXPECT(i, 3);
    EXPECT(sum, other);
    EXPECT(kept[0], others[0]);
    EXPECT(kept[2], others[2]);
    EXPECT(kept[4], others[4]);
    EXPECT(calls, other_calls);
    EXPECT(calls, 3);

    // The counter is another one in each turn of the outer loop.
    int product = 0;
    for (int outer = 0; outer < 4; outer++)
        for (int inner = outer; inner < 4; inner++)
            product = product * 2 + outer + inner;
    int expected = 0;
    for (int outer = 0; outer <= three; outer++)
        for (int inner = outer; inner <= three; inner++)
            expected = expected * 2 + outer + inner;
    EXPECT(product, expected);

    // The body, the condition or a function changes the counter.
    int turns = 0;
    for (int turn = 0; turn < 10; turn++) {
        turn += 2;
        turns++;
    }
    EXPECT(turns, 4);
    turns = 0;
    for (int turn = 0; turn++ < 5; turn++)
        turns++;
    EXPECT(turns, 3);
    turns = 0;
    for (int turn = 7; weight(turn, turn) > 100.0; turn++)
        turns++;
    EXPECT(turns, 0);

    // Other types and directions, no turn, and turns that a switch and an inner loop leave.
    float steps = 0.0;
    for (float step = 1.0; step > 0.05; step *= 0.5)
        steps += step;
    EXPECT(steps, 1.9375);
    turns = 0;
    for (uint turn = 3u; turn != 0xFFFFFFFFu; turn--)
        turns++;
    EXPECT(turns, 4);
    for (int turn = 5; turn < 5; turn++)
        turns = 99;
    EXPECT(turns, 4);
    turns = 0;
    for (int turn = 0; turn < 6; turn++) {
        switch (turn) {
        case 1:
        case 4:
            turns += 10;
            break;
        default:
            turns++;
        }
        for (int inner = 0; inner < 9; inner++) {
            if (inner == gl_VertexID % 3)
                break;
            turns += 100;
        }
    }
    EXPECT(turns, 24 + 600 * (gl_VertexID % 3));
    turns = 0;
    for (int turn = 0; turn < 6; turn++) {
        if (turn == 2)
            continue;
        turns++;
    }
    EXPECT(turns, 5);
    do turns++; while (turns < 8);
    EXPECT(turns, 8);
}
