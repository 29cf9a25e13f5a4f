package io.github.hpjvm.advisor.advice;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Tunables;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Optional;

/** Explains why a region of a running JVM has other pages than a start now would give it. */
final class Difference {

    private static final String UNEXPLAINED = "the facts do not explain the difference";

    private final RegionForecast expected;
    private final Region region;
    private final Jvm jvm;
    private final Host host;

    private Difference(RegionForecast expected, Region region, Jvm jvm, Host host) {
        this.expected = expected;
        this.region = region;
        this.jvm = jvm;
        this.host = host;
    }

    /** Returns a sentence; empty if there is no difference, or if expected or observed pages are unknown. */
    static String of(RegionForecast expected, Region region, Jvm jvm, Host host) {
        return new Difference(expected, region, jvm, host).sentence();
    }

    private String sentence() {
        Optional<PageKind> predicted = expected.kind();
        Optional<Backing> backing = region.backing().known();
        if (predicted.isEmpty() || backing.isEmpty()) {
            return "";
        }
        if (predicted.get() != PageKind.BASE && backing.get().residentMax().isZero()) {
            return backing.get().kind().equals(predicted) ? "" : "no part of it has been touched yet";
        }
        Optional<PageKind> observed = backing.get().kind();
        if (observed.isEmpty() || observed.equals(predicted)) {
            return "";
        }
        return switch (predicted.get()) {
            case HUGETLB -> withoutPool(observed.get());
            case THP -> withoutThp(backing.get());
            case BASE -> withPages(observed.get());
            case MIXED -> "its coverage changes as the heap grows";
        };
    }

    private String withoutPool(PageKind observed) {
        return observed == PageKind.MIXED
                ? UNEXPLAINED
                : "the pool had too few pages when the JVM started, and has enough now: restart the JVM";
    }

    private String withoutThp(Backing backing) {
        Bytes page = expected.pageSize();
        if (backing.residentMax().compareTo(page) < 0) {
            return "less than one huge page of it has been touched";
        }
        if (isZ() && region.name() == RegionName.HEAP) {
            return "shmem_enabled had another value when the memory was committed, or no huge page was"
                    + " free then: restart the JVM";
        }
        boolean notAdvised = region.advised().filter(Bytes::isZero).isPresent();
        boolean always = host.thp()
                .known()
                .filter(policy -> policy.effective().equals("always"))
                .isPresent();
        if (notAdvised && !always) {
            return "the JVM did not call madvise for it; the host was probably in another mode when the"
                    + " JVM started: restart the JVM";
        }
        if (swapped()) {
            return "a part of it was swapped out, which splits huge pages; khugepaged collapses them later";
        }
        Optional<Long> fallbacks = host.vmstat().known().flatMap(counted -> counted.counter("thp_fault_fallback"));
        if (fallbacks.filter(count -> count > 0).isPresent()) {
            return "no huge page was free when it was touched (this host counts " + fallbacks.get()
                    + " such faults since boot), or the JVM returned parts of it since; khugepaged has not"
                    + " scanned it yet";
        }
        return always && notAdvised
                ? "it was touched before the host was in always mode, or in ranges smaller than a huge"
                        + " page; khugepaged has not scanned it yet"
                : UNEXPLAINED;
    }

    private String withPages(PageKind observed) {
        if (observed == PageKind.HUGETLB) {
            return "it has its pages since its start; a start now would not get them";
        }
        boolean allowed = host.thp()
                .known()
                .filter(policy -> !policy.effective().equals("never"))
                .isPresent();
        boolean advised = region.advised().filter(size -> !size.isZero()).isPresent();
        if (advised && allowed && region.name() == RegionName.NATIVE) {
            return ofMalloc();
        }
        if (advised && allowed && is(Collector.SHENANDOAH) && region.name() == RegionName.HEAP) {
            return "the heap fills its initial part (-Xms), for which the JVM opts in; it does not opt"
                    + " in for later growth";
        }
        return allowed
                ? (region.advised().filter(Bytes::isZero).isPresent() ? "nothing in it called madvise; " : "")
                        + "the host allowed huge pages when it was touched, or a process collapsed it later;"
                        + " memory that is touched now gets base pages"
                : "the host allowed huge pages when it was touched; memory that is touched now gets base pages";
    }

    /** Who called madvise for native memory: malloc, if the environment of the process has its tunable. */
    private String ofMalloc() {
        Optional<String> malloc = jvm.environment()
                .known()
                .map(variables -> Tunables.malloc(variables.getOrDefault(Tunables.VARIABLE, "")));
        if (malloc.filter("1"::equals).isPresent()) {
            return "malloc opts in: GLIBC_TUNABLES of the process has glibc.malloc.hugetlb=1";
        }
        return malloc.isPresent()
                ? "the JVM or a library called madvise for a part of it; malloc did not, as GLIBC_TUNABLES of the process"
                        + " does not set glibc.malloc.hugetlb=1 (on aarch64 glibc 2.43 opts in without it)"
                : "another part of the process called madvise, such as malloc with glibc.malloc.hugetlb=1";
    }

    private boolean swapped() {
        return jvm.status()
                .known()
                .flatMap(status -> status.size("VmSwap"))
                .filter(size -> !size.isZero())
                .isPresent();
    }

    private boolean is(Collector collector) {
        return jvm.identity().known().flatMap(VmIdentity::gc).equals(Optional.of(collector));
    }

    private boolean isZ() {
        return jvm.identity()
                .known()
                .flatMap(VmIdentity::gc)
                .filter(Collector::isZ)
                .isPresent();
    }
}
