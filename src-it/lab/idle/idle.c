/*
 * Measures how long pages take to read that nothing has read for a while, and in how many blocks of 2 MiB of memory they lie. As root,
 * since only root sees frame numbers.
 *
 *     gcc -O1 -o idle src-it/lab/idle/idle.c && sudo ./idle MIB SECONDS ROUNDS base|thp
 *
 * A round reads all pages twice, sleeps, and times the next read of each page. It prints the number of blocks, and the share and the
 * median time of the reads that took more than 2 us. A host that takes idle memory away in blocks of 2 MiB has one slow read for each.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096, BLOCK = 2 << 20, SLOW = 2000 };

static uint64_t nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
    return (x > y) - (x < y);
}

/* The number of different blocks of 2 MiB that hold the pages; 0 if the kernel hides the frame numbers. */
static size_t blocks(char *memory, size_t pages, uint64_t *frames) {
    int file = open("/proc/self/pagemap", O_RDONLY);
    size_t bytes = pages * sizeof *frames;
    ssize_t got = file < 0 ? -1 : pread(file, frames, bytes, (uintptr_t) memory / PAGE * sizeof *frames);
    if (file >= 0) {
        close(file);
    }
    if (got != (ssize_t) bytes) {
        return 0;
    }
    for (size_t i = 0; i < pages; i++) {
        frames[i] = (frames[i] & ((1ull << 55) - 1)) / (BLOCK / PAGE);
    }
    qsort(frames, pages, sizeof *frames, ascending);
    size_t different = frames[0] != 0;
    for (size_t i = 1; i < pages; i++) {
        different += frames[i] != frames[i - 1];
    }
    return different;
}

int main(int count, char **words) {
    if (count != 5 || (strcmp(words[4], "base") && strcmp(words[4], "thp"))) {
        fprintf(stderr, "usage: idle MIB SECONDS ROUNDS base|thp\n");
        return 2;
    }
    size_t size = strtoul(words[1], NULL, 10) << 20, pages = size / PAGE;
    char *mapped = mmap(NULL, size + BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t *times = calloc(pages, sizeof *times);
    if (size == 0 || mapped == MAP_FAILED || times == NULL) {
        fprintf(stderr, "idle: no memory\n");
        return 1;
    }
    char *memory = (char *) (((uintptr_t) mapped + BLOCK - 1) & ~(uintptr_t) (BLOCK - 1));
    madvise(memory, size, strcmp(words[4], "thp") ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
    memset(memory, 1, size);
    printf("%zu pages in %zu blocks\n", pages, blocks(memory, pages, times));
    for (int round = atoi(words[3]); round > 0; round--) {
        volatile char *read = memory;
        for (size_t i = 0; i < 2 * pages; i++) {
            read[i % pages * PAGE];
        }
        usleep(atof(words[2]) * 1e6);
        uint64_t total = 0;
        for (size_t i = 0; i < pages; i++) {
            uint64_t start = nanos();
            read[i * PAGE];
            times[i] = nanos() - start;
            total += times[i];
        }
        qsort(times, pages, sizeof *times, ascending);
        size_t fast = 0;
        while (fast < pages && times[fast] <= SLOW) {
            fast++;
        }
        printf("mean %.2f us, %zu slow reads (%.1f %%) of %.0f us\n", total / 1e3 / pages, pages - fast,
               100.0 * (pages - fast) / pages, fast == pages ? 0 : times[(fast + pages) / 2] / 1e3);
    }
    return 0;
}
