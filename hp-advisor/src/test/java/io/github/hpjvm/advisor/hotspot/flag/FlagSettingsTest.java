package io.github.hpjvm.advisor.hotspot.flag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each expected value is the output of a real JVM of that release; src-it compares them again. */
class FlagSettingsTest {

    static FlagSettings of(String version, String... arguments) {
        return of(version, "", Map.of(), arguments);
    }

    private static FlagSettings of(String version, String vendor, Map<String, VmFlag> listed, String... arguments) {
        List<Argument> list = Arrays.stream(arguments)
                .map(text -> new Argument(text, ArgumentOrigin.COMMAND_LINE))
                .toList();
        return settings(version, vendor, listed, list, false);
    }

    private static FlagSettings settings(
            String version, String vendor, Map<String, VmFlag> listed, List<Argument> arguments, boolean runs) {
        VmIdentity vm = new VmIdentity(
                VmKind.HOTSPOT,
                version.isEmpty() ? Optional.empty() : Optional.of(JavaVersion.parse(version)),
                version,
                vendor,
                Optional.empty(),
                Optional.empty());
        return FlagSettings.of(vm, new Arguments(arguments, List.of(), "Main"), listed, runs);
    }

    /** In its own words. */
    private static Optional<String> refusal(FlagSettings settings) {
        return settings.refusal().map(Refusal::text);
    }

