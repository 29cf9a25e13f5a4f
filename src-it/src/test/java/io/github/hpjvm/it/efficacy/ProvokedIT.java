package io.github.hpjvm.it.efficacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.matrix.HostStateSpec;
import io.github.hpjvm.it.matrix.Scene;
import io.github.hpjvm.it.matrix.Touches;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Findings that unit tests cover only on invented facts, provoked on real JVMs. This machine cannot be brought into
 * these states: other NUMA nodes (HP-109), stacks on huge pages (HP-202, a kernel before 6.7), stalls in compaction
 * (HP-204, whose counters are those since boot), huge text (HP-502, another kernel), pages of 512 MiB (HP-602,
 * aarch64), and releases that still have a bug (HP-701, which the updates at hand have fixed).
 */
@Tag("jdks")
class ProvokedIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}, JDK {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "HP-107 heap | WARNING  | pool=500             | 21 | filled  | | -XX:+UseLargePages -XX:-UseTransparentHugePages -Xmx256m",
                "HP-108 heap | WARNING  | prctl=disable        | 21 | filled  | | -XX:+UseTransparentHugePages -Xmx256m",
                "HP-108 heap | WARNING  | prctl=except_advised,enabled=always | 25 | filled | | -XX:+UseTransparentHugePages -Xmx64m",
                "HP-110 heap | WARNING  | pool=300             | 17 | filled  | setpriv --regid=65534 --clear-groups --bounding-set=-ipc_lock | -XX:+UseLargePages -XX:+UseSHM -Xmx64m",
                "HP-201 heap | CRITICAL | pool=200             | 17 | started | | -XX:+UseZGC -XX:+UseLargePages -Xms64m -Xmx512m",
                "HP-206 jvm  | WARNING  | memory=512           | 21 | filled  | | -XX:+UseTransparentHugePages -Xmx600m",
                "HP-207 jvm  | INFO     | pool=600,memory=1000 | 17 | filled  | | -XX:+UseLargePages -Xms512m -Xmx512m",
                "HP-208 heap | INFO     |                      | 17 | filled  | | -XX:+UseTransparentHugePages -Djdk.lang.Process.launchMechanism=FORK -Xmx256m",
                "HP-301 code | INFO     | pool=130             | 17 | filled  | | -XX:+UseLargePages -Xms512m -Xmx512m",
                "HP-303 pool | INFO     | pool=251             | 17 | filled  | | -XX:+UseLargePages -Xmx256m",
                "HP-401 heap | WARNING  |                      | 21 | filled  | | -XX:+UseShenandoahGC -XX:+UseTransparentHugePages -Xms64m -Xmx512m",
                "HP-403 heap | INFO     | pool=600             | 17 | started | | -XX:+UseSerialGC -XX:+UseLargePages -XX:+AlwaysPreTouch -Xms512m -Xmx512m",
                "HP-404 heap | INFO     |                      | 21 | filled  | | -XX:+UseTransparentHugePages -Xms1g -Xmx1g",
                "HP-501 code | INFO     | pool=400             | 21 | filled  | | -XX:+UseLargePages -XX:ReservedCodeCacheSize=12m -Xmx128m",
                "HP-503 native | INFO   | pool=400             | 17 | filled  | env GLIBC_TUNABLES=glibc.malloc.hugetlb=2 | -Xmx128m",
                "HP-601 heap | INFO     | pool=400             | 11 | filled  | | -XX:+UseLargePages -XX:LargePageSizeInBytes=1g -Xmx128m",
                "HP-702 jvm  | INFO     | pool=400             | 17 | filled  | | -XX:+UseLargePages -XX:+UseHugeTLBFS -Xmx128m",
                "HP-801 host | INFO     | enabled=never        | 17 | filled  | | -Xmx512m"
            })
    @Tag("slow")
    void isFound(
            String finding, String severity, String host, int release, String when, String through, String arguments)
            throws Scene.NotPossible {
        Needs.root();
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse(host == null ? "" : host));
                Started jvm = Started.in(scene, touching(release, through, arguments), folder)) {
            assertTrue(jvm.isAlive() && (when.equals("started") || jvm.fills()), jvm::said);
            assertFound(finding, severity, jvm);
        }
    }

    /** Only smaps shows this exclusion, and reading smaps would stall this JVM. No other cause may be named meanwhile. */
    @Test
    void aCauseThatOnlySmapsShowsIsUnknownWithoutIt() throws Scene.NotPossible {
        Needs.root();
        List<String> command = touching(25, null, "-XX:+UseTransparentHugePages -Xmx256m");
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse("prctl=except_advised,enabled=always"));
                Started jvm = Started.in(scene, command, folder)) {
            assertTrue(jvm.fills(), jvm::said);
            Said said = Said.of(jvm.pid());
            assertEquals("UNKNOWN", said.status("HP-102"), () -> said.root().toString());
            assertEquals("UNKNOWN", said.status("HP-108"));
            Said exact = Said.of(jvm.pid(), "--exact");
            assertEquals(
                    "WARNING", exact.severity("HP-108 heap"), () -> exact.root().toString());
            assertEquals("NOT_APPLICABLE", exact.status("HP-102"));
        }
    }

    /** Memory that was touched while the host refused huge pages, and the host as it is when advice is requested. */
    @ParameterizedTest(name = "{0}, JDK {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "HP-205 heap | 17 | -XX:+UseTransparentHugePages -XX:+AlwaysPreTouch -Xms1200m -Xmx1200m",
                "HP-405 heap | 21 | -XX:+UseTransparentHugePages -XX:+AlwaysPreTouch -Xms1000m -Xmx1g"
            })
    void isFoundAfterThpWasDisabled(String finding, int release, String arguments) throws Scene.NotPossible {
        Needs.root();
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse("enabled2m=never"));
                Started jvm = Started.in(scene, touching(release, null, arguments), folder)) {
            assertTrue(jvm.isAlive(), jvm::said);
            HOST.set(HostState.ENABLED_2M, "inherit");
            assertFound(finding, "INFO", jvm);
        }
    }

    /** Memory of malloc beside the heap: sparse in mode always, and full where only the heap opts in. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "HP-203 native | enabled=always | 30 4 | -Xmx128m -XX:MaxDirectMemorySize=600m",
                "HP-504 native |                | 70 | -XX:+UseTransparentHugePages -Xmx128m -XX:MaxDirectMemorySize=1300m"
            })
    void isFoundBesideTheHeap(String finding, String host, String buffers, String arguments) throws Scene.NotPossible {
        Needs.root();
        List<String> command = command(17, null, arguments, Buffers.NAME, Buffers.SOURCE);
        command.addAll(List.of(buffers.split(" ")));
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse(host == null ? "" : host));
                Started jvm = Started.in(scene, command, folder)) {
            assertTrue(jvm.fills(), jvm::said);
            assertFound(finding, "INFO", jvm);
        }
    }

    @Test
    void poolHeldByOthersIsFound() throws Scene.NotPossible {
        Needs.root();
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse("pool=400"));
                Holder other = Holder.start(300, 100);
                Started jvm = Started.in(scene, touching(17, null, "-XX:+UseLargePages -Xmx256m"), folder)) {
            assertTrue(jvm.fills(), jvm::said);
            assertFound("HP-302 pool", "INFO", jvm);
            assertEquals(100, other.pages());
        }
    }

    /** Attaching makes the JVM touch pages of its own. They must not be attributed to another process. */
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 21, 25})
    @Tag("slow")
    void aLimitOfExactlyTheBillIsEnough(int release) throws Scene.NotPossible {
        Needs.root();
        List<String> command = touching(release, null, "-XX:+UseLargePages -Xmx128m");
        for (int look = 0; look < 3; look++) {
            try (Scene scene = Scene.set(HOST, HostStateSpec.parse("pool=400,max=" + bill(command)));
                    Started jvm = Started.in(scene, command, folder)) {
                assertTrue(jvm.fills(), jvm::said);
                assertEquals("not found", Said.of(jvm.pid()).severity("HP-104 jvm"), "limit " + bill(command));
            }
        }
    }

    private static long bill(List<String> command) {
        Launch launch =
                JavaCommand.here(command, Map.of()).known().orElseThrow().launchHere(HostFacts.read(Roots.host()));
        return PageModel.predict(launch, HostFacts.read(Roots.host())).pools().stream()
                .filter(pool -> pool.pageSize().equals(Bytes.ofMiB(2)))
                .mapToLong(pool -> pool.needGrown().max())
                .sum();
    }

    /** A sandbox with a /sys of its own, as Flatpak creates it; and the same with the fix that the finding names. */
    @ParameterizedTest(name = "JDK {0}, {1}")
    @CsvSource({"21, hidden", "25, hidden", "25, mounted"})
    void hiddenSysfsIsFound(int release, String files) throws Scene.NotPossible {
        Needs.root();
        String mount = files.equals("hidden")
                ? "mount -t tmpfs none /sys"
                : "mkdir mm && mount --bind /sys/kernel/mm mm && mount -t tmpfs none /sys && mkdir -p /sys/kernel/mm"
                        + " && mount --bind mm /sys/kernel/mm";
        List<String> command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", mount + " && exec \"$@\"", "sh"));
        command.addAll(touching(release, null, "-XX:+UseTransparentHugePages -Xmx256m"));
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse(""));
                Started jvm = Started.in(scene, command, folder)) {
            assertTrue(jvm.fills(), jvm::said);
            if (files.equals("hidden")) {
                assertFound("HP-111 heap", "WARNING", jvm);
            } else {
                assertFalse(Said.of(jvm.pid()).found().toString().contains("HP-111"), jvm::said);
            }
        }
    }

    @Test
    void smallerSizesAreFound() throws Scene.NotPossible {
        Needs.root();
        Path smaller = HostState.ENABLED_2M
                .getParent()
                .resolveSibling("hugepages-64kB")
                .resolve("enabled");
        Needs.that(Files.exists(smaller), "a kernel with a word for pages of 64 KiB");
        String before = HostState.value(smaller);
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse("enabled2m=never"))) {
            HOST.set(smaller, "madvise");
            try (Started jvm = Started.in(scene, touching(21, null, "-XX:+UseTransparentHugePages -Xmx256m"), folder)) {
                assertTrue(jvm.fills(), jvm::said);
                assertFound("HP-603 heap", "INFO", jvm);
            }
        } finally {
            HOST.set(smaller, before);
        }
    }

    private List<String> touching(int release, String through, String arguments) {
        return command(release, through, arguments, Touches.NAME, Touches.SOURCE);
    }

    private List<String> command(int release, String through, String arguments, String program, String source) {
        List<String> command = new ArrayList<>();
        if (through != null) {
            command.addAll(List.of(through.split(" ")));
        }
        command.add(Needs.jdk(release).java().toString());
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(
                List.of("-cp", JavaSource.compiled(folder, program, source).toString(), program));
        return command;
    }

    private static void assertFound(String finding, String severity, Started jvm) {
        Said said = Said.of(jvm.pid());
        System.out.println(finding + ": " + said.summary(finding));
        assertEquals(severity, said.severity(finding), () -> said.found() + " " + said.root());
    }
}
