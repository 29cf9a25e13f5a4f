package io.github.hpjvm.it.efficacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.matrix.HostStateSpec;
import io.github.hpjvm.it.matrix.Scene;
import io.github.hpjvm.it.matrix.Seen;
import io.github.hpjvm.it.matrix.Touches;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Other users of the pool keep their pages, touched or only reserved, when the advice for a JVM is followed, and the
 * JVM gets its own beside them. {@code -Dhp.tenants.seed=N} and {@code -Dhp.tenants.cases=N} select the drawn cases and
 * their number.
 */
@Tag("jdks")
class TenantsIT {
    private static final int CASES = 2;
    private static final int CASES_IN_LAB = 20;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private static JsonNode size(long pid) {
        Ended ended = Cli.with("size", "--pid", pid, "--format", "json").run();
        return Results.parse(ended.out()).root().at("/pools/0");
    }

    private static long number(String name) {
        return Long.parseLong(HostState.value(HostState.POOL_2M.resolveSibling(name + "_hugepages")));
    }

    @Test
    void poolOfTheScriptFitsBothJvms() throws Scene.NotPossible {
        Needs.root();
        Needs.jdk(17);
        assertEquals("684 for a need of 384 beside 300", share(Tenancy.wellKnown()));
    }

    @Test
    @Tag("slow")
    void otherJvmsKeepTheirPages() throws Scene.NotPossible {
        Needs.root();
        boolean lab = Boolean.getBoolean("hp.lab");
        long seed = Long.getLong("hp.tenants.seed", lab ? new Random().nextInt(1_000_000) : 20_261_120);
        int count = Integer.getInteger("hp.tenants.cases", lab ? CASES_IN_LAB : CASES);
        System.out.println("tenants: -Dhp.tenants.seed=" + seed + " -Dhp.tenants.cases=" + count);
        Random random = new Random(seed);
        List<String> shared = new ArrayList<>();
        while (shared.size() < count) {
            Tenancy tenancy = Tenancy.drawn(random);
            if (Jdks.of(tenancy.release()).isPresent()) {
                shared.add(share(tenancy) + ": " + tenancy);
            }
        }
        shared.forEach(System.out::println);
    }

    /** Follows the advice while the other program runs; returns the written values as text. */
    private String share(Tenancy tenancy) throws Scene.NotPossible {
        HostStateSpec spec = HostStateSpec.parse("pool=" + tenancy.pool() + ",overcommit=" + tenancy.overcommit()
                + (tenancy.limited() ? ",max=40" : ""));
        try (Scene scene = Scene.set(HOST, spec);
                Holder other = Holder.start(tenancy.held(), tenancy.touched())) {
            HostWords before = HostWords.now();
            Emitted emitted;
            long need;
            try (Started jvm = Started.in(scene, command(tenancy), folder)) {
                assertTrue(jvm.isAlive(), () -> tenancy + ": " + jvm.said());
                need = size(jvm.pid()).path("need").asLong();
                emitted = Emitted.of(jvm.pid(), folder);
                Ended applied = emitted.sh("apply");
                assertEquals(0, applied.exitCode(), () -> tenancy + ": " + applied);
            }
            long written = Long.parseLong(HostState.value(HostState.POOL));
            long had = tenancy.pool() + Math.max(0, tenancy.held() - tenancy.pool());
            assertTrue(written >= tenancy.held(), () -> written + " is less than the other holds: " + tenancy);
            // A small heap may have got its pages although the code did not: then nothing is written, which is checked
            // below.
            long enough = need + tenancy.held();
            assertTrue(written == had || written == enough, () -> written + " for a need of " + need + ": " + tenancy);
            List<String> again =
                    emitted.restart(java(tenancy), tenancy.release() == 8, tenancy.arguments(), classes(), false);
            try (Started jvm = Started.in(scene, again, folder)) {
                assertTrue(jvm.fills(), () -> tenancy + ": " + jvm.said());
                assertEquals(tenancy.touched(), other.pages(), "it lost pages");
                Optional<PageKind> kind = jvm.heap().flatMap(Seen::kind);
                assertEquals(Optional.of(PageKind.HUGETLB), kind, () -> need + ": " + tenancy);
                other.touchAll();
                assertEquals(tenancy.held(), other.pages());
                assertTrue(jvm.isAlive());
            }
            Ended undone = emitted.sh("undo");
            assertEquals(0, undone.exitCode(), () -> tenancy + ": " + undone);
            assertEquals(before.word(HostState.POOL), HostState.value(HostState.POOL));
            assertEquals(tenancy.held(), other.pages(), "it lost pages by the undo");
            return written + " for a need of " + need + " beside " + tenancy.held();
        }
    }

    /**
     * A pool whose pages are unused in two readings, two hours apart, shrinks to the used pages, and another JVM keeps
     * its pages. The snapshots are changed: this test holds the lock of a campaign, and does not wait.
     */
    @Test
    void otherJvmKeepsItsPagesWhenThePoolShrinks() throws IOException {
        Needs.root();
        HOST.pool(600);
        List<String> large = List.of("-XX:+UseSerialGC", "-XX:+UseLargePages", "-Xms128m", "-Xmx128m");
        try (LiveJvm other = LiveJvm.start(Needs.jdk(17), folder, large);
                Holder third = Holder.start(50, 10);
                LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            long held = Holder.pages(other.pid());
            long used = number("nr") - number("free") + number("resv");
            Path now = folder.resolve("now.json");
            Path earlier = folder.resolve("earlier.json");
            Ended taken = Cli.with("snapshot", "--pid", jvm.pid(), "-o", now).run();
            assertEquals(0, taken.exitCode(), taken::toString);
            ObjectMapper json = new ObjectMapper();
            ObjectNode reading = (ObjectNode) json.readTree(now.toFile());
            ((ObjectNode) reading.get("poolHistory")).put("campaign", false);
            json.writeValue(now.toFile(), reading);
            Instant time = Instant.parse(reading.get("takenAt").asText());
            reading.put("takenAt", time.minus(Duration.ofHours(2)).toString());
            json.writeValue(earlier.toFile(), reading);
            Path script = folder.resolve("shrink.sh");
            Ended emitted = Cli.with(
                            "emit",
                            "--for",
                            "shell",
                            "--snapshot",
                            now,
                            "--pid",
                            jvm.pid(),
                            "--observed",
                            earlier,
                            "-o",
                            script)
                    .run();
            assertEquals(0, emitted.exitCode(), emitted::toString);
            Ended applied = Program.of("/bin/sh", script.toString(), "apply").run();
            assertEquals(0, applied.exitCode(), applied::toString);
            assertEquals(used, Long.parseLong(HostState.value(HostState.POOL)));
            assertEquals(held, Holder.pages(other.pid()));
            third.touchAll();
            assertTrue(other.isAlive());
        }
    }

    private Path classes() {
        return JavaSource.compiled(folder, Touches.NAME, Touches.SOURCE);
    }

    private static Path java(Tenancy tenancy) {
        return Jdks.of(tenancy.release()).orElseThrow().java();
    }

    private List<String> command(Tenancy tenancy) {
        List<String> command = new ArrayList<>(List.of(java(tenancy).toString()));
        command.addAll(tenancy.arguments());
        command.addAll(List.of("-cp", classes().toString(), Touches.NAME));
        return command;
    }
}
