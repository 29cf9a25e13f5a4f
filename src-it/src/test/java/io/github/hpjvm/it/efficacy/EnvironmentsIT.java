package io.github.hpjvm.it.efficacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.ControlGroup;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.LiveCampaign;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Postgres;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.matrix.HostStateSpec;
import io.github.hpjvm.it.matrix.Scene;
import io.github.hpjvm.it.matrix.Touches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Environments in which an earlier version gave wrong advice. Each is provoked with a real JVM. The table at the end
 * has the pages of its heap from smaps, and the findings. {@code -Dhp.before=LAUNCHER} adds those of another version.
 */
class EnvironmentsIT {
    private static final long BALLAST = 1000;

    private static final List<Row> ROWS = new ArrayList<>();

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    /** A line of the table. */
    private record Row(String environment, String heap, String before, String now) {}

    @BeforeEach
    void onlyInTheLab() {
        Needs.lab();
        Needs.root();
    }

    @AfterAll
    static void printTable() {
        System.out.println("\nEnvironments");
        for (Row row : ROWS) {
            System.out.printf(
                    "  %s%n    heap    %s%n    before  %s%n    now     %s%n",
                    row.environment, row.heap, row.before, row.now);
        }
    }

    private static Said observe(String environment, Started jvm) {
        Said now = Said.of(jvm.pid());
        String heap = jvm.heap().map(Object::toString).orElse("not found");
        ROWS.add(new Row(environment, heap, before(jvm.pid()), text(now)));
        return now;
    }

    private static String before(long pid) {
        return Optional.ofNullable(System.getProperty("hp.before"))
                .map(launcher -> Cli.at(Path.of(launcher))
                        .with("advise", "--pid", pid, "--format", "json", "--fail-on", "never")
                        .run())
                .map(ended -> text(new Said(Results.parse(ended.out()).root())))
                .orElse("not measured");
    }

    private static String text(Said said) {
        List<String> findings =
                said.found().stream().map(one -> said.severity(one) + " " + one).toList();
        return findings + ", plan "
                + said.actions().stream().map(one -> one.path("kind").asText()).toList();
    }

    private List<String> touching(int release, String arguments) {
        return command(release, arguments, Touches.NAME, Touches.SOURCE);
    }

    private List<String> command(int release, String arguments, String program, String source) {
        List<String> command = new ArrayList<>();
        command.add(Needs.jdk(release).java().toString());
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(
                List.of("-cp", JavaSource.compiled(folder, program, source).toString(), program));
        return command;
    }

    @Test
    void sandboxHidesSysfs() throws Scene.NotPossible {
        List<String> command =
                new ArrayList<>(List.of("unshare", "-m", "sh", "-c", "mount -t tmpfs none /sys && exec \"$@\"", "sh"));
        command.addAll(touching(25, "-XX:+UseTransparentHugePages -Xmx256m"));
        try (Scene scene = Scene.set(HOST, HostStateSpec.PLAIN);
                Started jvm = Started.in(scene, command, folder)) {
            assertTrue(jvm.fills(), jvm::said);
            assertTrue(observe("sandbox with its own /sys", jvm).found().contains("HP-111 heap"));
        }
    }