    private static List<FlagRemark.Kind> kinds(FlagSettings settings) {
        return settings.warnings().stream().map(FlagRemark::kind).toList();
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
        void theOutputOfTheBuildPrecedesTheTable() {
            assertEquals(Optional.of("false"), of("21").value("UseTransparentHugePages"));
            Map<String, VmFlag> listed = Map.of("UseTransparentHugePages", new VmFlag("true", "product", "default"));
            FlagSettings settings = of("26", "SAP SE", listed);
            assertTrue(settings.isOn("UseTransparentHugePages"));
            assertFalse(settings.isGiven("UseTransparentHugePages"));
        }

        @Test
        void aFlagWithoutAValueHasNoDefault() {
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
        void anAliasSetsTheFlag() {
            FlagSettings settings = of("17", "-XX:DefaultMaxRAMFraction=2");
            assertEquals(Optional.of(2L), settings.number("MaxRAMFraction"));
            assertEquals(List.of(FlagRemark.Kind.DEPRECATED), kinds(settings));
        }
    }

    @Nested
    class Refusals {

        /** JDK-8358748 came in August 2025; in which update of a line it is first is known only so far. */
        @Test
        void aPageSizeThatIsNoPowerOf2IsRefusedByLaterUpdates() {
            for (String older : List.of("11", "17.0.15", "21.0.9", "25.0.1", "24.0.2")) {
                FlagSettings settings = of(older, "-XX:LargePageSizeInBytes=3m");
                assertEquals(Optional.empty(), settings.refusal(), older);
                assertEquals(Optional.of(3145728L), settings.number("LargePageSizeInBytes"), older);
                assertTrue(settings.unknowns().isEmpty(), older);
            }
            for (String between : List.of("17.0.19", "21.0.11")) {
                FlagSettings settings = of(between, "-XX:LargePageSizeInBytes=3m");
                assertEquals(Optional.empty(), settings.refusal(), between);
                assertEquals(1, settings.unknowns().size(), between);
                assertTrue(of(between, "-XX:LargePageSizeInBytes=2m").unknowns().isEmpty(), between);
            }
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "21 | -XX:+Foo                               | Unrecognized VM option 'Foo'",
                    "8  | -XX:MaxHeapSize:=1g                    | Unrecognized VM option 'MaxHeapSize:=1g'",
                    "25 | -XX:+UseHugeTLBFS                      | Unrecognized VM option 'UseHugeTLBFS'",
                    "17 | -XX:+UseLargePagesInMetaspace          | Unrecognized VM option 'UseLargePagesInMetaspace'",
                    "21 | -foo                                   | Unrecognized option: -foo",
                    "17 | -Xconcgc                               | Unrecognized option: -Xconcgc",
                    "8  | -Xlog:gc                               | Unrecognized option: -Xlog:gc",
                    "8  | --add-modules=java.sql                 | Unrecognized option: --add-modules=java.sql",
                    "21 | -Xverify:foo                           | Unrecognized verification option: -Xverify:foo",
                    "21 | -XX:UseLargePages                      | Missing +/- setting for VM option 'UseLargePages'",
                    "21 | -XX:+MaxHeapSize                       | Unexpected +/- setting in VM option 'MaxHeapSize'",
                    "21 | -XX:+UseLargePages=1                   | Improperly specified VM option 'UseLargePages=1'",
                    "21 | -XX:LargePageSizeInBytes=-1            | Improperly specified VM option 'LargePageSizeInBytes=-1'",
                    "25.0.2 | -XX:LargePageSizeInBytes=3m        | LargePageSizeInBytes ( 3145728 ) must be a power of 2",
                    "17.0.21 | -XX:LargePageSizeInBytes=3m       | LargePageSizeInBytes ( 3145728 ) must be a power of 2",
                    "26 | -XX:LargePageSizeInBytes=0             | LargePageSizeInBytes ( 0 ) must be a power of 2",
                    "8  | -XX:ObjectAlignmentInBytes=24          | error: ObjectAlignmentInBytes=24 must be power of 2",
                    "8  | -XX:ObjectAlignmentInBytes=-8          | error: ObjectAlignmentInBytes=-8 must be power of 2",
                    "8  | -XX:ObjectAlignmentInBytes=512         | error: ObjectAlignmentInBytes=512 must not be greater than 256",
                    "11 | -XX:ObjectAlignmentInBytes=24          | ObjectAlignmentInBytes (24) must be power of 2",
                    "21 | -XX:ObjectAlignmentInBytes=3           | int ObjectAlignmentInBytes=3 is outside the allowed range [ 8 ... 256 ]",
                    "8  | -XX:MaxRAMPercentage=50                | Improperly specified VM option 'MaxRAMPercentage=50'",
                    "21 | -XX:MaxRAMPercentage=100.0000001       | double MaxRAMPercentage=100.000000 is outside the allowed range [ 0.000000 ... 100.000000 ]",
                    "21 | -XX:MaxRAMPercentage=150               | double MaxRAMPercentage=150.000000 is outside the allowed range [ 0.000000 ... 100.000000 ]",
                    "21 | -Xmx1x                                 | Invalid maximum heap size: -Xmx1x",
                    "8  | -Xmx0x40000000                         | Invalid maximum heap size: -Xmx0x40000000",
                    "21 | -XX:MaxHeapSize=0                      | Invalid maximum heap size: -XX:MaxHeapSize=0",
                    "21 | -Xss2t                                 | Invalid thread stack size: -Xss2t",
                    "8  | -Xss500                                | Invalid thread stack size: -Xss500",
                    "21 | -Xms2g -Xmx1g                          | Initial heap size set to a larger value than the maximum heap size",
                    "21 | -XX:ReservedCodeCacheSize=3g           | Invalid ReservedCodeCacheSize=3072M. Must be at most 2048M.",
                    "21 | -XX:InitialCodeCacheSize=64m           | Invalid ReservedCodeCacheSize: 49152K. Must be at least InitialCodeCacheSize=65536K.",
                    "21 | -XX:+UseSerialGC -XX:+UseG1GC          | Multiple garbage collectors selected",
                    "8  | -XX:+UseParNewGC -XX:+UseG1GC          | Conflicting collector combinations in option list; please refer to the release notes for the combinations allowed",
                    "21 | -XX:+TraceBytecodes                    | Error: VM option 'TraceBytecodes' is develop and is available only in debug version of VM.",
                    "21 | -XX:JVMCIThreads=2 -XX:+UnlockExperimentalVMOptions | Error: VM option 'JVMCIThreads' is experimental and must be enabled via -XX:+UnlockExperimentalVMOptions.",
                })
        void areInTheWordsOfThatRelease(String version, String arguments, String refusal) {
            assertEquals(Optional.of(refusal), refusal(of(version, arguments.split(" "))));
        }

        /** GraalVM has -XX:+EnableJVMCIProduct in jdk/internal/vm/options of its runtime image. */
        @ParameterizedTest
        @ValueSource(strings = {"-XX:JVMCIThreads=2", "-XX:JVMCILibPath=/x", "-XX:+UseJVMCINativeLibrary"})
        void ofTheCompilerInterfaceAreNotKnownForGraalVm(String argument) {
            FlagSettings graal = of("21.0.2", "GraalVM Community", Map.of(), argument);
            assertEquals(Optional.empty(), refusal(graal));
            assertEquals(1, graal.unknowns().size(), graal.unknowns()::toString);
            Map<String, VmFlag> listed = Map.of(
                    "EnableJVMCI", new VmFlag("true", "JVMCI product", "default"),
                    "JVMCIThreads", new VmFlag("1", "JVMCI product", "default"),
                    "JVMCILibPath", new VmFlag("", "JVMCI product", "default"),
                    "UseJVMCINativeLibrary", new VmFlag("true", "JVMCI product", "default"));
            FlagSettings started = of("21.0.2", "Oracle Corporation", listed, argument);
            assertEquals(Optional.empty(), refusal(started));
            assertEquals(List.of(), started.unknowns());
            assertTrue(refusal(of("21.0.2", "Debian", Map.of(), argument)).isPresent());
        }

        @Test
        void memoryIsTrackedAtThreeLevels() {
            assertEquals(
                    Optional.of("Syntax error, expecting -XX:NativeMemoryTracking=[off|summary|detail]"),
                    refusal(of("21", "-XX:NativeMemoryTracking=all")));
            assertEquals(
                    Optional.empty(),
                    of("21", "-XX:NativeMemoryTracking=detail").refusal());
        }

        /** Measured on 8, 11, 17, 21 and 25. */
        @ParameterizedTest
        @CsvSource({"8, Syntax", "11, Syntax", "17, Invalid", "21, Invalid", "25, Invalid"})
        void theCodeCacheIsCheckedBeforeTheLevelSince17(String release, String first) {
            String why = refusal(of(release, "-XX:NativeMemoryTracking=some", "-XX:InitialCodeCacheSize=64m"))
                    .orElseThrow();
            assertTrue(why.startsWith(first), why);
        }

        @Test
        void anUnlockComesFirst() {
            assertEquals(
                    Optional.of("Error: VM option 'UseEpsilonGC' is experimental and must be enabled via"
                            + " -XX:+UnlockExperimentalVMOptions."),
                    refusal(of("21", "-XX:+UseEpsilonGC", "-XX:+UnlockExperimentalVMOptions")));
            assertEquals(
                    Optional.empty(),
                    of("21", "-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC")
                            .refusal());
            assertTrue(of("14", "-XX:+UseZGC").refusal().isPresent());
            assertTrue(of("15", "-XX:+UseZGC").refusal().isEmpty());
        }

        @ParameterizedTest
        @CsvSource({
            "8,  -XX:+NoSuchFlag,            true",
            "21, -XX:+NoSuchFlag,            true",
            "21, -foo,                       true",
            "21, -XX:+TraceBytecodes,        true",
            "8,  -XX:+DebugNonSafepoints,    true",
            "21, -XX:+DebugNonSafepoints,    false",
            "8,  -XX:ObjectAlignmentInBytes=x, true",
            "21, -XX:ObjectAlignmentInBytes=x, false",
            "21, -Xmx1x,                     false",
        })
        void unrecognizedOptionsMayBeIgnored(String version, String argument, boolean starts) {
            assertEquals(
                    starts,
                    of(version, argument, "-XX:+IgnoreUnrecognizedVMOptions")
                            .refusal()
                            .isEmpty());
        }

        @Test
        void aBuildWithoutShenandoahRefusesIt() {
            assertEquals(
                    Optional.of("Option -XX:+UseShenandoahGC not supported"),
                    refusal(of("21", "Oracle Corporation", Map.of(), "-XX:+UseShenandoahGC")));
        }

        @Test
        void aFlagThatTheBuildDoesNotListDoesNotExist() {
            Map<String, VmFlag> listed = Map.of("UseLargePages", new VmFlag("false", "product", "default"));
            assertEquals(
                    Optional.of("Unrecognized VM option 'UseShenandoahGC'"),
                    refusal(of("21", "", listed, "-XX:+UseShenandoahGC")));
            assertEquals(
                    Optional.empty(), of("29", "", listed, "-XX:+UseLargePages").refusal());
            assertTrue(of("29", "", listed, "-XX:+UseLargePages").unknowns().isEmpty());
            assertEquals(
                    Optional.of("Unrecognized VM option 'UseShenandoahGC'"),
                    refusal(of("1.8.0_504", "", listed, "-XX:+UseShenandoahGC")),
                    "each build of 8 with the flag lists it");
            assertEquals(
                    1,
                    of("1.8.0_504", "", Map.of(), "-XX:+UseShenandoahGC")
                            .unknowns()
                            .size());
        }
    }

