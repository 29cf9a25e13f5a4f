package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.host.ThpPlan;
import java.util.List;

/**
 * Transparent huge pages with a mode of defrag, for page faults without a free huge page: {@code never} and
 * {@code defer} take base pages at once, {@code defer} and {@code defer+madvise} wake kcompactd, and
 * {@code defer+madvise} makes mappings wait that opted in with {@code madvise}, as a JVM does
 * (Documentation/admin-guide/mm/transhuge.rst). The modes differ only on fragmented memory.
 *
 * @param word value of {@code transparent_hugepage/defrag}
 */
record ThpDefrag(String word) implements Variant {

    @Override
    public String name() {
        return "thp-defrag-" + word;
    }

    @Override
    public PageKind asks() {
        return PageKind.THP;
    }

    @Override
    public String describes() {
        return "transparent huge pages with defrag=" + word;
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        return new TransparentHugePages().arguments(jvm);
    }

    @Override
    public List<HostChange> host(Bytes pmdSize) {
        return List.of(new HostChange(ThpPlan.defragFile(), word));
    }
}
