package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PostMortem;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.read.file.Mutations;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Crash logs and saved VM.info of JVMs that ran with {@code -Xms64m -Xmx256m}; shortened. */
@Timeout(120)
class PostMortemTest {

    private static final AddressRange HEAP = new AddressRange(0xf0000000L, 0x100000000L);

    @TestFactory
    Stream<DynamicTest> everyReleaseAndCollector() {
        List<Path> files = Stream.concat(
                        Resources.files("jvm/hs_err").stream(), Resources.files("jvm/vm_info").stream())
                .toList();
        assertTrue(files.size() > 40, "samples are missing");
        return files.stream()
                .map(f -> dynamicTest(f.getParent().getFileName() + " " + f.getFileName(), () -> check(f)));
    }

    /** Logs before 21 do not have hpage_pmd_size; the base page tells it: 2, 32 and 512 MiB. */
    @ParameterizedTest
    @CsvSource({"4, 2", "16, 32", "64, 512"})
    void theBasePageTellsThePmdSize(int kib, int mib) {
        String text = """
                # A fatal error has been detected by the Java Runtime Environment:
                #
                # JRE version: OpenJDK Runtime Environment (17.0.9+9) (build 17.0.9+9)
                # Java VM: OpenJDK 64-Bit Server VM (17.0.9+9, mixed mode, sharing, tiered, g1 gc, linux-aarch64)

                /sys/kernel/mm/transparent_hugepage/enabled: always [madvise] never
                /sys/kernel/mm/transparent_hugepage/defrag (defrag/compaction efforts parameter): always [madvise] never

                Memory: %dk page, physical 16384000k(1000000k free), swap 0k(0k free)
                """.formatted(kib);
        assertEquals(
                Bytes.ofMiB(mib), HsErr.parse(text).thp().known().orElseThrow().pmdSize());
        assertEquals(
                Bytes.ofMiB(2),
                HsErr.parse(text.replace(
                                "/defrag (", "/hpage_pmd_size: 2097152\n/sys/kernel/mm/transparent_hugepage/defrag ("))
                        .thp()
                        .known()
                        .orElseThrow()
                        .pmdSize());
    }

    private static void check(Path file) {
        String[] name = file.getFileName().toString().replace(".txt", "").split("-");
        int release = Integer.parseInt(name[0]);
        boolean saved = file.getParent().endsWith("vm_info");
        String text = Resources.text(file);
        PostMortem seen = saved ? VmInfo.parse(text) : HsErr.parse(text);
        Jvm jvm = seen.jvm();
        VmIdentity vm = jvm.identity().known().orElseThrow();
        assertEquals(release, vm.release().orElseThrow().feature());
        assertTrue(release == 8 || vm.version().startsWith(Integer.toString(release)), vm.version());
        assertEquals(Optional.of(collector(release, name[1])), vm.gc());
        assertTrue(jvm.pid() > 1, "pid");
        Arguments arguments = jvm.arguments().known().orElseThrow();
        assertEquals(List.of("-Xms64m", "-Xmx256m"), arguments.texts().subList(0, 2));
        assertEquals("Sleeper", arguments.main());
        assertTrue(arguments.complete());
        assertEquals(Requested.NONE, PageRequest.of(arguments, vm));
        assertEquals(Optional.of(Bytes.ofMiB(256)), vm.maxHeap());
        assertTrue(seen.memory().known().orElseThrow().get("MemTotal").compareTo(Bytes.ofGiB(20)) > 0);
        assertEquals(
                release >= 11,
                seen.thp().known().filter(t -> t.enabled().equals("madvise")).isPresent());
        checkRegions(jvm, name[1], text);
        assertTrue(jvm.regions().stream().allMatch(r -> r.backing().known().isEmpty()));
    }

    private static void checkRegions(Jvm jvm, String gc, String text) {
        List<AddressRange> heap = jvm.region(RegionName.HEAP).location().known().orElseThrow();
        if (gc.startsWith("zgc")) {
            assertTrue(text.contains("/memfd:java_heap"));
        } else {
            assertEquals(List.of(HEAP), heap);
        }
        // What the JVM is from 25 on: crash logs print the code heaps without bounds.
        if (text.contains(" bounds [")) {
            Bytes code = sum(jvm.region(RegionName.CODE).location().known().orElseThrow());
            assertEquals(
                    Bytes.ofMiB(240),
                    code.minus(Bytes.of(code.value() % Bytes.ofMiB(1).value())));
        }
    }

    private static Bytes sum(List<AddressRange> ranges) {
        return ranges.stream().map(AddressRange::size).reduce(Bytes.ZERO, Bytes::plus);
    }

    private static Collector collector(int release, String gc) {
        return switch (gc) {
            case "zgc" -> release >= 24 ? Collector.ZGC_GENERATIONAL : Collector.ZGC;
            case "zgcgen" -> Collector.ZGC_GENERATIONAL;
            default -> Collector.valueOf(gc.toUpperCase(java.util.Locale.ROOT));
        };
    }

