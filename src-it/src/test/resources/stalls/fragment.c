/*
 * Fragments free memory without holding it: takes huge pages one by one, splits each, and frees all base pages of it
 * but one. Usage: fragment BLOCKS. Prints the number of blocks that it fragmented, and waits until stdin is closed.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define HUGE (2UL << 20)
#define BASE 4096UL

int main(int argc, char **argv) {
    unsigned long blocks = strtoul(argv[1], NULL, 10), done = 0;
    char *memory = mmap(NULL, (blocks + 1) * HUGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        perror("mmap");
        return 1;
    }
    char *block = (char *) (((unsigned long) memory + HUGE - 1) & ~(HUGE - 1));
    for (unsigned long i = 0; i < blocks; i++, block += HUGE) {
        madvise(block, HUGE, MADV_HUGEPAGE);
        *(volatile char *) block = 1;
        /* MADV_COLD of a part splits the page (madvise_cold_or_pageout_pte_range in mm/madvise.c). */
        madvise(block, BASE, MADV_COLD);
        madvise(block, HUGE, MADV_NOHUGEPAGE);
        done += madvise(block + BASE, HUGE - BASE, MADV_DONTNEED) == 0;
    }
    printf("%lu\n", done);
    fflush(stdout);
    while (getchar() != EOF) {
    }
    return 0;
}
