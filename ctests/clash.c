/* An application with a library whose variables are named like GL functions. The library is linked or, with arguments, opened from the path
 * in the first, with RTLD_LOCAL or, with a second argument, RTLD_GLOBAL. Compiled with COPIED and without -fPIE, the program has copies of
 * two of the variables, which the loader fills from the library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

#ifndef OPENED
int clash_run(void);
#endif
#ifdef COPIED
extern void (*glBeginQuery)(void), (*glEndQuery)(void);
#endif

int main(int count, char **arguments)
{
    int (*run)(void);
#ifdef OPENED
    void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW | (count > 2 ? RTLD_GLOBAL : RTLD_LOCAL)) : NULL;
    if (!library) {
        fprintf(stderr, "clash: expected: the library opens: %s\n", count > 1 ? dlerror() : "no argument");
        return 1;
    }
    *(void **)&run = dlsym(library, "clash_run");
    /* dlsym finds the variable in the library, not another library's function of that name. */
    void (**variable)(void) = (void (**)(void))dlsym(library, "glBeginQuery");
    void *owner_of_run = NULL, *owner_of_variable = NULL;
    Dl_info info;
    if (run && dladdr(*(void **)&run, &info))
        owner_of_run = info.dli_fbase;
    if (variable && dladdr((void *)variable, &info))
        owner_of_variable = info.dli_fbase;
    if (!owner_of_run || owner_of_run != owner_of_variable) {
        fprintf(stderr, "clash: expected: dlsym(library, \"glBeginQuery\") is the library's own variable\n");
        return 1;
    }
#else
    (void)count, (void)arguments;
    run = clash_run;
#ifdef COPIED
    if (!glBeginQuery || glBeginQuery != glEndQuery) {
        fprintf(stderr, "clash: expected: the program's variables are what the library's constructor wrote\n");
        return 1;
    }
#endif
#endif
    int failed = run();
    if (!failed)
        puts("clash: ok");
    return failed;
}
