package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the time of {@code hp-cli advise --pid N --format json} and of {@code jcmd N VM.flags -all} of the same JDK,
 * whole processes in turn, of a heap of 64 MiB and of 14 GiB in base pages. It reports, and asserts on no time. {@code
 * -Dhp.start.rounds=N} makes other than 15 rounds; {@code HP_JDKS} and the running JVM select the JDK.
 */
class BesideJcmdIT {
    private static final long LARGE_GIB = 14;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private static Program advise(long pid) {
        return Cli.with("advise", "--pid", pid, "--format", "json", "--fail-on", "never");
    }

    private static Bytes available() {
        return HostFacts.read(Roots.host())
                .memory()
                .known()
                .flatMap(memory -> memory.size("MemAvailable"))
                .orElse(Bytes.ZERO);
    }

    private static double millis(Program program) {
        long start = System.nanoTime();
        Program.Ended ended = program.run();
        double millis = (System.nanoTime() - start) / 1e6;
        assertEquals(0, ended.exitCode(), ended::toString);
        assertFalse(ended.out().isEmpty());
        return millis;
    }

    @Test
    void comparesAdviseWithJcmd() throws IOException {
        Needs.lab();
        Needs.root();
        Needs.that(available().compareTo(Bytes.ofGiB(LARGE_GIB + 2)) > 0, "memory for a heap of " + LARGE_GIB + " GiB");
        HOST.set(HostState.ENABLED, "madvise");
        Jdk jdk = Jdks.running();
        List<String> large = List.of(
                "-XX:+UseParallelGC", "-Xms" + LARGE_GIB + "g", "-Xmx" + LARGE_GIB + "g", "-XX:+AlwaysPreTouch");
        try (LiveJvm one = LiveJvm.start(jdk, folder, List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch"));
                LiveJvm other = LiveJvm.start(jdk, folder, large)) {
            Program jcmd =
                    Program.of(jdk.home().resolve("bin/jcmd").toString(), Long.toString(one.pid()), "VM.flags", "-all");
            Map<String, Program> programs = new LinkedHashMap<>();
            programs.put("jcmd VM.flags -all", jcmd);
            programs.put("advise, 64 MiB", advise(one.pid()));
            programs.put("advise, " + LARGE_GIB + " GiB", advise(other.pid()));
            programs.values().forEach(BesideJcmdIT::millis);
            System.out.print(table(jdk, inTurn(programs, Integer.getInteger("hp.start.rounds", 15))));
        }
    }

    /**
     * Returns the times of each program. Each round runs all of them one after the other, in an order that is drawn.
     */
    private static Map<String, List<Double>> inTurn(Map<String, Program> programs, int rounds) {
        Map<String, List<Double>> times = new LinkedHashMap<>();
        programs.keySet().forEach(name -> times.put(name, new ArrayList<>()));
        List<String> order = new ArrayList<>(programs.keySet());
        Random random = new Random(1);
        for (int round = 0; round < rounds; round++) {
            Collections.shuffle(order, random);
            order.forEach(name -> times.get(name).add(millis(programs.get(name))));
        }
        return times;
    }

    private static String table(Jdk jdk, Map<String, List<Double>> times) {
        StringBuilder table = new StringBuilder(jdk + "\n");
        List<Double> first = times.values().iterator().next();
        times.forEach((name, each) -> {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < each.size(); i++) {
                ratios.add(each.get(i) / first.get(i));
            }
            table.append(String.format(
                    Locale.ROOT,
                    "%-20s %4.0f ms (%4.0f to %4.0f), of jcmd's time %.2f (%.2f to %.2f)%n",
                    name,
                    quantile(each, 0.5),
                    quantile(each, 0.25),
                    quantile(each, 0.75),
                    quantile(ratios, 0.5),
                    quantile(ratios, 0.25),
                    quantile(ratios, 0.75)));
        });
        return table.toString();
    }

    private static double quantile(List<Double> values, double share) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get((int) Math.round(share * (sorted.size() - 1)));
    }
}