    @Nested
    class WordsOfTheLauncher {

        @Test
        void theLauncherRemovesItsOwnWords() {
            FlagSettings settings =
                    of("21", "-cp", "-XX:+Foo", "--add-modules", "java.sql", "-showversion", "-splash:x", "-Xmx1g");
            assertEquals(Optional.empty(), settings.refusal());
            assertEquals(Optional.of(1L << 30), settings.number("MaxHeapSize"));
        }

        /** {@code java -version -XX:+Foo} prints the version. */
        @Test
        void itStopsAtTheVersion() {
            FlagSettings settings = of("21", "-Xmx1g", "-version", "-XX:+Foo", "-Xmx2g");
            assertEquals(Optional.empty(), settings.refusal());
            assertEquals(Optional.of(1L << 30), settings.number("MaxHeapSize"));
        }

        @Test
        void theLauncherDoesNotReadVariablesOfTheVm() {
            List<Argument> arguments = List.of(
                    new Argument("-cp", ArgumentOrigin.JAVA_TOOL_OPTIONS),
                    new Argument("-Xmx1g", ArgumentOrigin.COMMAND_LINE));
            assertEquals(
                    Optional.of("Unrecognized option: -cp"), refusal(settings("21", "", Map.of(), arguments, false)));
        }
    }

