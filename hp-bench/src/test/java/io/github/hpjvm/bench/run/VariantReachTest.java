package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VariantReachTest {
    private static final Case SUBJECT = Samples.ofSize(1000);
    private static final TargetJvm JVM = Samples.jvm("21.0.9");

    private static Optional<Bytes> heap(String flags) {
        Variant variant = Campaigns.options(Profile.OWN, Map.of("variant", "x=-XX:+UseLargePages" + flags))
                .variants()
                .get(1);
        return VariantReach.heap(variant, SUBJECT, JVM);
    }

    /** A pool that suffices for the program's own heap may be too small for that of the variant, and the other way. */
    @Test
    void aVariantIsJudgedByItsOwnHeap() {
        assertEquals(Optional.of(Samples.HEAP), heap(""));
        assertEquals(Optional.of(Bytes.ofMiB(64)), heap(" -Xmx64m"));
        assertEquals(Optional.of(Bytes.ofGiB(8)), heap(" -Xmx2g -Xmx8g"));
    }
}
