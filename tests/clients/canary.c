/* A library that prints a line when a process opens it. */
#include <unistd.h>

__attribute__((constructor)) static void opened(void)
{
    static const char line[] = "the caller's library was opened\n";
    ssize_t written = write(1, line, sizeof line - 1);
    (void)written;
}