    @Nested
    class WhatItSays {

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "11 | -XX:+UseConcMarkSweepGC        | DEPRECATED      | Option UseConcMarkSweepGC was deprecated in version 9.0 and will likely be removed in a future release.",
                    "22 | -XX:+UseHugeTLBFS              | OBSOLETE        | Ignoring option UseHugeTLBFS; support was removed in 22.0",
                    "8  | -XX:MaxPermSize=64m            | OBSOLETE        | ignoring option MaxPermSize=64m; support was removed in 8.0",
                    "27 | -Xmaxjitcodesize64m            | OBSOLETE        | Ignoring option -Xmaxjitcodesize64m; support was removed in JDK 27",
                    "21 | -Xverify:none                  | DEPRECATED      | Options -Xverify:none and -noverify were deprecated in JDK 13 and will likely be removed in a future release.",
                    "28 | -XX:InitiatingHeapOccupancyPercent=40 | DEPRECATED      | Temporarily processing option InitiatingHeapOccupancyPercent; support is scheduled for removal in 28.0",
                    "8  | -XX:+UseParNewGC               | DEPRECATED      | Using the ParNew young collector with the Serial old collector is deprecated and will likely be removed in a future release",
                    "11 | -XX:+TraceClassLoading         | DEPRECATED      | -XX:+TraceClassLoading is deprecated. Will use -Xlog:... instead.",
                })
        void isInTheWordsOfThatRelease(String version, String argument, FlagRemark.Kind kind, String text) {
            FlagSettings settings = of(version, argument);
            assertEquals(Optional.empty(), settings.refusal());
            assertEquals(List.of(new FlagRemark(kind, text)), settings.warnings());
        }

        @Test
        void anObsoleteFlagSetsNothing() {
            assertFalse(of("22", "-XX:+UseHugeTLBFS").isGiven("UseHugeTLBFS"));
        }
    }

    /** Reading a number takes quadratic time in its digits. */
    @Test
    void aLongNumberIsNoSizeAndTakesNoTime() {
        String digits = "9".repeat(1_000_000);
        assertTimeout(Duration.ofSeconds(5), () -> {
            assertTrue(of("17.0.9", "-Xmx" + digits).refusal().isPresent());
            assertTrue(of("21.0.9", "-XX:MaxHeapSize=" + digits).refusal().isPresent());
            assertTrue(of("21.0.9", "-XX:MaxHeapSize=0x" + "f".repeat(1_000_000))
                    .refusal()
                    .isPresent());
        });
        assertEquals(
                Optional.empty(), of("21.0.9", "-Xmx" + "0".repeat(100) + "64m").refusal());
    }

    @Nested
    class Unknowns {

        @ParameterizedTest
        @CsvSource({"20, -XX:+ZGenerational", "17.0.11, -XX:TrimNativeHeapInterval=1", "29, -XX:+UseLargePages"})
        void areNotGuessed(String version, String argument) {
            FlagSettings settings = of(version, argument);
            assertEquals(Optional.empty(), settings.refusal());
            assertEquals(1, settings.unknowns().size());
            assertTrue(settings.unknowns().get(0).fact().endsWith("takes " + argument));
        }

        /** {@code -XX:+UseWisp2} is one of Dragonwell's; UseHugeTLBFS was OpenJDK's, and is gone there as well. */
        @Test
        void aVendorMayHaveOwnFlags() {
            assertEquals(
                    1,
                    of("11.0.20", "Alibaba", Map.of(), "-XX:+UseWisp2")
                            .unknowns()
                            .size());
            assertTrue(of("11.0.20", "Eclipse Adoptium", Map.of(), "-XX:+UseWisp2")
                    .refusal()
                    .isPresent());
            assertTrue(of("25.0.1", "Alibaba", Map.of(), "-XX:+UseHugeTLBFS")
                    .refusal()
                    .isPresent());
        }

        @Test
        void aRunningJvmHasNoRefusal() {
            List<Argument> arguments = List.of(
                    new Argument("-XX:+OfItsOwn", ArgumentOrigin.UNKNOWN),
                    new Argument("-Xmx1g", ArgumentOrigin.UNKNOWN));
            FlagSettings runs = settings("21", "", Map.of(), arguments, true);
            assertTrue(settings("21", "", Map.of(), arguments, false).refusal().isPresent());
            assertEquals(Optional.empty(), runs.refusal());
            assertEquals(Optional.of(1L << 30), runs.number("MaxHeapSize"));
        }

        @Test
        void anUnknownReleaseIsAnUnknown() {
            assertEquals(List.of(), of("", "-XX:+UseLargePages", "-Xmx1g").unknowns());
            assertEquals(1, of("", "-XX:+UseSHM").unknowns().size());
        }
    }
}
