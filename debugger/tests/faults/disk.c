/* A faulty disk for a whole process. Preloaded, it counts every call that changes a folder,
 * including sled's, and makes one of them fail or kills the process there. The environment
 * controls it:
 *
 *   RETRACE_DISK_UNDER   the folder; files elsewhere are not affected
 *   RETRACE_DISK_AT      the number of the call, from 1; 0 or unset: none
 *   RETRACE_DISK_HOW     kill    the process dies before the call
 *                        torn    a write does half, any other call completes, and the process dies
 *                        full    the call finds no space left (ENOSPC)
 *                        stays   so do all later calls that need space; the first writes half
 *                        fails   the call fails (EIO)
 *   RETRACE_DISK_ONLY    how the names of the files end whose calls count; unset: all count
 *   RETRACE_DISK_LOG     a file that gets a line for each call: its number, its name, the file
 *
 * It is written in C because the workspace forbids unsafe code, and only unsafe code can replace
 * functions of the C library. */
#define _GNU_SOURCE
#if defined(__x86_64__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum how { KILL, TORN, FULL, STAYS, FAILS };
enum needs { ROOM = 1, NOTHING = 0 };
enum verdict { GO_ON, HALF_THEN_DIE, THEN_DIE, REFUSE, HALF };

static char under[4096];
static size_t under_length;
static const char *only;
static long at;
static enum how how;
static int log_fd = -1;
static atomic_long calls;

static void trap(void);

__attribute__((constructor)) static void begin(void) {
    const char *folder = getenv("RETRACE_DISK_UNDER"), *number = getenv("RETRACE_DISK_AT");
    const char *what = getenv("RETRACE_DISK_HOW"), *file = getenv("RETRACE_DISK_LOG");
    if (!folder || !*folder) return;
    snprintf(under, sizeof under, "%s", folder);
    under_length = strlen(under);
    at = number ? atol(number) : 0;
    only = getenv("RETRACE_DISK_ONLY");
    if (what && !strcmp(what, "torn")) how = TORN;
    if (what && !strcmp(what, "full")) how = FULL;
    if (what && !strcmp(what, "stays")) how = STAYS;
    if (what && !strcmp(what, "fails")) how = FAILS;
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    if (file) log_fd = real(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    trap();
}

static void *next(const char *name, void **kept) {
    if (!*kept) *kept = dlsym(RTLD_NEXT, name);
    return *kept;
}
#define NEXT(name) \
    static void *kept; \
    __typeof__(&name) real = next(#name, &kept)

static int is_under(const char *path) {
    return under_length && path && !strncmp(path, under, under_length) &&
           (path[under_length] == '/' || path[under_length] == 0);
}

static int is_wanted(const char *path) {
    size_t length = strlen(path), end = only ? strlen(only) : 0;
    return is_under(path) && end <= length && !memcmp(path + length - end, only ? only : "", end);
}

static const char *path_of(int fd, char *into, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, into, size - 1);
    into[length < 0 ? 0 : length] = 0;
    return into;
}

static const char *full_path(int folder, const char *path, char *into, size_t size) {
    if (path && path[0] == '/') return path;
    if (folder == AT_FDCWD) return path ? path : "";
    path_of(folder, into, size);
    size_t length = strlen(into);
    snprintf(into + length, size - length, "/%s", path ? path : "");
    return into;
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/* Counts a call, and decides its outcome. */
static enum verdict count(const char *name, const char *path, enum needs needs) {
    if (!is_wanted(path)) return GO_ON;
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (log_fd >= 0) {
        char line[4300];
        int length = snprintf(line, sizeof line, "%ld %s %s\n", number, name, path + under_length);
        ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
        if (real(log_fd, line, length) < 0) abort();
    }
    if (!at || number < at) return GO_ON;
    if (number > at) {
        if (how != STAYS || needs != ROOM) return GO_ON;
        errno = ENOSPC;
        return REFUSE;
    }
    switch (how) {
    case KILL: die();
    case TORN: return needs == ROOM ? HALF_THEN_DIE : THEN_DIE;
    case STAYS:
        if (needs != ROOM) return GO_ON;
        return HALF;
    case FULL:
        if (needs != ROOM) return GO_ON;
        errno = ENOSPC;
        return REFUSE;
    case FAILS: errno = EIO; return REFUSE;
    }
    return GO_ON;
}

/* Calls that name files are also made without the C library (by rustix). The system turns those
 * into a signal, unless they have a sixth argument that only this file passes. */
#if defined(__x86_64__)
#define OURS 0x5265747261636531L
#define GIVEN(number, a, b, c, d, e) syscall(number, a, b, c, d, e, OURS)
#define RENAMEAT(a, b, c, d) GIVEN(SYS_renameat, a, b, c, d, 0L)
#define LINKAT(a, b, c, d, e) GIVEN(SYS_linkat, a, b, c, d, (long)(e))

static void trapped(int signal, siginfo_t *info, void *context) {
    (void)signal;
    greg_t *given = ((ucontext_t *)context)->uc_mcontext.gregs;
    long number = info->si_syscall, answer;
    int kept = errno, links = number == SYS_linkat;
    int folder = (int)given[links ? REG_RDX : REG_RDI];
    const char *name = (const char *)given[links ? REG_R10 : REG_RSI];
    char path[8192];
    enum verdict decided = count(links ? "link" : "rename", full_path(folder, name, path, sizeof path), ROOM);
    if (decided == REFUSE) {
        answer = -errno;
    } else if (decided == HALF) {
        answer = -ENOSPC;
    } else {
        answer = GIVEN(number, given[REG_RDI], given[REG_RSI], given[REG_RDX], given[REG_R10], given[REG_R8]);
        if (answer < 0) answer = -errno;
        if (decided == HALF_THEN_DIE || decided == THEN_DIE) die();
    }
    given[REG_RAX] = answer;
    errno = kept;
}

static void trap(void) {
    const unsigned sixth = offsetof(struct seccomp_data, args[5]);
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, 8),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_linkat, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat2, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, sixth),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)OURS, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, sixth + 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(OURS >> 32), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
    };
    struct sock_fprog program = {sizeof lines / sizeof *lines, lines};
    struct sigaction act = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_NODEFER};
    if (sigaction(SIGSYS, &act, NULL) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
        perror("the disk cannot be put under the process");
        abort();
    }
}
#else
#define RENAMEAT(a, b, c, d) ((int (*)(int, const char *, int, const char *))dlsym(RTLD_NEXT, "renameat"))(a, b, c, d)
#define LINKAT(a, b, c, d, e) \
    ((int (*)(int, const char *, int, const char *, int))dlsym(RTLD_NEXT, "linkat"))(a, b, c, d, e)
