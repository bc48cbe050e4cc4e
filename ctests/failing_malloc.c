/* A library to preload: makes the C library's allocations fail for one library of the process, from one of its calls on.
 *
 * The program calls `fail_from(n, count)`: of the calls that come from the library whose path contains the variable FAILING, the next `n` succeed,
 * `count` fail, and the rest succeed. It returns the number of calls since the last time. */
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long calls, first = -1, last;
static uintptr_t begin, end;

static int find(struct dl_phdr_info *about, size_t size, void *name) {
    (void)size;
    if (!strstr(about->dlpi_name, name)) return 0;
    begin = about->dlpi_addr;
    for (int at = 0; at < about->dlpi_phnum; at++) {
        uintptr_t above = about->dlpi_addr + about->dlpi_phdr[at].p_vaddr + about->dlpi_phdr[at].p_memsz;
        if (above > end) end = above;
    }
    return 1;
}

long fail_from(long n, long count) {
    first = -1;
    if (!end) dl_iterate_phdr(find, getenv("FAILING"));
    long made = calls;
    calls = 0;
    last = n + count;
    first = n;
    return made;
}

/* Returns 1 if this allocation fails. */
static int fails(void *from) {
    long at;
    if (first < 0 || (uintptr_t)from < begin || (uintptr_t)from >= end) return 0;
    at = atomic_fetch_add(&calls, 1);
    return at >= first && at < last;
}

#define FAILS() fails(__builtin_return_address(0))

void *malloc(size_t size) { return FAILS() ? 0 : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return FAILS() ? 0 : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return FAILS() ? 0 : __libc_realloc(old, size); }
void *memalign(size_t to, size_t size) { return FAILS() ? 0 : __libc_memalign(to, size); }
void *aligned_alloc(size_t to, size_t size) { return FAILS() ? 0 : __libc_memalign(to, size); }
int posix_memalign(void **made, size_t to, size_t size) {
    if (FAILS() || !(*made = __libc_memalign(to, size))) return 12;
    return 0;
}
