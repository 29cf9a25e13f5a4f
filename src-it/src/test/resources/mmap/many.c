/*
 * A library for LD_PRELOAD, which gives the program HP_MAPPINGS mappings: the pages of one range, alternately read-only
 * and writable. vm.max_map_count must allow them.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

__attribute__((constructor)) static void begin(void) {
    const char *wanted = getenv("HP_MAPPINGS");
    long count = wanted == NULL ? 0 : atol(wanted);
    unsetenv("HP_MAPPINGS");
    if (count == 0) {
        return;
    }
    char *range = mmap(NULL, (size_t) count * 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (range == MAP_FAILED) {
        perror("mmap");
        exit(1);
    }
    for (long i = 0; i < count; i += 2) {
        if (mprotect(range + i * 4096, 4096, PROT_READ | PROT_WRITE) != 0) {
            perror("mprotect");
            exit(1);
        }
        range[i * 4096] = 1;
    }
}
