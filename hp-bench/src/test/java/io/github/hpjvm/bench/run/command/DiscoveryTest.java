package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.run.watch.UnattachedJvm;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.BenchException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
    private static Discovery found(String... arguments) {
        UnattachedJvm jvm =
                new UnattachedJvm(42, Path.of(System.getProperty("java.home")), "a.Main", true, List.of(arguments));
        return Discovery.ofJvms(List.of(jvm), Duration.ofSeconds(1), true);
    }

    /** The commands of --a and --b may start their JVM by {@code env -i} or sudo, if no flags are passed. */
    @Test
    void aClearedEnvironmentMattersOnlyToVariantsThatUseIt() {
        Discovery cleared = found("-Xmx64m");
        assertEquals(OptionalLong.of(42), cleared.unreached());
        assertFalse(cleared.said().toString().contains(Discovery.FLAGS), cleared.said()::toString);
        Variant plain = Variants.plainBaseline();
        cleared.requireReached(List.of(plain, OwnVariant.program("b", plain, "env -i ./run.sh")));
        for (Variant some : List.of(
                Samples.variant("thp"), own("x=-XX:+UseSerialGC"), own("x=env:A=b"), own("x=classpath:/x.jar"))) {
            String message = assertThrows(BenchException.class, () -> cleared.requireReached(List.of(plain, some)))
                    .getMessage();
            assertTrue(message.contains("JAVA_TOOL_OPTIONS reached process 42; "), message);
            found("-Xmx64m", "-Dhp.try.also=JAVA_TOOL_OPTIONS").requireReached(List.of(plain, some));
        }
    }

    private static Variant own(String text) {
        return BenchOptions.parse(Map.of("variant", text), Profile.OWN, 1)
                .variants()
                .get(1);
    }
}