    /** The JVM sees no limit, so its heap is larger than the limit. */
    @Test
    void sandboxHidesControlGroups() {
        HOST.set(HostState.ENABLED, "madvise");
        String name = "hp-it-hidden-" + ProcessHandle.current().pid();
        String enter = "echo $$ > \"$0\" && exec unshare -m sh -c 'umount -R /sys/fs/cgroup && exec \"$@\"' sh \"$@\"";
        try (ControlGroup memory = ControlGroup.of("memory", name).orElseThrow()) {
            memory.maxMemory(1000);
            try (Program.Running jvm = Program.of(touching(25, "-XX:+UseTransparentHugePages"))
                    .through("sh", "-c", enter, memory.procs().toString())
                    .in(folder)
                    .listening()
                    .start()) {
                Poll.until("the JVM answers", () -> Said.of(jvm.pid()).found().contains("HP-206 jvm"));
                Said said = Said.of(jvm.pid());
                ROWS.add(new Row("sandbox without control groups", "not filled", before(jvm.pid()), text(said)));
                assertTrue(said.root().toString().contains("does not see this limit"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EXCEPT_ADVISED in mode always, 'enabled=always,prctl=except_advised'",
        "PR_SET_THP_DISABLE, prctl=disable"
    })
    void prctlExcludesTheJvm(String environment, String state) throws Scene.NotPossible {
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse(state));
                Started jvm = Started.in(scene, touching(25, "-XX:+UseTransparentHugePages -Xmx256m"), folder)) {
            assertTrue(jvm.fills(), jvm::said);
            assertTrue(observe(environment, jvm).found().contains("HP-108 heap"));
        }
    }

    /** The limits are those of the parent only. HotSpot's own choice, printed in the same group, decides what is right. */
    @Test
    void parentGroupLimitsQuotaAndMemory() {
        Jdk jdk = Needs.jdk(25);
        String name = "hp-it-parent-" + ProcessHandle.current().pid();
        try (ControlGroup memory = ControlGroup.of("memory", name).orElseThrow();
                ControlGroup cpu = ControlGroup.of("cpu", name).orElseThrow()) {
            memory.maxMemory(1200);
            cpu.maxCpu(1000);
            String enter = "mkdir -p " + child(memory) + " " + child(cpu) + " && echo $$ > " + child(memory)
                    + "/cgroup.procs && echo $$ > " + child(cpu) + "/cgroup.procs && \"$@\"; code=$?; echo $$ > "
                    + memory.procs() + "; echo $$ > " + cpu.procs() + "; rmdir " + child(memory) + " " + child(cpu)
                    + " 2>/dev/null; exit $code";
            String flags = Program.of(
                            "sh", "-c", enter, "sh", jdk.java().toString(), "-XX:+PrintFlagsFinal", "-version")
                    .run()
                    .out();
            Program.Ended predicted = Cli.with("predict", "--format", "json", "--", jdk.java())
                    .through("sh", "-c", enter, "sh")
                    .run();
            JsonNode jvm = Results.parse(predicted.out()).root().path("jvm");
            String gc = flags.matches("(?s).*UseSerialGC\\s+= true.*") ? "SERIAL" : "G1";
            String heap = flags.replaceAll("(?s).* MaxHeapSize\\s+= (\\d+).*", "$1");
            ROWS.add(new Row(
                    "quota and memory limit of the parent group",
                    "HotSpot chooses " + gc + ", " + heap + " bytes",
                    "not measured",
                    "predict says " + jvm.path("gc").asText() + ", " + jvm.path("maxHeapBytes") + " bytes"));
            assertEquals(gc, jvm.path("gc").asText());
            assertEquals(heap, jvm.path("maxHeapBytes").asText());
        }
    }

    private static Path child(ControlGroup group) {
        return group.procs().resolveSibling("child");
    }

    /** Nearly all memory is in pieces below 2 MiB while a campaign holds it. */
    @Test
    void memoryIsFragmented() {
        HOST.unlock();
        HOST.set(HostState.ENABLED, "madvise");
        Bench bench = new Bench(HOST, folder.resolve("out"));
        try (LiveCampaign campaign = LiveCampaign.start(
                bench.command("--provision", "--fragment", "100", "--variants", "baseline", "--rounds", "100")
                        .through("env", "--default-signal=INT,TERM", "setsid"))) {
            Poll.until("the ballast", () -> Long.parseLong(HostState.value(HostState.POOL)) > BALLAST);
            Poll.until("the first fork", () -> bench.forks().live(1, "baseline").isPresent());
            for (String flags : List.of("-XX:+UseTransparentHugePages -Xmx256m", "-XX:+UseLargePages -Xmx256m")) {
                try (Program.Running jvm =
                        Program.of(touching(21, flags)).in(folder).listening().start()) {
                    jvm.say("");
                    Poll.until("it is filled", () -> jvm.outSoFar().contains(Touches.FILLED) || !jvm.isAlive());
                    assertTrue(jvm.isAlive(), jvm::errSoFar);
                    Said said = Said.of(jvm.pid());
                    ROWS.add(new Row(
                            "fragmented memory, " + flags,
                            said.expected(),
                            before(jvm.pid()),
                            text(said) + " " + said.leftOut()));
                }
            }
            campaign.running().handle().destroy();
            campaign.running().await();
        }
    }

    @Test
    void poolIsHeldByAnotherProgram() throws Scene.NotPossible {
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse("pool=400"));
                Holder other = Holder.start(300, 100);
                Started jvm = Started.in(scene, touching(17, "-XX:+UseLargePages -Xmx256m"), folder)) {
            assertTrue(jvm.fills(), jvm::said);
            assertTrue(observe("pool held by another program", jvm).found().contains("HP-302 pool"));
            assertEquals(100, other.pages());
        }
    }

    @Test
    void hugetlbLimitIsExactlyTheBill() throws Scene.NotPossible {
        List<String> command = touching(25, "-XX:+UseLargePages -Xmx128m");
        JsonNode bill = Results.parse(Cli.with("predict", "--format", "json", "--")
                        .with(command.toArray())
                        .run()
                        .out())
                .root();
        long pages = bill.at("/pools/0/need/full/1").asLong();
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse("pool=400,max=" + pages));
                Started jvm = Started.in(scene, command, folder)) {
            assertTrue(jvm.fills(), jvm::said);
            Said said = observe("hugetlb limit of exactly the bill, " + pages + " pages", jvm);
            assertFalse(said.found().contains("HP-104 jvm"), () -> said.found().toString());
        }
    }

    /** The heap grows beyond the pool later, and the JVM then ends. */
    @Test
    void zgcHasAPartlyFilledPool() throws Scene.NotPossible {
        List<String> command = touching(17, "-XX:+UseZGC -XX:+UseLargePages -Xms64m -Xmx512m");
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse("pool=200"));
                Started jvm = Started.in(scene, command, folder)) {
            assertTrue(jvm.isAlive(), jvm::said);
            Said said = observe("ZGC on a partly filled pool", jvm);
            assertEquals("CRITICAL", said.severity("HP-201 heap"));
            assertTrue(said.plans("SYSCTL"), () -> said.actions().toString());
        }
    }

    @Test
    void hostIsInModeAlways() throws Scene.NotPossible {
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse("enabled=always"));
                Started jvm = Started.in(scene, touching(21, "-Xms256m -Xmx256m"), folder)) {
            assertTrue(jvm.fills(), jvm::said);
            Said said = observe("mode always, no flags", jvm);
            assertEquals(List.of(), said.warned());
            assertEquals(List.of(), said.actions());
        }
    }

    /** Direct buffers are native memory; the heap is small. No finding calls that memory a part of the heap. */
    @Test
    void jdk8HasMuchNativeMemory() throws Scene.NotPossible {
        List<String> command = command(8, "-Xmx128m -XX:MaxDirectMemorySize=4g", Buffers.NAME, Buffers.SOURCE);
        command.add("190");
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse("enabled=always"));
                Started jvm = Started.in(scene, command, folder)) {
            assertTrue(jvm.fills(), jvm::said);
            Said said = observe("JDK 8 with 3 GB of native memory", jvm);
            assertTrue(
                    said.found().contains("HP-203 native"), () -> said.found().toString());
            long bytes = jvm.residentNative().value();
            assertTrue(bytes > 2_900L << 20, bytes + " bytes of native memory");
        }
    }

    @Test
    void postgresqlRunsBesideTwoJvms() throws Scene.NotPossible {
        Postgres postgres = Postgres.in(folder);
        List<String> command = touching(17, "-XX:+UseSerialGC -XX:+UseLargePages -Xms64m -Xmx64m");
        try (Program.Running server = postgres.server("shared_buffers=128MB", "huge_pages=off")
                        .start();
                Scene scene = Scene.set(HOST, HostStateSpec.PLAIN)) {
            assertTrue(postgres.answers(server), server::errSoFar);
            long pages;
            try (Started one = Started.in(scene, command, folder);
                    Started two = Started.in(scene, command, folder)) {
                assertTrue(one.fills() && two.fills());
                Program.Ended sized = Cli.with("size", "--format", "json", "--pid", server.pid(), one.pid(), two.pid())
                        .run();
                pages = Results.parse(sized.out()).root().at("/pools/0/toWrite").asLong();
            }
            Postgres.end(server);
            startsOn(postgres, command, pages);
        }
    }

    private void startsOn(Postgres postgres, List<String> command, long pages) throws Scene.NotPossible {
        try (Scene scene = Scene.set(HOST, HostStateSpec.parse("pool=" + pages));
                Program.Running server =
                        postgres.server("shared_buffers=128MB", "huge_pages=on").start()) {
            assertTrue(postgres.answers(server), server::errSoFar);
            try (Started one = Started.in(scene, command, folder);
                    Started two = Started.in(scene, command, folder)) {
                assertTrue(one.fills() && two.fills());
                assertEquals(
                        "HUGETLB", one.heap().orElseThrow().kind().orElseThrow().name());
                assertEquals(
                        "HUGETLB", two.heap().orElseThrow().kind().orElseThrow().name());
                observe("PostgreSQL with children beside two JVMs, " + pages + " pages by size --pid", two);
            }
            Postgres.end(server);
        }
    }
}
