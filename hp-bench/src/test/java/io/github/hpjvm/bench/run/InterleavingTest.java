package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.run.Interleaving.Choice;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.process.Interruption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class InterleavingTest {
    private static final Case SUBJECT = Samples.ofSize(1000);

    /** Runs nothing; only states whether its forks can take turns. */
    private static class FoundJvm implements Maker {
        private final Optional<String> whyForks;

        FoundJvm(Optional<String> whyForks) {
            this.whyForks = whyForks;
        }

        @Override
        public Run run(Fork fork, MemoryMode memory, Interruption interruption) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<String> arguments(Job job) {
            return List.of();
        }

        @Override
        public Optional<String> whyForks(Case subject) {
            return whyForks;
        }
    }

    private static Choice choice(
            Optional<Interleave> wanted, boolean fragmented, Optional<String> why, String... names) {
        List<Variant> variants = Stream.of(names).map(Samples::variant).toList();
        return new Interleaving(wanted, Samples.jvm("21"), new FoundJvm(why), fragmented).planned(SUBJECT, variants);
    }

    private static String why(Choice choice) {
        assertEquals(Interleave.FORKS, choice.interleave());
        return choice.why().orElse("");
    }

    @Test
    void choosesSlicesWithoutAConflict() {
        for (Optional<Interleave> wanted : List.of(Optional.<Interleave>empty(), Optional.of(Interleave.SLICES))) {
            Choice choice = choice(wanted, false, Optional.empty(), "baseline", "thp", "hugetlb", "baseline'");
            assertEquals(new Choice(Interleave.SLICES, Optional.empty()), choice);
        }
    }

    @Test
    void givesNoReasonForRequestedForks() {
        assertEquals(
                new Choice(Interleave.FORKS, Optional.empty()),
                choice(Optional.of(Interleave.FORKS), false, Optional.empty(), "baseline", "thp"));
    }

    @Test
    void givesTheReasonForForksOneAfterTheOther() {
        assertEquals("a mode", why(choice(Optional.empty(), false, Optional.of("a mode"), "baseline", "thp")));
        assertTrue(why(choice(Optional.empty(), true, Optional.empty(), "baseline", "thp"))
                .contains("fragmented"));
        assertTrue(why(choice(Optional.empty(), false, Optional.empty(), "baseline"))
                .contains("single fork"));
        assertEquals(
                "thp-always needs host settings that differ from those of the others",
                why(choice(Optional.empty(), false, Optional.empty(), "baseline", "thp", "thp-always")));
    }

    /** The heap of the second program, beside those of the first. */
    @Test
    void countsTheHeapOfEachProgram() {
        Bytes little = Bytes.ofMiB(1);
        assertEquals(Choice.SLICES, ofPrograms(Optional.of(little)));
        String large = why(ofPrograms(Optional.of(Bytes.of(1L << 50))));
        assertTrue(large.startsWith("2 forks at the same time need "), large);
        assertEquals("the size of its heap is unknown", why(ofPrograms(Optional.empty())));
    }

    private static Choice ofPrograms(Optional<Bytes> heapOfThp) {
        Maker maker = new FoundJvm(Optional.empty()) {
            @Override
            public Optional<Bytes> heap(Case subject, Variant variant) {
                return variant.name().equals("thp") ? heapOfThp : Optional.of(Bytes.ofMiB(1));
            }
        };
        return new Interleaving(Optional.empty(), Samples.jvm("21"), maker, false)
                .now(SUBJECT, List.of(Samples.variant("baseline"), Samples.variant("thp")));
    }

    /** A JVM without -Xmx may use a quarter of the memory. */
    @Test
    void saysThatAHeapWithoutALimitNeedsTheMemory() {
        Workload jar = new Workload(
                "A.a",
                "b.A.a",
                Mode.AverageTime,
                List.of(),
                Map.of(),
                Map.of(),
                Workload.Selection.BY_NAME,
                Optional.empty(),
                Optional.of(new Workload.Need(Bytes.of(1L << 50), Optional.empty())),
                Clock.CPU);
        Interleaving interleaving =
                new Interleaving(Optional.empty(), Samples.jvm("21"), new FoundJvm(Optional.empty()), false);
        List<Variant> two = List.of(Samples.variant("baseline"), Samples.variant("thp"));
        String open = why(interleaving.now(new Case(jar, Map.of()), two));
        assertTrue(open.contains(". Without -Xmx each heap may grow to "), open);
        String limited = why(interleaving.now(new Case(jar, Map.of(), List.of("-Xmx1t")), two));
        assertTrue(limited.endsWith(" is available to them"), limited);
    }
}
