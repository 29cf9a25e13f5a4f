package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.evidence.PredictedFailure;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.run.host.WorkloadHeap;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the variants that cannot get their pages on this JVM and host. They are not forked. */
public final class VariantReach {
    private VariantReach() {}

    /** Maps each such variant to its cause, in the given order. Where the host may be changed, only the JVM counts. */
    public static Map<Variant, PredictedFailure> lacking(
            List<Variant> variants, List<Case> cases, TargetJvm jvm, boolean provision) {
        Map<Variant, PredictedFailure> lacking = new LinkedHashMap<>();
        for (Variant variant : variants) {
            variant.unsupportedBy(variant.jvm(jvm))
                    .map(why -> new PredictedFailure(why, Optional.empty()))
                    .or(() -> provision ? Optional.empty() : lacks(variant, cases, variant.jvm(jvm)))
                    .ifPresent(why -> lacking.put(variant, why));
        }
        return lacking;
    }

    /** The cause, if no case can get its pages. */
    private static Optional<PredictedFailure> lacks(Variant variant, List<Case> cases, TargetJvm jvm) {
        Optional<PredictedFailure> lack = Optional.empty();
        for (Case subject : cases) {
            lack = heap(variant, subject, jvm)
                    .flatMap(it -> PredictedFailure.of(variant, HostReader.view(jvm, subject, variant, false), it));
            if (lack.isEmpty()) {
                return lack;
            }
        }
        return lack;
    }

    /** The heap that the variant sets, as its arguments follow those of the program, else that of the program. */
    static Optional<Bytes> heap(Variant variant, Case subject, TargetJvm jvm) {
        return WorkloadHeap.largest(variant.arguments(jvm)).or(() -> HostReader.heap(subject));
    }
}
