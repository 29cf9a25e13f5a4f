package io.github.hpjvm.advisor.read;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Kernel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How much of a range is on pages that a PMD maps, and how much on others: the ioctl {@code PAGEMAP_SCAN} of
 * {@code /proc/PID/pagemap} (kernel 6.7; Documentation/admin-guide/mm/pagemap.rst, include/uapi/linux/fs.h). It takes
 * 3 ms for a GiB in base pages, where smaps takes 10, and nothing worth mentioning for huge pages.
 *
 * <p>It goes through JNA, which costs some 50 ms once in a process, and warns on JDK 24 and newer unless native access
 * is allowed; so this class is loaded only where that pays, and whoever does so catches {@link LinkageError}.
 */
final class PagemapScan {

    /**
     * What is present.
     *
     * @param huge on pages mapped by a PMD, whether THP or hugetlb; without the huge zero page
     * @param base on all others
     */
    record Present(Bytes huge, Bytes base) {}

    private static final int O_RDONLY_CLOEXEC = 02000000;

    /** _IOWR('f', 16, struct pm_scan_arg), a structure of 96 bytes. */
    private static final long PAGEMAP_SCAN = 0xc0606610L;

    private static final int ARGUMENT = 96;
    private static final int REGIONS = 512;
    private static final int REGION = 24;
    private static final long PRESENT = 1 << 3;
    private static final long ZERO = 1 << 5;
    private static final long HUGE = 1 << 6;

    private final String file;

    PagemapScan(Path procRoot, long pid) {
        this.file = ProcessFile.path(procRoot, pid, "pagemap").toString();
    }

    /** Whether the kernel is 6.7 or newer, by its release; a newer one may still refuse. */
    static boolean isKnown(Path procRoot) {
        String release = KernelFiles.read(procRoot).known().map(Kernel::release).orElse("");
        int dot = release.indexOf('.');
        int end = dot + 1;
        while (end < release.length() && Character.isDigit(release.charAt(end))) {
            end++;
        }
        try {
            int major = Integer.parseInt(release.substring(0, Math.max(0, dot)));
            return major > 6 || major == 6 && Integer.parseInt(release.substring(dot + 1, end)) >= 7;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Begins to load JNA, in a thread that nobody waits for before the first scan. */
    static void prepare() {
        Thread thread = new Thread(
                () -> {
                    try {
                        NativeLibrary.getInstance("c");
                    } catch (LinkageError e) {
                        // The scan itself will say so.
                    }
                },
                "hp-advisor loads JNA");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * What is present of a range; empty if the kernel does not know the call, or does not let us.
     *
     * @throws LinkageError if there is no JNA, or it cannot be loaded
     */
    Optional<Present> of(AddressRange range) {
        NativeLibrary libc = NativeLibrary.getInstance("c");
        int descriptor = -1;
        try {
            descriptor = open(libc, file);
            return scan(libc, descriptor, range);
        } catch (LastErrorException e) {
            return Optional.empty();
        } finally {
            if (descriptor >= 0) {
                libc.getFunction("close").invokeInt(new Object[] {descriptor});
            }
        }
    }

    private static int open(NativeLibrary libc, String file) {
        return libc.getFunction("open", Function.THROW_LAST_ERROR).invokeInt(new Object[] {file, O_RDONLY_CLOEXEC});
    }

    private static Optional<Present> scan(NativeLibrary libc, int descriptor, AddressRange range) {
        Function ioctl = libc.getFunction("ioctl", Function.THROW_LAST_ERROR);
        long huge = 0;
        long base = 0;
        try (Memory argument = new Memory(ARGUMENT);
                Memory regions = new Memory((long) REGIONS * REGION)) {
            long at = range.start();
            while (Long.compareUnsigned(at, range.end()) < 0) {
                argument.clear();
                argument.setLong(0, ARGUMENT);
                argument.setLong(16, at);
                argument.setLong(24, range.end());
                argument.setLong(40, Pointer.nativeValue(regions));
                argument.setLong(48, REGIONS);
                argument.setLong(72, PRESENT);
                argument.setLong(88, PRESENT | ZERO | HUGE);
                int count = ioctl.invokeInt(new Object[] {descriptor, new NativeLong(PAGEMAP_SCAN), argument});
                for (int i = 0; i < Math.min(count, REGIONS); i++) {
                    long size = regions.getLong((long) i * REGION + 8) - regions.getLong((long) i * REGION);
                    long categories = regions.getLong((long) i * REGION + 16);
                    boolean zero = (categories & ZERO) != 0;
                    huge += !zero && (categories & HUGE) != 0 ? size : 0;
                    base += !zero && (categories & HUGE) == 0 ? size : 0;
                }
                long walked = argument.getLong(32);
                if (Long.compareUnsigned(walked, at) <= 0) {
                    return Optional.empty();
                }
                at = walked;
            }
        }
        return huge < 0 || base < 0 ? Optional.empty() : Optional.of(new Present(Bytes.of(huge), Bytes.of(base)));
    }
}
