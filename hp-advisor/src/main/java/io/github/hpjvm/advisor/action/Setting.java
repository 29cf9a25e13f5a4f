package io.github.hpjvm.advisor.action;

import io.github.hpjvm.os.text.ShellQuote;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value in a file of the running kernel. It is lost at the next boot.
 *
 * @param store where the kernel keeps it
 * @param name the name there: {@code vm.nr_hugepages}, or the path of the file
 * @param value to be written
 * @param was current value; of a file with a list of choices, the one in brackets
 */
public record Setting(Store store, String name, String value, String was) {
    private static final String SYSCTLS = "/proc/sys/";
    private static final String THP_FOLDER = "/sys/kernel/mm/transparent_hugepage/";
    private static final String THP = THP_FOLDER + "enabled";
    private static final Pattern THP_OF_SIZE =
            Pattern.compile(THP_FOLDER + "hugepages-([1-9]\\d{0,8})kB/(enabled|shmem_enabled)");
    private static final long TWO_MIB = 2 << 20;

    /** A part of the kernel's interface that holds settings. */
    public enum Store {
        SYSCTL,
        KERNEL_FILE,
        CGROUP
    }

    public Setting {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(name, "name");
    }

    /** The command that writes a value into a file of the kernel: the file is opened by tee, not by the user's shell. */
    public static String command(String value, String file) {
        return "echo " + ShellQuote.word(value) + " | sudo tee " + ShellQuote.word(file);
    }

    /** The path of the file that holds the value. */
    public String file() {
        return store == Store.SYSCTL ? SYSCTLS + name.replace('.', '/') : name;
    }

    /** The name of what is set, the same for a sysctl and for its file below {@code /proc/sys}. */
    public String target() {
        String file = file();
        return file.startsWith(SYSCTLS)
                ? "sysctl " + file.substring(SYSCTLS.length()).replace('/', '.')
                : "file " + file;
    }

    /** {@code vm.nr_hugepages = 700 (was 0)}. */
    public String description() {
        String change = store == Store.SYSCTL ? name + " = " + value : value + " into " + name;
        return change + " (was " + was + ")";
    }

    /**
     * The pool of the host or of a node that this sets; empty if it sets none. The sysctl counts pages of the default size,
     * which is 2 MiB in each action ({@link PoolSetting#ofHost}).
     */
    public Optional<PoolSetting> pool() {
        return store == Store.CGROUP ? Optional.empty() : PoolSetting.of(file(), TWO_MIB);
    }

    /** The value for {@code transparent_hugepage/enabled}; empty if this sets another file. */
    public Optional<String> thpMode() {
        return file().equals(THP) ? Optional.of(value) : Optional.empty();
    }

    /**
     * The kernel argument that has the same effect from boot on; empty if there is none. {@code hugepages=NODE:PAGES} needs
     * Linux 5.16, {@code thp_anon=} 6.12, {@code transparent_hugepage_shmem=} and {@code thp_shmem=} 6.13
     * (Documentation/admin-guide/kernel-parameters.txt). An older kernel ignores the last three.
     */
    public Optional<String> bootArgument() {
        return pool().map(pool -> pool.bootArgument(
                        pool.node().isEmpty() ? value : pool.node().getAsInt() + ":" + value))
                .or(() -> thpMode().map(mode -> "transparent_hugepage=" + mode))
                .or(this::thpArgument);
    }

    private Optional<String> thpArgument() {
        if (file().equals(THP_FOLDER + "shmem_enabled")) {
            return Optional.of("transparent_hugepage_shmem=" + value);
        }
        Matcher size = THP_OF_SIZE.matcher(file());
        return size.matches()
                ? Optional.of((size.group(2).equals("enabled") ? "thp_anon=" : "thp_shmem=")
                        + PoolSetting.ofHost(Long.parseLong(size.group(1)) << 10, 0)
                                .kernelSize() + ":" + value)
                : Optional.empty();
    }
}
