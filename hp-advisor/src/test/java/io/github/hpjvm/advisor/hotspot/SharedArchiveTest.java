package io.github.hpjvm.advisor.hotspot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.VmFlag;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedArchiveTest {
    private static Launch launch(int release, String... arguments) {
        return Relaunch.of(JvmSamples.g1(release, arguments), FactsSamples.host())
                .orElseThrow()
                .withFinals(Map.of());
    }

    private static Map<String, VmFlag> sharing(boolean on) {
        return Map.of("UseSharedSpaces", new VmFlag(String.valueOf(on), "bool", "default"));
    }

    /** Measured with 11 to 28: final values of UseSharedSpaces, and the archive in the maps of the JVM. */
    @ParameterizedTest
    @CsvSource({
        "17, -Xmx1g, false",
        "17, --patch-module=java.base=x, true",
        "28, --patch-module=java.base=x, true",
        "21, --limit-modules=java.base, true",
        "25, --upgrade-module-path=x, true",
        "25, -Xshare:off, true",
        "25, -Xshare:auto, false",
        "17, -XX:-UseSharedSpaces, true",
        "25, -Xbootclasspath/a:x.jar, false"
    })
    void optionsThatDisableSharing(int release, String argument, boolean absent) {
        assertEquals(absent, SharedArchive.isAbsent(launch(release, argument), release));
    }

    /** Debian's 8 and 11 have no archive: the bare JVM says UseSharedSpaces false. */
    @Test
    void aJdkWithoutArchive() {
        assertEquals(true, SharedArchive.isAbsent(launch(11).withDefaults(sharing(false)), 11));
        assertEquals(false, SharedArchive.isAbsent(launch(11).withDefaults(sharing(true)), 11));
        assertEquals(
                false,
                SharedArchive.isAbsent(launch(11, "-XX:SharedArchiveFile=x.jsa").withDefaults(sharing(false)), 11));
        assertEquals(true, SharedArchive.isAbsent(launch(11).withFinals(sharing(false)), 11));
        assertEquals(false, SharedArchive.isAbsent(launch(11), 11));
    }
}