static void trap(void) {}
#endif

/* A call that is done completely or not at all. */
#define WHOLE(answer, call) \
    do { \
        enum verdict decided = (answer); \
        if (decided == REFUSE) return -1; \
        if (decided == HALF) { errno = ENOSPC; return -1; } \
        long done = (call); \
        if (decided == HALF_THEN_DIE || decided == THEN_DIE) die(); \
        return done; \
    } while (0)
/* A write, which can be partial. */
#define PART(answer, size, call_of) \
    do { \
        enum verdict decided = (answer); \
        if (decided == REFUSE) return -1; \
        size_t part = decided == HALF || decided == HALF_THEN_DIE ? (size) / 2 : (size); \
        if (decided == HALF && part == 0) { errno = ENOSPC; return -1; } \
        ssize_t done = (call_of); \
        if (decided == HALF_THEN_DIE || decided == THEN_DIE) die(); \
        return done; \
    } while (0)

ssize_t write(int fd, const void *bytes, size_t size) {
    NEXT(write);
    char path[4096];
    PART(count("write", path_of(fd, path, sizeof path), ROOM), size, real(fd, bytes, part));
}
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t from) {
    NEXT(pwrite);
    char path[4096];
    PART(count("pwrite", path_of(fd, path, sizeof path), ROOM), size, real(fd, bytes, part, from));
}
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t from) {
    NEXT(pwrite64);
    char path[4096];
    PART(count("pwrite", path_of(fd, path, sizeof path), ROOM), size, real(fd, bytes, part, from));
}
ssize_t writev(int fd, const struct iovec *parts, int number) {
    NEXT(writev);
    char path[4096];
    PART(count("writev", path_of(fd, path, sizeof path), ROOM), (size_t)number, real(fd, parts, (int)part));
}
ssize_t copy_file_range(int from, off64_t *at_from, int to, off64_t *at_to, size_t size, unsigned flags) {
    NEXT(copy_file_range);
    char path[4096];
    PART(count("copy", path_of(to, path, sizeof path), ROOM), size, real(from, at_from, to, at_to, part, flags));
}
ssize_t sendfile64(int to, int from, off64_t *at_from, size_t size) {
    NEXT(sendfile64);
    char path[4096];
    PART(count("copy", path_of(to, path, sizeof path), ROOM), size, real(to, from, at_from, part));
}
int fsync(int fd) {
    NEXT(fsync);
    char path[4096];
    WHOLE(count("fsync", path_of(fd, path, sizeof path), NOTHING), real(fd));
}
int fdatasync(int fd) {
    NEXT(fdatasync);
    char path[4096];
    WHOLE(count("fdatasync", path_of(fd, path, sizeof path), NOTHING), real(fd));
}
int sync_file_range(int fd, off64_t from, off64_t size, unsigned flags) {
    NEXT(sync_file_range);
    char path[4096];
    WHOLE(count("sync_file_range", path_of(fd, path, sizeof path), NOTHING), real(fd, from, size, flags));
}
int ftruncate(int fd, off_t length) {
    NEXT(ftruncate);
    char path[4096];
    WHOLE(count("ftruncate", path_of(fd, path, sizeof path), NOTHING), real(fd, length));
}
int ftruncate64(int fd, off64_t length) {
    NEXT(ftruncate64);
    char path[4096];
    WHOLE(count("ftruncate", path_of(fd, path, sizeof path), NOTHING), real(fd, length));
}
int fallocate64(int fd, int mode, off64_t from, off64_t length) {
    NEXT(fallocate64);
    char path[4096];
    WHOLE(count("fallocate", path_of(fd, path, sizeof path), ROOM), real(fd, mode, from, length));
}
int rename(const char *from, const char *to) {
    NEXT(rename);
    WHOLE(count("rename", from, ROOM), real(from, to));
}
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    char path[8192];
    WHOLE(count("rename", full_path(from_folder, from, path, sizeof path), ROOM),
          RENAMEAT(from_folder, from, to_folder, to));
}
int link(const char *from, const char *to) {
    NEXT(link);
    WHOLE(count("link", to, ROOM), real(from, to));
}
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    char path[8192];
    WHOLE(count("link", full_path(to_folder, to, path, sizeof path), ROOM),
          LINKAT(from_folder, from, to_folder, to, flags));
}
int unlink(const char *path) {
    NEXT(unlink);
    WHOLE(count("unlink", path, NOTHING), real(path));
}
int unlinkat(int folder, const char *path, int flags) {
    NEXT(unlinkat);
    char whole[8192];
    WHOLE(count("unlink", full_path(folder, path, whole, sizeof whole), NOTHING), real(folder, path, flags));
}
int rmdir(const char *path) {
    NEXT(rmdir);
    WHOLE(count("rmdir", path, NOTHING), real(path));
}
int mkdir(const char *path, mode_t mode) {
    NEXT(mkdir);
    WHOLE(count("mkdir", path, ROOM), real(path, mode));
}

