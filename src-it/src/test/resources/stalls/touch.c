/*
 * Waits for a line on stdin, touches memory in steps of 2 MiB, and measures each first access. Usage: touch MIB. Prints
 * the number of steps, the sum and the maximum of the times in ns, and the number of huge pages.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define HUGE (2UL << 20)

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

int main(int argc, char **argv) {
    unsigned long bytes = strtoul(argv[1], NULL, 10) << 20;
    char *memory = mmap(NULL, bytes + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        perror("mmap");
        return 1;
    }
    char *start = (char *) (((unsigned long) memory + HUGE - 1) & ~(HUGE - 1));
    madvise(start, bytes, MADV_HUGEPAGE);
    getchar();
    long sum = 0, longest = 0, huge = 0;
    for (unsigned long i = 0; i < bytes; i += HUGE) {
        long before = now();
        *(volatile char *) (start + i) = 1;
        long took = now() - before;
        sum += took;
        longest = took > longest ? took : longest;
    }
    char line[256];
    FILE *rollup = fopen("/proc/self/smaps_rollup", "r");
    while (rollup && fgets(line, sizeof line, rollup)) {
        sscanf(line, "AnonHugePages: %ld kB", &huge);
    }
    printf("%lu %ld %ld %ld\n", bytes / HUGE, sum, longest, huge >> 11);
    return 0;
}
