package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.run.watch.MappedLibjvm;
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

    private static Optional<String> of(Path home, String build, String observed, Optional<MappedLibjvm> libjvm) {
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
                ((OwnVariant) variant).on(path -> jvm), Samples.jvm("21"), new Outside(usage, List.of(seen)), libjvm);
    }

    /** The VM of JDK 8 publishes another text than {@code java -version} prints, and the folder is that of the jre. */
    @Test
    void theFolderOfLibjvmDecides() throws Exception {
        Path real = Files.createDirectories(folder.resolve("java-8-openjdk/jre"))
                .getParent()
                .toRealPath();
        Path home = Files.createSymbolicLink(folder.resolve("8"), real);
        List<Path> above = List.of(real.resolve("jre"), real, real.getParent());
        assertEquals(Optional.empty(), of(home, "1.8.0_504-8u504-ga-1-b01", "anything", here(above)));
        String why = of(home, "17.0.9+9", "11.0.2+7", here(List.of(Path.of("/opt/11"))))
                .orElseThrow();
        assertTrue(why.startsWith("ran on another JVM: x needs the JVM 17.0.9+9 in "), why);
        assertTrue(why.contains("the command ran on 11.0.2+7 in /opt/11:"), why);
    }

    private static Optional<MappedLibjvm> here(List<Path> above) {
        return Optional.of(new MappedLibjvm(above, true));
    }

    /** Two vendors have a 17.0.10+7. */
    @Test
    void anotherFileIsAnotherJvmThoughTheVersionsAreEqual() throws Exception {
        Path one = Files.createDirectories(folder.resolve("one/lib/server")).toRealPath();
        Path two = Files.createDirectories(folder.resolve("two/lib/server")).toRealPath();
        Path farm = Files.createDirectories(folder.resolve("farm/lib/server")).toRealPath();
        Path library = Files.writeString(one.resolve("libjvm.so"), "ELF");
        Files.writeString(two.resolve("libjvm.so"), "ELF");
        Files.createSymbolicLink(farm.resolve("libjvm.so"), library);
        List<Path> above = List.of(one, one.getParent(), one.getParent().getParent(), folder);
        String version = "17.0.10+7";
        assertEquals(Optional.empty(), of(folder.resolve("one"), version, version, here(above)));
        assertEquals(Optional.empty(), of(folder.resolve("farm"), version, version, here(above)));
        assertTrue(of(folder.resolve("two"), version, version, here(above)).isPresent());
    }

    /** In a container, the path of the home on the host may be another JVM, and a copy may have another path. */
    @Test
    void acrossMountsTheVersionDecides() {
        List<Path> above = List.of(folder.resolve("lib/server"), folder.resolve("lib"), folder);
        Optional<MappedLibjvm> inContainer = Optional.of(new MappedLibjvm(above, false));
        assertTrue(of(folder, "17.0.10+7", "21.0.2+13", inContainer).isPresent());
        assertEquals(Optional.empty(), of(Path.of("/nowhere"), "17.0.10+7", "17.0.10+7", inContainer));
    }

    @Test
    void elsewhereTheVersionDecides() {
        for (String[] same : new String[][] {
            {"17.0.9+9-Debian-1", "17.0.9+9-Debian-1"},
            {"17.0.9+9-LTS", "17.0.9+9"},
            {"1.8.0_504-8u504-ga-1-b01", "1.8.0_504-b01"},
            {"1.8.0_402-b08", "1.8.0_402-b08"}
        }) {
            assertEquals(Optional.empty(), of(Path.of("/nowhere"), same[0], same[1], Optional.empty()), same[1]);
        }
        for (String[] other : new String[][] {
            {"17.0.10+7", "17.0.1"},
            {"17.0.9+9-LTS", "17.0.9+9-Debian-1"},
            {"1.8.0_504-8u504-ga-1-b01", "1.8.0_502-b01"},
            {"17.0.1", "17.0.10+7"},
            {"1.8.0_504-8u504-ga-1-b01", "1.8.0_504-b08"}
        }) {
            assertTrue(
                    of(Path.of("/nowhere"), other[0], other[1], Optional.empty())
                            .isPresent(),
                    other[1]);
        }
    }
}
