/* Tests that the threads of the driver leave the program's signals to the program: shaders are compiled on the program's own thread, and each
 * thread that draws blocks every signal that the program may send or wait for. */
#include "check.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

enum { COMPILE, DRAW, PHASES };
/* The looks at all threads while shaders are compiled. */
enum { LOOKS = 500 };

/* Signals that a thread raises for itself: blocked, they would end the process without the program's handler. */
static const int of_the_thread[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS };

static pid_t process, watcher;
static atomic_int phase;
static atomic_bool done;
/* The threads of the driver that were seen in each phase. */
static atomic_int seen[PHASES];
/* How often the watcher has looked at all threads. */
static atomic_int looks;

/* Returns the signals that every thread of the driver must block, one bit each from signal 1 on. The C library keeps 32 and 33 for itself. */
static uint64_t wanted(void)
{
    uint64_t mask = ~(1ull << (32 - 1) | 1ull << (33 - 1) | 1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1));
    for (size_t at = 0; at < sizeof of_the_thread / sizeof *of_the_thread; at++)
        mask &= ~(1ull << (of_the_thread[at] - 1));
    return mask;
}

/* Checks one thread. It may have ended since its folder was listed. */
static void look_at(const char *thread)
{
    char path[300], line[200], name[100] = "";
    unsigned long long blocked = 0;
    int threads = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/status", thread);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        sscanf(line, "Name: %99[^\n]", name);
        sscanf(line, "Threads: %d", &threads);
        sscanf(line, "SigBlk: %llx", &blocked);
    }
    if (file)
        fclose(file);
    /* Linux counts no threads, and has no mask, for one that has ended. */
    if (threads == 0)
        return;
    EXPECT((blocked & wanted()) == wanted(), "the thread \"%s\" blocks every signal of the program (its mask is %llx)", name, blocked);
    atomic_fetch_add(&seen[atomic_load(&phase)], 1);
}

static void *watch(void *unused)
{
    watcher = gettid();
    while (!atomic_load(&done) && failed_expectations < 10) {
        DIR *tasks = opendir("/proc/self/task");
        CHECK(tasks, "the list of threads");
        for (struct dirent *task; (task = readdir(tasks)) != NULL;)
            if (task->d_name[0] != '.' && atoi(task->d_name) != process && atoi(task->d_name) != watcher)
                look_at(task->d_name);
        closedir(tasks);
        atomic_fetch_add(&looks, 1);
    }
    return unused;
}

/* A shader that takes some time to compile. */
static void compile_long(void)
{
    enum { LINES = 4000 };
    char *text = malloc(LINES * 80 + 400), *at = text;
    CHECK(text, "memory");
    at += sprintf(at, "out vec4 colour; uniform float by; void main() { float x = by;\n");
    for (int line = 0; line < LINES; line++)
        at += sprintf(at, "x = fract(x * %d.5 + by);\n", line);
    sprintf(at, "colour = vec4(x); }\n");
    GLuint program = GL(CreateProgram)();
    GL(AttachShader)(program, shader_of(GL_VERTEX_SHADER, "#version 150\n", "void main() { gl_Position = vec4(0.0); }"));
    GL(AttachShader)(program, shader_of(GL_FRAGMENT_SHADER, "#version 150\n", text));
    link_program(program);
    GL(DeleteProgram)(program);
    free(text);
}

/* Compares the signals of two sets. The C library writes only the part of a set that the kernel knows. */
static bool same_signals(const sigset_t *one, const sigset_t *other)
{
    for (int signal = 1; signal < NSIG; signal++)
        if (sigismember(one, signal) != sigismember(other, signal))
            return false;
    return true;
}

int main(void)
{
    Context context = open_context(CORE, 4, 5);
    pthread_t thread;
    process = getpid();
    CHECK(!pthread_create(&thread, NULL, watch, NULL), "a thread");
    sigset_t before, after;
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    for (int begin = atomic_load(&looks); atomic_load(&looks) < begin + LOOKS && failed_expectations < 10;)
        compile_long();
    atomic_store(&phase, DRAW);
    prepare_load(CORE);
    for (uint64_t begin = nanoseconds(); !atomic_load(&seen[DRAW]) && failed_expectations < 10 && nanoseconds() - begin < 20000000000u;)
        draw_load();
    GL(Finish)();
    CHECK_NO_ERROR("the draws");
    atomic_store(&done, true);
    pthread_join(thread, NULL);
    EXPECT(!atomic_load(&seen[COMPILE]), "shaders are compiled on the thread of the program");
    EXPECT(atomic_load(&seen[DRAW]), "threads of the driver are seen while it draws");
    pthread_sigmask(SIG_BLOCK, NULL, &after);
    EXPECT(same_signals(&before, &after), "the program's thread keeps its mask");
    close_context(&context);
    return verdict("thread_signals");
}
