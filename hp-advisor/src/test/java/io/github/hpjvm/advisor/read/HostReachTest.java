package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The facts that advice reads suffice for advice: on the live host and by a snapshot it is the same, byte for byte. */
class HostReachTest {
    private static final List<Jvm> JVMS = List.of(
            JvmSamples.g1(17),
            JvmSamples.g1(17, "-XX:+UseLargePages"),
            JvmSamples.g1(21, "-XX:+UseTransparentHugePages"),
            JvmSamples.g1(21, "-XX:+UseZGC", "-XX:+UseTransparentHugePages"));

    static List<Path> trees() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("src/test/resources/hosts"))) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("trees")
    void readsTheFactsThatAdviceUses(Path tree) {
        Host full = HostFacts.read(Roots.under(tree));
        Host less = HostFacts.read(Roots.under(tree), HostReach.ADVICE);
        assertEquals(full.forAdvice(), less);
        assertEquals(less, less.forAdvice());
    }

    @ParameterizedTest
    @MethodSource("trees")
    void theAdviceIsTheSame(Path tree) {
        Host full = HostFacts.read(Roots.under(tree));
        Host less = HostFacts.read(Roots.under(tree), HostReach.ADVICE);
        for (Jvm jvm : JVMS) {
            assertEquals(
                    AdviceJson.write(Advisor.advise(FactsSamples.facts(full, jvm), jvm)),
                    AdviceJson.write(Advisor.advise(FactsSamples.facts(less, jvm), jvm)));
        }
    }

    @Test
    void aSkippedFactNamesTheCommandThatReadsIt() throws IOException {
        Host less = HostFacts.read(Roots.under(trees().get(0)), HostReach.ADVICE);
        assertTrue(
                less.pressure() instanceof Fact.Absent<?> absent
                        && absent.reason() == Reason.SKIPPED
                        && absent.grant().contains("hp-cli snapshot"),
                less.pressure().toString());
    }

    @Test
    void doesNotFailForADamagedPolicy(@TempDir Path tree) throws IOException {
        Path thp = Files.createDirectories(tree.resolve("sys/kernel/mm/transparent_hugepage"));
        Files.writeString(thp.resolve("enabled"), "always [madvise] never\n");
        Files.writeString(thp.resolve("defrag"), "always\n");
        assertEquals(
                HostFacts.read(Roots.under(tree)).forAdvice(), HostFacts.read(Roots.under(tree), HostReach.ADVICE));
    }
}
