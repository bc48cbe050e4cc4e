/* A kernel without memfd_create, for programs that preload this library. */
#include <errno.h>

int memfd_create(const char *name, unsigned flags)
{
    (void)name;
    (void)flags;
    errno = ENOSYS;
    return -1;
}
