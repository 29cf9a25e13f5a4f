package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.bench.evidence.Foreseen;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which variants cannot get their pages on the host as it is. They are not forked: the time is for the others. */
public final class Reach {
    private Reach() {}

    /** By variant why, in the order given; none where the host may be changed. */
    public static Map<Variant, Foreseen> lacking(
            List<Variant> variants, List<Case> cases, TargetJvm jvm, boolean provision) {
        Map<Variant, Foreseen> lacking = new LinkedHashMap<>();
        if (!provision) {
            for (Variant variant : variants) {
                lacks(variant, cases, jvm).ifPresent(why -> lacking.put(variant, why));
            }
        }
        return lacking;
    }

    /** Only what no case can get is left out. */
    private static Optional<Foreseen> lacks(Variant variant, List<Case> cases, TargetJvm jvm) {
        Optional<Foreseen> lack = Optional.empty();
        for (Case subject : cases) {
            Optional<Bytes> heap = HostReader.heap(subject.workload());
            lack = heap.flatMap(
                    it -> Foreseen.of(variant, HostReader.view(jvm, subject.workload(), variant, false), it));
            if (lack.isEmpty()) {
                return lack;
            }
        }
        return lack;
    }
}
