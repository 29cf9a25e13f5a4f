package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.host.ThpPlan;
import java.util.List;

/**
 * Transparent huge pages of 64 KiB (mTHP, Linux 6.8 and newer), and none of the PMD size, which would take precedence.
 * CPUs that keep several adjacent base pages in one TLB entry benefit: Arm by its contiguous bit, AMD by coalescing.
 * HotSpot opts in as for any other size, and only checks whether the global mode is {@code never}.
 */
record SmallFolios() implements Variant {
    private static final Bytes SIZE = Bytes.ofKiB(64);

    @Override
    public String name() {
        return "mthp-64k";
    }

    @Override
    public PageKind asks() {
        return PageKind.THP;
    }

    @Override
    public String describes() {
        return "transparent huge pages of 64 KiB";
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        return new TransparentHugePages().arguments(jvm);
    }

    @Override
    public List<HostChange> host(Bytes pmdSize) {
        return List.of(
                new HostChange(ThpPlan.sizeFile(SIZE.value()), "madvise"),
                new HostChange(ThpPlan.sizeFile(pmdSize.value()), "never"));
    }

    @Override
    public Proof proof() {
        return new Proof.Folios(SIZE);
    }
}
