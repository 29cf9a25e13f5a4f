package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import java.util.Optional;

/** Why a region of a running JVM is on other pages than it would get now. */
final class Difference {

    private static final String UNEXPLAINED = "not explained by what can be seen from here";

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

    /** A sentence; empty if there is no difference, or if what is expected or observed is not known. */
    static String of(RegionForecast expected, Region region, Jvm jvm, Host host) {
        return new Difference(expected, region, jvm, host).sentence();
    }

    private String sentence() {
        Optional<PageKind> foretold = expected.kind();
        Optional<Backing> backing = region.backing().known();
        if (foretold.isEmpty() || backing.isEmpty()) {
            return "";
        }
        if (foretold.get() != PageKind.BASE && backing.get().residentMax().isZero()) {
            return backing.get().kind().equals(foretold) ? "" : "nothing of it has been touched yet";
        }
        Optional<PageKind> observed = backing.get().kind();
        if (observed.isEmpty() || observed.equals(foretold)) {
            return "";
        }
        return switch (foretold.get()) {
            case HUGETLB -> withoutPool(observed.get());
            case THP -> withoutThp(backing.get());
            case BASE -> withPages(observed.get());
            case MIXED -> "how much of it is huge changes as the heap grows";
        };
    }

    private String withoutPool(PageKind observed) {
        return observed == PageKind.MIXED
                ? UNEXPLAINED
                : "the pool had not enough pages when the JVM started; now it has: restart the JVM";
    }

    private String withoutThp(Backing backing) {
        Bytes page = expected.pageSize();
        if (backing.residentMax().compareTo(page) < 0) {
            return "less than one huge page of it has been touched";
        }
        if (isZ() && region.name() == RegionName.HEAP) {
            return "the policy for shared memory (shmem_enabled) was another when it was committed, or no huge page was"
                    + " to be had then; a restart asks anew";
        }
        boolean notAdvised = region.advised().filter(Bytes::isZero).isPresent();
        boolean always = host.thp()
                .known()
                .filter(policy -> policy.effective().equals("always"))
                .isPresent();
        if (notAdvised && !always) {
            return "its memory is not advised, as if the host's policy had been another when the JVM started; a restart asks"
                    + " anew";
        }
        if (swapped()) {
            return "some of it was swapped out, which splits huge pages; khugepaged puts them together again in time";
        }
        Optional<Long> fallbacks = host.vmstat().known().flatMap(counted -> counted.counter("thp_fault_fallback"));
        if (fallbacks.filter(count -> count > 0).isPresent()) {
            return "no huge page was to be had when it was touched (this host counts " + fallbacks.get()
                    + " such faults since it was booted), or it was given back in pieces since; khugepaged has not"
                    + " come by yet";
        }
        return always && notAdvised
                ? "it was touched before the host's policy was always, or in pieces smaller than a huge page; khugepaged"
                        + " has not come by yet"
                : UNEXPLAINED;
    }

    private String withPages(PageKind observed) {
        if (observed == PageKind.HUGETLB) {
            return "it has its pages from when it started; started now, it would not get them";
        }
        boolean allowed = host.thp()
                .known()
                .filter(policy -> !policy.effective().equals("never"))
                .isPresent();
        if (allowed && region.name() == RegionName.NATIVE) {
            return "something in the process asked for them with madvise, as malloc does under glibc.malloc.hugetlb=1";
        }
        if (allowed && is(Collector.SHENANDOAH) && region.name() == RegionName.HEAP) {
            return "it has come to fill the part that it started with (-Xms), which is advised; what it grows by is not";
        }
        return allowed
                ? "the host's policy was more generous when it was touched, or somebody collapsed it; what is touched now"
                        + " gets base pages"
                : "it has them from when the host's policy allowed them; what is touched now gets base pages";
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
