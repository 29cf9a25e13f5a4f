package io.github.hpjvm.bench.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CollectorsTest {
    private static final List<String> PROGRAM = List.of("-Xmx64m", "-XX:+UseG1GC", "-XX:+UseGCOverheadLimit");

    @Test
    void anotherCollectorReplacesThatOfTheProgram() {
        assertEquals(
                List.of("-Xmx64m", "-XX:+UseGCOverheadLimit"), Collectors.without(PROGRAM, List.of("-XX:+UseZGC")));
        assertEquals(PROGRAM, Collectors.without(PROGRAM, List.of("-XX:+UseG1GC")));
        assertEquals(PROGRAM, Collectors.without(PROGRAM, List.of("-Dx=1")));
    }

    @Test
    void onlyVariantsOfTheUserReplaceIt() {
        TargetJvm jvm = Samples.jvm("21.0.9");
        Variant own = BenchOptions.parse(Map.of("variant", "z=-XX:+UseZGC"), Profile.QUICK, 1)
                .variants()
                .get(1);
        assertEquals(List.of("-Xmx64m", "-XX:+UseGCOverheadLimit", "-XX:+UseZGC"), own.after(PROGRAM, jvm));
        assertEquals(
                List.of(
                        "-Xmx64m",
                        "-XX:+UseG1GC",
                        "-XX:+UseGCOverheadLimit",
                        "-XX:-UseLargePages",
                        "-XX:-UseTransparentHugePages"),
                Variants.baseline().after(PROGRAM, jvm));
    }
}
