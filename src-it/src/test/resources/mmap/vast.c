/* Maps 64 TiB that take no memory, before main() of a JVM. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

__attribute__((constructor)) static void map(void) {
    for (int i = 0; i < 16; i++) {
        if (mmap(0, 4UL << 40, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED) {
            perror("mmap");
        }
    }
}
