package io.github.hpjvm.it.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.it.lab.Program.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that is not a JVM, with a libjvm.so that exports forged tables. */
public final class ForgedLibjvm {
    private static final String LIBRARY = """
            struct entry {
                const char *type, *field, *kind;
                int is_static;
                unsigned long offset;
                void *address;
            };
            struct type { const char *name; unsigned long size; };
            struct entry none[1];
            struct type no_types[1];
            struct entry *gHotSpotVMStructs = none;
            struct type *gHotSpotVMTypes = no_types;
            unsigned long gHotSpotVMStructEntryTypeNameOffset = 0;
            unsigned long gHotSpotVMStructEntryFieldNameOffset = 8;
            unsigned long gHotSpotVMStructEntryIsStaticOffset = 24;
            unsigned long gHotSpotVMStructEntryOffsetOffset = 32;
            unsigned long gHotSpotVMStructEntryAddressOffset = 40;
            unsigned long gHotSpotVMStructEntryArrayStride = 48;
            unsigned long gHotSpotVMTypeEntryTypeNameOffset = 0;
            unsigned long gHotSpotVMTypeEntrySizeOffset = 8;
            unsigned long gHotSpotVMTypeEntryArrayStride = 16;
            """;

    private static final String PROGRAM = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <linux/userfaultfd.h>
            #include <stdio.h>
            #include <string.h>
            #include <sys/ioctl.h>
            #include <sys/mman.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            #define SIZE (64UL << 20)
            int main(int count, char **arguments) {
                void *library = dlopen(arguments[1], RTLD_NOW);
                void **structs = dlsym(library, "gHotSpotVMStructs");
                unsigned long *memory = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                if (!strcmp(arguments[2], "never")) {
                    /* The pages of this file never arrive. */
                    int file = memfd_create("never", 0);
                    ftruncate(file, SIZE);
                    memory = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
                    int fd = syscall(SYS_userfaultfd, O_CLOEXEC);
                    struct uffdio_api api = { .api = UFFD_API };
                    struct uffdio_register range = { .range = { (unsigned long) memory, SIZE },
                        .mode = UFFDIO_REGISTER_MODE_MISSING };
                    if (fd < 0 || ioctl(fd, UFFDIO_API, &api) || ioctl(fd, UFFDIO_REGISTER, &range)) {
                        puts("refused");
                    }
                } else if (strcmp(arguments[2], "untouched")) {
                    for (unsigned long i = 0; i < SIZE / sizeof(long); i++) {
                        memory[i] = !strcmp(arguments[2], "wild") ? 0xffffffff81000000UL + i : (unsigned long) "Flag";
                    }
                }
                *structs = memory;
                puts("ready");
                fflush(stdout);
                for (;;) pause();
            }
            """;

    private ForgedLibjvm() {}

    /**
     * Compiles and starts the program.
     *
     * @param kind {@code endless} for a table without an end, {@code wild} for pointers into the kernel, {@code never} for
     *     a file whose pages never arrive, {@code untouched} for anonymous memory without pages
     */
    public static Running start(Path folder, String kind) throws IOException {
        Path compiler = Needs.program("cc");
        Path library = folder.resolve("libjvm.so");
        Path librarySource = Files.writeString(folder.resolve("forged.c"), LIBRARY);
        Path programSource = Files.writeString(folder.resolve("forger.c"), PROGRAM);
        Path program = folder.resolve("forger");
        assertCompiles(Program.of(compiler.toString(), "-shared", "-fPIC", "-o").with(library, librarySource));
        assertCompiles(Program.of(compiler.toString(), "-o").with(program, programSource, "-ldl"));
        Running running = Program.of(program.toString()).with(library, kind).start();
        Poll.until("the program has forged its tables", () -> running.outSoFar().contains("ready"));
        Needs.that(!running.outSoFar().contains("refused"), "userfaultfd");
        return running;
    }

    private static void assertCompiles(Program compile) {
        Program.Ended ended = compile.run();
        assertEquals(0, ended.exitCode(), ended.err());
    }
}
