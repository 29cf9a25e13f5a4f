package io.github.hpjvm.os.libc;

import java.util.Optional;

/**
 * Numbers that a Linux kernel gives to system calls on one architecture. Sources:
 * {@code arch/x86/entry/syscalls/syscall_64.tbl}, {@code arch/s390/kernel/syscalls/syscall.tbl}, {@code
 * arch/powerpc/kernel/syscalls/syscall.tbl}, {@code include/uapi/asm-generic/unistd.h} for the others, and {@code fcntl.h}.
 */
public enum KernelAbi {
    X86_64(62, 0),
    GENERIC(129, 63),
    ARM64(129, 63),
    S390X(37, 3),
    PPC64(37, 3);

    /** The descriptor that means the working directory in {@code openat(2)}. */
    public static final int AT_FDCWD = -100;

    public static final int O_CLOEXEC = 02000000;

    private final long kill;
    private final long read;

    KernelAbi(long kill, long read) {
        this.kill = kill;
        this.read = read;
    }

    /** Returns the numbers of an architecture by its name in Java; empty for one that is not listed here. */
    static Optional<KernelAbi> of(String osArch) {
        return switch (osArch) {
            case "amd64", "x86_64" -> Optional.of(X86_64);
            case "aarch64" -> Optional.of(ARM64);
            case "riscv64", "loongarch64" -> Optional.of(GENERIC);
            case "s390x" -> Optional.of(S390X);
            case "ppc64le", "ppc64" -> Optional.of(PPC64);
            default -> Optional.empty();
        };
    }

    /** Returns the numbers of this machine. */
    public static Optional<KernelAbi> here() {
        return of(System.getProperty("os.arch", ""));
    }

    public long kill() {
        return kill;
    }

    public long read() {
        return read;
    }
}