/* Opening counts if it creates or truncates a file. */
static enum verdict opening(int folder, const char *path, int flags) {
    char whole[8192];
    struct stat there;
    int unnamed = (flags & O_TMPFILE) == O_TMPFILE;
    if (!under_length || !(unnamed || flags & (O_CREAT | O_TRUNC))) return GO_ON;
    if (unnamed) return count("create without a name in", full_path(folder, path, whole, sizeof whole), ROOM);
    path = full_path(folder, path, whole, sizeof whole);
    int is = stat(path, &there) == 0;
    if (is && !((flags & O_TRUNC) && there.st_size > 0)) return GO_ON;
    return count(is ? "cut" : "create", path, ROOM);
}
#define MODE \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }
int open(const char *path, int flags, ...) {
    NEXT(open);
    MODE
    WHOLE(opening(AT_FDCWD, path, flags), real(path, flags, mode));
}
int open64(const char *path, int flags, ...) {
    NEXT(open64);
    MODE
    WHOLE(opening(AT_FDCWD, path, flags), real(path, flags, mode));
}
int openat(int folder, const char *path, int flags, ...) {
    NEXT(openat);
    MODE
    WHOLE(opening(folder, path, flags), real(folder, path, flags, mode));
}
int openat64(int folder, const char *path, int flags, ...) {
    NEXT(openat64);
    MODE
    WHOLE(opening(folder, path, flags), real(folder, path, flags, mode));
}
