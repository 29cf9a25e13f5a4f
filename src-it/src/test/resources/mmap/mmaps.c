/*
 * A library for LD_PRELOAD. A thread of the program maps and unmaps one page again and again. Each line on stdin prints
 * the figures since the last one, and begins new ones: calls, worst call in microseconds, calls of more than 1 ms.
 *
 * A pair of calls during which the thread was preempted does not count: that time is not spent waiting for a lock.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile int asked;

static long nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000L + now.tv_nsec;
}

static long preemptions(void) {
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

static void *maps(void *nothing) {
    long calls = 0, worst = 0, above = 0, preempted = 0;
    (void) nothing;
    /* Best effort: root may do so. */
    setpriority(PRIO_PROCESS, (id_t) syscall(SYS_gettid), -20);
    for (;;) {
        long before = preemptions();
        long begun = nanos();
        void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED || munmap(page, 4096) != 0) {
            abort();
        }
        long took = nanos() - begun;
        if (preemptions() != before) {
            preempted++;
        } else {
            calls++;
            worst = took > worst ? took : worst;
            above += took > 1000000;
        }
        if (asked) {
            asked = 0;
            printf("mmaps %ld %ld %ld %ld\n", calls, worst / 1000, above, preempted);
            fflush(stdout);
            calls = worst = above = preempted = 0;
        }
        usleep(20);
    }
    return NULL;
}

static void *listens(void *nothing) {
    char c;
    (void) nothing;
    while (read(0, &c, 1) == 1) {
        if (c == '\n') {
            asked = 1;
        }
    }
    return NULL;
}

__attribute__((constructor)) static void begin(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, maps, NULL);
    pthread_create(&thread, NULL, listens, NULL);
}
