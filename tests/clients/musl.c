/* A program that uses another C library than glmeter, and no GL. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const char *preload = getenv("LD_PRELOAD");
    printf("running %s\n", preload ? "with a preload" : "without a preload");
    return 0;
}
