package io.github.hpjvm.bench.jdk;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * One start of a JVM.
 *
 * @param gc its collector
 * @param pages the pages that its arguments request
 * @param heap the size of its heap, all of which is touched at the start
 * @param host the settings of the host
 */
public record JdkCase(Collector gc, Pages pages, Bytes heap, JdkHost host) {
    private static final Bytes SMALLEST = Bytes.ofMiB(64);

    /** A heap that generations and regions divide unevenly has 170/64 of the size of the other one. */
    private static final int UNEVEN = 170;

    private static final int EVEN = 64;

    private static final int SIZES_OF_PAGES = 17;
    private static final int ONE_KIND_OF_POOL = 22;
    private static final int ONE_ZGC = 24;

    /** Requested pages. */
    public enum Pages {
        BASE("base"),
        THP("thp"),
        HUGETLB("hugetlb"),
        HUGETLB_1G("1g");

        private final String text;

        Pages(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * Returns the cases of a JVM: the collectors that its build has, with each kind of pages that its release has.
     *
     * @param pmd the size of a transparent huge page
     * @param changes whether the host is set for each case, or left as it is
     */
    public static List<JdkCase> of(TargetJvm jvm, Bytes pmd, boolean changes) {
        List<JdkCase> cases = new ArrayList<>();
        for (Collector gc : Collector.values()) {
            if (has(jvm, gc)) {
                for (Pages pages : Pages.values()) {
                    // LargePageSizeInBytes: JDK-8256155, 17. ZGC refuses it: JDK-8273872.
                    if (pages != Pages.HUGETLB_1G || feature(jvm) >= SIZES_OF_PAGES && !gc.isZ()) {
                        List<JdkHost> hosts = changes ? JdkHost.of(pages) : List.of(JdkHost.UNCHANGED);
                        hosts.forEach(
                                host -> heaps(pmd).forEach(heap -> cases.add(new JdkCase(gc, pages, heap, host))));
                    }
                }
            }
        }
        cases.sort(Comparator.comparing(JdkCase::host).thenComparing(JdkCase::pages));
        return cases;
    }

    /** Returns two sizes: a power of two with two transparent huge pages or more, and one that is divided unevenly. */
    private static List<Bytes> heaps(Bytes pmd) {
        Bytes even = SMALLEST.max(pmd.times(2));
        return List.of(even, Bytes.of(even.value() / EVEN * UNEVEN));
    }

    private static boolean has(TargetJvm jvm, Collector gc) {
        boolean flag = jvm.knows(flag(gc)) && gc.isIn(feature(jvm));
        return gc == Collector.ZGC_GENERATIONAL ? flag && jvm.knows("ZGenerational") && feature(jvm) < ONE_ZGC : flag;
    }

    private static int feature(TargetJvm jvm) {
        return jvm.version().feature();
    }

    private static String flag(Collector gc) {
        return switch (gc) {
            case SERIAL -> "UseSerialGC";
            case PARALLEL -> "UseParallelGC";
            case CMS -> "UseConcMarkSweepGC";
            case G1 -> "UseG1GC";
            case ZGC, ZGC_GENERATIONAL -> "UseZGC";
            case SHENANDOAH -> "UseShenandoahGC";
            case EPSILON -> "UseEpsilonGC";
        };
    }

    /** Returns the arguments for a release. */
    public List<String> arguments(int feature) {
        List<String> arguments = new ArrayList<>(List.of(
                "-XX:+UnlockExperimentalVMOptions",
                "-Xms" + heap.value(),
                "-Xmx" + heap.value(),
                "-XX:+AlwaysPreTouch",
                "-XX:+" + flag(gc)));
        if (gc == Collector.ZGC_GENERATIONAL) {
            arguments.add("-XX:+ZGenerational");
        } else if (gc == Collector.ZGC && feature >= 21 && feature < ONE_ZGC) {
            arguments.add("-XX:-ZGenerational");
        }
        switch (pages) {
            case BASE -> arguments.add("-XX:-UseLargePages");
            case THP -> arguments.add("-XX:+UseTransparentHugePages");
            case HUGETLB, HUGETLB_1G -> {
                arguments.add("-XX:+UseLargePages");
                // Earlier this is a choice among the kinds of pools, after which none is left (JDK-8261894).
                if (feature >= ONE_KIND_OF_POOL) {
                    arguments.add("-XX:-UseTransparentHugePages");
                }
            }
        }
        if (pages == Pages.HUGETLB_1G) {
            arguments.add("-XX:LargePageSizeInBytes=1g");
        }
        return arguments;
    }

    /** Returns a name: {@code g1 thp 64m}, {@code g1 thp 64m, mode always}. */
    public String name() {
        return gc.name().toLowerCase(Locale.ROOT) + " " + pages + " " + (heap.value() >> 20) + "m"
                + (host == JdkHost.UNCHANGED ? "" : ", " + host);
    }
}
