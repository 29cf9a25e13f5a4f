package io.github.hpjvm.jmh;

import java.util.Locale;

/** The option {@code require=thp|hugetlb|any[=PERCENT]} of the profiler. */
final class RequiredPages {
    private static final int ALL = 100;

    private final String text;
    private final boolean thp;
    private final boolean hugetlb;
    private final int percent;

    private RequiredPages(String text, boolean thp, boolean hugetlb, int percent) {
        this.text = text;
        this.thp = thp;
        this.hugetlb = hugetlb;
        this.percent = percent;
    }

    /**
     * Parses the options of the profiler.
     *
     * @return null if nothing is required
     * @throws IllegalArgumentException with a message for the user
     */
    static RequiredPages parse(String options) {
        RequiredPages required = null;
        for (String option : options.split(";")) {
            if (option.trim().startsWith("require=")) {
                required = of(option.trim().substring("require=".length()));
            } else if (!option.trim().isEmpty()) {
                throw new IllegalArgumentException("hp: unknown option " + option.trim()
                        + "; the option is require=thp, require=hugetlb or require=any, and =PERCENT if needed");
            }
        }
        return required;
    }

    private static RequiredPages of(String text) {
        String[] parts = text.split("=", 2);
        boolean any = parts[0].equals("any");
        boolean thp = any || parts[0].equals("thp");
        boolean hugetlb = any || parts[0].equals("hugetlb");
        boolean number = parts.length == 1 || parts[1].matches("[1-9]\\d?|100");
        if (!number || !thp && !hugetlb) {
            throw new IllegalArgumentException(
                    "hp: not thp, hugetlb or any, with =PERCENT from 1 to 100 if needed: " + text);
        }
        return new RequiredPages(text, thp, hugetlb, parts.length == 1 ? 0 : Integer.parseInt(parts[1]));
    }

    /** Returns why the pages do not suffice, as a line for the log of JMH; null if they do. */
    String failure(HeapPages pages, RequestedPages requested) {
        long bytes = (thp ? pages.thp : 0) + (hugetlb ? pages.hugetlb : 0);
        boolean holds = percent == 0 ? pages.isOn(bytes) : bytes * (double) ALL >= pages.resident * (double) percent;
        if (holds && pages.resident > 0) {
            return null;
        }
        return "hp:require=" + text + ": " + mebibytes(pages.thp) + " of the heap on THP and "
                + mebibytes(pages.hugetlb) + " on hugetlb pages, of " + mebibytes(pages.resident) + " resident. "
                + remedy(requested, pages.shared);
    }

    private String remedy(RequestedPages requested, boolean shared) {
        boolean asked = requested == RequestedPages.THP && thp || requested == RequestedPages.HUGETLB && hugetlb;
        if (!asked) {
            String flag = thp ? HugePageArgs.THP : HugePageArgs.HUGETLB;
            return "The arguments of the fork request " + requested + ": add " + flag + " to them (-jvmArgsAppend).";
        }
        if (requested == RequestedPages.HUGETLB) {
            return "vm.nr_hugepages must cover heap and code of the fork; hp-cli size has the number.";
        }
        String folder = "/sys/kernel/mm/transparent_hugepage/";
        return (shared ? folder + "shmem_enabled must be advise (ZGC)" : folder + "enabled must be madvise or always")
                + "; hp-cli advise names the cause.";
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1 << 20));
    }

    @Override
    public String toString() {
        return "require=" + text;
    }
}
