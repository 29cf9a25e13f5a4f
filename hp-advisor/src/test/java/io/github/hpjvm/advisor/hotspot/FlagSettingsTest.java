package io.github.hpjvm.advisor.hotspot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every answer here was given by a real JVM of that release; src-it asks them again. */
class FlagSettingsTest {

    static FlagSettings of(String version, String... arguments) {
        return of(version, "", Map.of(), arguments);
    }

    private static FlagSettings of(String version, String vendor, Map<String, VmFlag> listed, String... arguments) {
        List<Argument> list = Arrays.stream(arguments)
                .map(text -> new Argument(text, ArgumentOrigin.COMMAND_LINE))
                .toList();
        return FlagSettings.of(launch(version, vendor, listed, list));
    }

    private static Launch launch(String version, String vendor, Map<String, VmFlag> listed, List<Argument> arguments) {
        VmIdentity vm = new VmIdentity(
                VmKind.HOTSPOT,
                version.isEmpty() ? Optional.empty() : Optional.of(JavaVersion.parse(version)),
                version,
                vendor,
                Optional.empty(),
                Optional.empty());
        return new Launch(
                vm,
                new Arguments(arguments, List.of(), "Main"),
                listed,
                Map.of(),
                Fact.absent(Reason.NOT_PRESENT, Source.of("/proc"), ""),
                Optional.empty(),
                Optional.empty(),
                Map.of());
    }

    private static List<WarningCode> codes(FlagSettings settings) {
        return settings.warnings().stream().map(Warning::code).toList();
    }

    @Nested
    class Values {

        @Test
        void theLastOccurrenceWins() {
            FlagSettings settings =
                    of("21", "-XX:+UseLargePages", "-Xmx1g", "-XX:-UseLargePages", "-XX:MaxHeapSize=2g");
            assertTrue(settings.isGiven("UseLargePages"));
            assertFalse(settings.isOn("UseLargePages"));
            assertEquals(Optional.of(2L << 30), settings.number("MaxHeapSize"));
            assertEquals(Optional.empty(), settings.refusal());
        }

        @ParameterizedTest
        @CsvSource({
            "-Xmx512m, MaxHeapSize, 536870912",
            "-Xms1g, InitialHeapSize, 1073741824",
            "-Xms1g, MinHeapSize, 1073741824",
            "-Xmn64M, NewSize, 67108864",
            "-Xmn64M, MaxNewSize, 67108864",
            "-Xss1m, ThreadStackSize, 1024",
            "-mx1g, MaxHeapSize, 1073741824",
            "-XX:LargePageSizeInBytes=1g, LargePageSizeInBytes, 1073741824",
            "-XX:ReservedCodeCacheSize=64m, ReservedCodeCacheSize, 67108864",
            "-XX:MaxHeapSize=0x40000000, MaxHeapSize, 1073741824",
            "-Xmaxjitcodesize64m, ReservedCodeCacheSize, 67108864",
        })
        void sizesAreInBytes(String argument, String flag, long value) {
            FlagSettings settings = of("21", argument);
            assertEquals(Optional.empty(), settings.refusal());
            assertEquals(Optional.of(value), settings.number(flag));
        }

        @Test
        void percentagesAreAsHotSpotPrintsThem() {
            assertEquals(
                    Optional.of("50.000000"),
                    of("17", "-XX:MaxRAMPercentage=50").value("MaxRAMPercentage"));
            assertEquals(
                    Optional.of("50.000000"),
                    of("8", "-XX:MaxRAMPercentage=50.0").value("MaxRAMPercentage"));
        }

        @Test
        void whatTheBuildSaysOverrulesTheTable() {
            assertEquals(Optional.of("false"), of("21").value("UseTransparentHugePages"));
            Map<String, VmFlag> listed = Map.of("UseTransparentHugePages", new VmFlag("true", "product", "default"));
            FlagSettings settings = of("26", "SAP SE", listed);
            assertTrue(settings.isOn("UseTransparentHugePages"));
            assertFalse(settings.isGiven("UseTransparentHugePages"));
        }

        @Test
        void noneIsMadeUp() {
            assertEquals(Optional.empty(), of("21").value("MaxHeapSize"));
            assertEquals(Optional.empty(), of("21").number("ReservedCodeCacheSize"));
            assertEquals(Optional.empty(), of("26", "SAP SE", Map.of()).value("UseTransparentHugePages"));
            assertEquals(Optional.empty(), of("8").value("ZUncommit"));
        }

        @Test
        void aModeIsTwoFlags() {
            assertFalse(of("21", "-Xint").isOn("UseCompiler"));
            assertTrue(of("21", "-Xint").isGiven("UseCompiler"));
        }

        @Test
        void anotherNameSetsTheFlagItself() {
            FlagSettings settings = of("17", "-XX:DefaultMaxRAMFraction=2");
            assertEquals(Optional.of(2L), settings.number("MaxRAMFraction"));
            assertEquals(List.of(WarningCode.FLAG_DEPRECATED), codes(settings));
        }
    }
}
