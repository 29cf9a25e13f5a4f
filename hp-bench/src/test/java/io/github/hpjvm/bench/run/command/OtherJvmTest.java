package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherJvmTest {
    @TempDir
    private Path folder;

    private static Optional<String> of(Path home, String build, String observed, List<Path> aboveLibjvm) {
        TargetJvm jvm =
                new TargetJvm(home.resolve("bin/java"), JavaVersion.parse("17"), build, "Debian", "VM", Map.of());
        Variant variant = BenchOptions.parse(Map.of("variant", "x=jvm:" + home), Profile.OWN, 1)
                .variants()
                .get(1);
        ObservedJvm seen = new ObservedJvm(
                7,
                "A",
                observed,
                true,
                Optional.of(true),
                Optional.empty(),
                Bytes.ZERO,
                Bytes.ZERO,
                List.of(),
                Optional.empty());
        Usage usage = new Usage(1, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
        return OtherJvm.of(
                ((OwnVariant) variant).on(path -> jvm),
                Samples.jvm("21"),
                new Outside(usage, List.of(seen)),
                aboveLibjvm);
    }

    /** The VM of JDK 8 publishes another text than {@code java -version} prints, and the folder is that of the jre. */
    @Test
    void theFolderOfLibjvmDecides() throws Exception {
        Path real = Files.createDirectories(folder.resolve("java-8-openjdk/jre"))
                .getParent()
                .toRealPath();
        Path home = Files.createSymbolicLink(folder.resolve("8"), real);
        List<Path> above = List.of(real.resolve("jre"), real, real.getParent());
        assertEquals(Optional.empty(), of(home, "1.8.0_504-8u504-ga-1-b01", "anything", above));
        String why =
                of(home, "17.0.9+9", "11.0.2+7", List.of(Path.of("/opt/11"))).orElseThrow();
        assertTrue(why.startsWith("ran on another JVM: x needs the JVM 17.0.9+9 in "), why);
        assertTrue(PageEvidence.unseen(why).ofOtherJvm());
    }

    @Test
    void elsewhereTheVersionDecides() {
        for (String[] same : new String[][] {
            {"17.0.9+9-Debian-1", "17.0.9+9-Debian-1"},
            {"17.0.9+9-LTS", "17.0.9+9"},
            {"1.8.0_504-8u504-ga-1-b01", "1.8.0_504-b01"},
            {"1.8.0_402-b08", "1.8.0_402-b08"}
        }) {
            assertEquals(Optional.empty(), of(Path.of("/nowhere"), same[0], same[1], List.of()), same[1]);
        }
        for (String[] other : new String[][] {
            {"17.0.10+7", "17.0.1"},
            {"17.0.9+9-LTS", "17.0.9+9-Debian-1"},
            {"1.8.0_504-8u504-ga-1-b01", "1.8.0_502-b01"},
            {"17.0.1", "17.0.10+7"},
            {"1.8.0_504-8u504-ga-1-b01", "1.8.0_504-b08"}
        }) {
            assertTrue(of(Path.of("/nowhere"), other[0], other[1], List.of()).isPresent(), other[1]);
        }
    }
}
