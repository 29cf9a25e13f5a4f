package io.github.hpjvm.advisor.hotspot.flag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.term.Missing;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ARCH_FLAGS of src/hotspot/cpu/aarch64/globals_aarch64.hpp and src/hotspot/cpu/x86/globals_x86.hpp. */
class FlagsOfAarch64Test {

    private static FlagSettings of(
            String version, String vendor, String architecture, Map<String, VmFlag> listed, String arguments) {
        VmIdentity vm = new VmIdentity(
                VmKind.HOTSPOT,
                Optional.of(JavaVersion.parse(version)),
                version,
                vendor,
                Optional.empty(),
                Optional.empty());
        List<Argument> list = Arrays.stream(arguments.split(" "))
                .map(text -> new Argument(text, ArgumentOrigin.COMMAND_LINE))
                .toList();
        Optional<String> machine = architecture.equals("-") ? Optional.empty() : Optional.of(architecture);
        return FlagSettings.of(vm, machine, new Arguments(list, List.of(), "Main"), listed, false);
    }

    private static String answer(FlagSettings settings) {
        return settings.refusal().map(Refusal::text).orElse(settings.unknowns().isEmpty() ? "starts" : "unknown");
    }

    @ParameterizedTest
    @CsvSource({
        "21, aarch64, -XX:UseSVE=0 -XX:+UseLSE, starts",
        "21, x86_64, -XX:UseSVE=0, Unrecognized VM option 'UseSVE=0'",
        "21, amd64, -XX:UseSVE=0, Unrecognized VM option 'UseSVE=0'",
        "21, -, -XX:UseSVE=0, unknown",
        "21, ppc64le, -XX:UseSVE=0, unknown",
        "11, aarch64, -XX:UseSVE=0, Unrecognized VM option 'UseSVE=0'",
        "16, aarch64, -XX:UseSVE=0, unknown",
        "28, aarch64, -XX:UseSVE=0, unknown",
        "21, aarch64, -XX:UseAVX=2, Unrecognized VM option 'UseAVX=2'",
        "21, x86_64, -XX:UseAVX=2, starts",
        "21, -, -XX:UseAVX=2, starts",
        "21, ppc64le, -XX:UseAVX=2, unknown",
        "26, aarch64, -XX:UseAVX=2, unknown",
        "11, aarch64, -XX:UseSSE=2, starts",
        "17, aarch64, -XX:UseSSE=2, Unrecognized VM option 'UseSSE=2'",
        "8, aarch64, -XX:+UseRTMLocking, unknown",
        "21, aarch64, -XX:+UseG1GC -Xmx1g, starts",
        "21, aarch64, -XX:OnSpinWaitInst=isb, 'Error: VM option ''OnSpinWaitInst'' is diagnostic and must be enabled via"
                + " -XX:+UnlockDiagnosticVMOptions.'"
    })
    void someFlagsExistOnOneArchitecture(String version, String architecture, String arguments, String expected) {
        FlagSettings settings = of(version, "Debian", architecture, Map.of(), arguments);
        assertEquals(expected, answer(settings));
        if (expected.equals("unknown")) {
            Missing missing = settings.unknowns().get(0);
            assertTrue(missing.source().contains("this release on "), missing.source());
        }
    }

    /** make/autoconf/hotspot.m4 of 11; JDK-8214527 in 13. */
    @ParameterizedTest
    @CsvSource({
        "11, Debian, aarch64, Option -XX:+UseZGC not supported",
        "12, Debian, aarch64, Option -XX:+UseZGC not supported",
        "13, Debian, aarch64, starts",
        "17, Debian, aarch64, starts",
        "11, Debian, x86_64, starts",
        "11, Debian, -, starts",
        "11, Alibaba, aarch64, unknown",
        "11, BiSheng, aarch64, unknown"
    })
    void zgcCameToAarch64In13(String version, String vendor, String architecture, String expected) {
        String unlock = "-XX:+UnlockExperimentalVMOptions ";
        assertEquals(expected, answer(of(version, vendor, architecture, Map.of(), unlock + "-XX:+UseZGC")));
        assertEquals("starts", answer(of(version, "Debian", architecture, Map.of(), unlock + "-XX:-UseZGC")));
    }

    @Test
    void aCollectorThatIsNotBuiltIsLockedAsWell() {
        assertEquals(
                "Error: VM option 'UseZGC' is experimental and must be enabled via -XX:+UnlockExperimentalVMOptions.",
                answer(of("11", "Debian", "aarch64", Map.of(), "-XX:+UseZGC")));
        Map<String, VmFlag> listed = Map.of("UseG1GC", new VmFlag("true", "product", ""));
        assertEquals(
                "Option -XX:+UseZGC not supported",
                answer(of("11", "Debian", "aarch64", listed, "-XX:+UnlockExperimentalVMOptions -XX:+UseZGC")));
    }

    /** What the build itself prints counts. */
    @Test
    void aBuildKnowsItsFlags() {
        Map<String, VmFlag> listed = Map.of("UseLSE", new VmFlag("true", "ARCH product", ""));
        assertEquals("starts", answer(of("28", "Debian", "aarch64", listed, "-XX:+UseLSE")));
    }

    /** Binary search finds each of them. */
    @Test
    void eachRowIsFound() {
        FlagTable table = FlagTable.aarch64();
        assertTrue(table.names().size() > 50);
        for (String name : table.names()) {
            assertTrue(table.has(name), name);
        }
    }
}