    /** Where JDK 8 says where its code is, it is where we find it without being told. */
    @Test
    void codeOfEightIsFoundByItsMappings() {
        for (String gc : List.of("g1", "serial")) {
            String text = Resources.text(Resources.folder("jvm/hs_err/8-" + gc + ".txt"));
            List<AddressRange> said = Located.code(text);
            List<AddressRange> found = HsErr.parse(text.replace(" bounds [", " bonds ["))
                    .jvm()
                    .region(RegionName.CODE)
                    .location()
                    .known()
                    .orElse(List.of());
            // JDK 8 does not print its flags, so the size is not known and nothing may be guessed.
            assertEquals(List.of(), found);
            assertEquals(1, said.size());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(25.0.3+9-LTS",
                "Temurin-25.0.3+9 (25.0.3+9-LTS",
                "(Red_Hat-25.0.3.0.9-1) (25.0.3+9-LTS",
                "(fastdebug 25.0.3+9-LTS"
            })
    void readsTheVersionAfterTheVersionOfTheVendor(String text) {
        String log = text("25-g1")
                .replace("Server VM (25.0.5.0.3+1-1-Debian", "Server VM " + text)
                .replace("(build 25.0.5.0.3+1-1-Debian)", "");
        VmIdentity vm = HsErr.parse(log).jvm().identity().known().orElseThrow();
        assertEquals("25.0.3+9", vm.version());
        assertEquals(25, vm.release().orElseThrow().feature());
    }

    /** DCEVM has a name of its own, and debug builds name their level (report_vm_version of {@code vmError.cpp}). */
    @Test
    void readsLogsOfOtherBuildsOfHotSpot() {
        String log = text("25-g1")
                .replace("# Java VM: OpenJDK 64", "# Java VM: Dynamic Code Evolution 64")
                .replace("(build 25.0.5", "(fastdebug build 25.0.4");
        VmIdentity vm = HsErr.parse(log).jvm().identity().known().orElseThrow();
        assertEquals(4, vm.release().orElseThrow().update());
        String zing = text("25-g1").replace("# Java VM: OpenJDK 64", "# Java VM: Zing 64");
        assertThrows(MalformedTextException.class, () -> HsErr.parse(zing));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1 | #", "2 | # A fatal error"})
    void saysInWhichLineOfItsHeadALogEnds(int line, String last) {
        String cut = text("25-g1").lines().limit(line).collect(Collectors.joining("\n"));
        String said = assertThrows(MalformedTextException.class, () -> HsErr.parse(cut))
                .getMessage();
        assertTrue(
                said.startsWith("the log ends in line " + line + ", before the end of its line '# Java VM:': '" + last),
                said);
    }

    /** Users paste the head, or a part of it. */
    @ParameterizedTest
    @CsvSource({"4, false", "6, true", "7, true"})
    void aHeadThatNamesTheErrorIsEnough(int line, boolean release) {
        String head = text("25-g1").lines().limit(line).collect(Collectors.joining("\n"));
        Jvm jvm = HsErr.parse(head).jvm();
        assertEquals("SIGSEGV", jvm.crash().orElseThrow().signal());
        assertEquals(
                release ? Optional.of(25) : Optional.empty(),
                jvm.identity().known().orElseThrow().release().map(JavaVersion::feature));
        String cut = text("25-g1").substring(0, text("25-g1").indexOf(" VM (") + " VM".length());
        assertEquals("SIGSEGV", HsErr.parse(cut).jvm().crash().orElseThrow().signal());
    }

    @Test
    void saysInWhichLineALogWithoutItsFlagsEnds() {
        String cut = text("25-g1").lines().limit(100).collect(Collectors.joining("\n"));
        assertEquals("it does not have [Global flags]: the log ends in line 100", missingFlags(cut));
        assertEquals("it does not have [Global flags]", missingFlags(cut + "\n\nEND.\n"));
        assertEquals("it does not have [Global flags]", missingFlags(text("8-g1")));
    }

    private static String missingFlags(String log) {
        return HsErr.parse(log).jvm().flags().source().excerpt();
    }

    private static String text(String log) {
        return Resources.text(Resources.folder("jvm/hs_err/" + log + ".txt"));
    }

    @Test
    void anythingElseIsRefused() {
        assertThrows(MalformedTextException.class, () -> HsErr.parse(""));
        assertThrows(MalformedTextException.class, () -> HsErr.parse("hello\n"));
        assertThrows(
                MalformedTextException.class,
                () -> HsErr.parse("# Java VM: Eclipse OpenJ9 VM (openj9-0.41.0, JRE 17)\n"));
        assertThrows(
                MalformedTextException.class,
                () -> HsErr.parse("# Java VM: Zing 64-Bit Tiered VM (17.0.2-zing_22.01.0.0-b2, mixed mode)\n"));
    }

    @Test
    void credentialsInALogAreMasked() {
        String text = Resources.text(Resources.folder("jvm/hs_err/17-g1.txt"))
                .replace("jvm_args: ", "jvm_args: -Ddb.password=canary7 ")
                .replace("java_command: Sleeper", "java_command: Sleeper --token canary7")
                .replace("Environment Variables:", "Environment Variables:\nJAVA_TOOL_OPTIONS=-Dtoken=canary7");
        PostMortem seen = HsErr.parse(text);
        assertTrue(seen.toString().contains("db.password"));
        assertTrue(!seen.toString().contains("canary7"), seen::toString);
    }

    @Test
    void survivesDamage() {
        for (String name : List.of("hs_err/8-g1", "hs_err/25-g1", "vm_info/11-parallel", "vm_info/28-zgc")) {
            Mutations.survive(Resources.text(Resources.folder("jvm/" + name + ".txt")), HsErr::parse);
        }
    }
}
