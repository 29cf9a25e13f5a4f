package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Swap on a compressed memory device of its own (Documentation/admin-guide/blockdev/zram.rst). Closing removes it, after
 * the kernel has read back all pages in it; so does the end of the JVM of the tests. A test needs the host's lock for it.
 */
public final class ZramSwap implements AutoCloseable {
    private static final Path CONTROL = Path.of("/sys/class/zram-control");

    private final String number;
    private final String name;
    private final Thread lastWords = new Thread(this::remove);
    private boolean removed;

    private ZramSwap(String number) {
        this.number = number;
        this.name = "zram" + number;
    }

    /** Creates and enables it; skips the test if this kernel has no zram. */
    public static ZramSwap of(long mebibytes) {
        Needs.root();
        Needs.that(Files.exists(CONTROL.resolve("hot_add")), "zram, a block device of compressed memory");
        String mkswap = Needs.program("mkswap").toString();
        String swapon = Needs.program("swapon").toString();
        ZramSwap swap = new ZramSwap(HostState.value(CONTROL.resolve("hot_add")));
        Runtime.getRuntime().addShutdownHook(swap.lastWords);
        try {
            Poll.until("the device", () -> Files.exists(swap.device()));
            write(swap.setting("disksize"), mebibytes + "M");
            run(mkswap, swap.device().toString());
            run(swapon, "--priority", "100", swap.device().toString());
            return swap;
        } catch (RuntimeException | AssertionError e) {
            swap.close();
            throw e;
        }
    }

    private Path device() {
        return Path.of("/dev", name);
    }

    private Path setting(String file) {
        return Path.of("/sys/block", name, file);
    }

    /** Not by {@link Program} and {@link HostState}, which refuse work while the tests end. */
    private static void run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes());
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void write(Path file, String value) {
        try {
            Files.writeString(file, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether the kernel uses it. */
    public boolean isEnabled() {
        try {
            return Files.readString(Path.of("/proc/swaps")).contains("/" + name + " ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void remove() {
        if (removed) {
            return;
        }
        if (isEnabled()) {
            run("swapoff", device().toString());
        }
        write(setting("reset"), "1");
        write(CONTROL.resolve("hot_remove"), number);
        removed = true;
    }

    @Override
    public void close() {
        remove();
        Runtime.getRuntime().removeShutdownHook(lastWords);
    }
}
