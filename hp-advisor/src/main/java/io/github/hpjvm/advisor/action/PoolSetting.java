package io.github.hpjvm.advisor.action;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of pages in a hugetlb pool, as a setting of the kernel: for one page size, on the whole host or on one NUMA
 * node (Documentation/admin-guide/mm/hugetlbpage.rst).
 *
 * @param pageBytes size of a page
 * @param node number of the NUMA node; empty for the whole host
 * @param sysctl true if {@code vm.nr_hugepages} sets it: only for pages of the default size, on the whole host
 *     (hugetlb_sysctl_handler in {@code mm/hugetlb.c})
 */
public record PoolSetting(long pageBytes, OptionalInt node, boolean sysctl) {
    private static final long USUAL_BYTES = 2 << 20;
    private static final String KEY = "vm.nr_hugepages";
    private static final String SYSCTL = "/proc/sys/vm/nr_hugepages";
    private static final String HOST = "/sys/kernel/mm/hugepages/hugepages-";
    private static final String NODE = "/sys/devices/system/node/node";
    private static final String STOP_FIRST =
            "stop the JVM before this step, and start it afterwards: the pool needs memory that it uses now";
    private static final String NUMBER = "kB/nr_hugepages";
    private static final Pattern FILE =
            Pattern.compile("(?:/sys/kernel/mm|" + NODE + "(\\d{1,4}))/hugepages/hugepages-(\\d{1,9})" + NUMBER);

    public PoolSetting {
        Objects.requireNonNull(node, "node");
        if (pageBytes < 1024 || sysctl && node.isPresent()) {
            throw new IllegalArgumentException("no pool has pages of " + pageBytes + " bytes on node " + node);
        }
    }

    /**
     * The pool of the whole host; {@code defaultBytes} is Hugepagesize of {@code /proc/meminfo}. Only pages of 2 MiB are set by
     * the sysctl: it does not name a size, and the default is 32 or 512 MiB with base pages of 16 or 64 KiB.
     */
    public static PoolSetting ofHost(long pageBytes, long defaultBytes) {
        return new PoolSetting(pageBytes, OptionalInt.empty(), pageBytes == defaultBytes && pageBytes == USUAL_BYTES);
    }

    /** The share of one NUMA node. */
    public static PoolSetting ofNode(int node, long pageBytes) {
        return new PoolSetting(pageBytes, OptionalInt.of(node), false);
    }

    /** The pool that this file of procfs or sysfs sets; empty if it sets none. */
    public static Optional<PoolSetting> of(String file, long defaultBytes) {
        if (file.equals(SYSCTL)) {
            return Optional.of(new PoolSetting(defaultBytes, OptionalInt.empty(), true));
        }
        Matcher matcher = FILE.matcher(file);
        if (!matcher.matches() || Long.parseLong(matcher.group(2)) == 0) {
            return Optional.empty();
        }
        OptionalInt node =
                matcher.group(1) == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(matcher.group(1)));
        return Optional.of(new PoolSetting(Long.parseLong(matcher.group(2)) * 1024, node, false));
    }

    /** The sysctl {@code vm.nr_hugepages}, else the path of the file. */
    public String name() {
        return sysctl ? KEY : file().toString();
    }

    /** The file that holds the number. The file of the sysctl shows the persistent pages only, without the surplus. */
    public Path file() {
        if (sysctl) {
            return Path.of(SYSCTL);
        }
        String folder = node.isPresent() ? NODE + node.getAsInt() + "/hugepages/hugepages-" : HOST;
        return Path.of(folder + pageBytes / 1024 + NUMBER);
    }

    /**
     * The action that sets the number of pages.
     *
     * @param was the number of persistent pages now
     * @param cost see {@link Action#cost}
     */
    public Action write(long pages, long was, String cost) {
        return write(pages, was, cost, false);
    }

    private Action write(long pages, long was, String cost, boolean stopFirst) {
        return sysctl
                ? new Sysctl(KEY, String.valueOf(pages), String.valueOf(was), cost, stopFirst)
                : new KernelFile(file(), String.valueOf(pages), String.valueOf(was), cost, stopFirst);
    }

    /**
     * The action that makes the pool larger.
     *
     * @param was the number of persistent pages now
     * @param memory size of the pages that it gets
     * @param stopFirst true if the host has this memory only after the present JVM has ended
     */
    public Action grow(long pages, long was, Object memory, boolean stopFirst) {
        return write(
                pages, was, memory + " more memory for the pool" + (stopFirst ? "; " + STOP_FIRST : ""), stopFirst);
    }

    /** The kernel argument that makes the pool at boot: {@code hugepagesz=1G hugepages=4}. */
    public String bootArgument(String pages) {
        return "hugepagesz=" + kernelSize() + " hugepages=" + pages;
    }

    /** The page size as the kernel's command line takes it: {@code 2M}, {@code 1G}, {@code 64K}. */
    public String kernelSize() {
        long kib = pageBytes / 1024;
        if (kib % (1 << 20) == 0) {
            return (kib >> 20) + "G";
        }
        return kib % 1024 == 0 ? (kib >> 10) + "M" : kib + "K";
    }
}
