package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Postgres;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A common experiment with PostgreSQL, made repeatable. pgbench runs with {@code huge_pages=off} and {@code on}, one
 * after the other in an order drawn anew for each round. The test also reads the page tables of the host before and
 * while it runs. It measures and judges no speed; the observations are in {@code target/pgbench.txt}. {@code
 * -Dhp.lab.rounds=N} and {@code -Dhp.lab.seed=N} repeat it.
 */
class PgbenchIT {
    private static final int ROUNDS = Integer.getInteger("hp.lab.rounds", 8);
    private static final long SEED = Long.getLong("hp.lab.seed", System.nanoTime() & 0xffff);

    /** Scale of 100 000 accounts each: some 16 MB. */
    private static final int SCALE = 60;

    private static final int SECONDS = 8;
    private static final int CLIENTS = 8;
    private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+) \\(without initial connection time\\)");

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private final List<String> lines = new ArrayList<>();

    /** The results of one run of pgbench. */
    private record Measured(double tps, long pageTablesBefore, long pageTables) {}

    @BeforeEach
    void onlyInTheLab() {
        Needs.lab();
    }

    @Test
    void comparesHugePagesOffAndOn() throws IOException {
        Postgres postgres = Postgres.in(folder);
        long pages = postgres.pages(settings("on"));
        HOST.pool(pages);
        fill(postgres);
        note("pgbench, TPC-B (sort of), scale " + SCALE + ", " + CLIENTS + " clients, " + SECONDS + " s, " + pages
                + " huge pages, " + ROUNDS + " rounds, seed " + SEED);
        note(String.format("%5s  %-4s  %9s  %16s  %16s", "round", "huge", "tps", "PageTables kB", "before"));
        Random random = new Random(SEED);
        List<Double> ratios = new ArrayList<>();
        List<Measured> off = new ArrayList<>();
        List<Measured> on = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            List<String> order = new ArrayList<>(List.of("off", "on"));
            Collections.shuffle(order, random);
            for (String word : order) {
                Measured measured = measure(postgres, word);
                (word.equals("on") ? on : off).add(measured);
                note(String.format(
                        Locale.ROOT,
                        "%5d  %-4s  %9.1f  %16d  %16d",
                        round,
                        word,
                        measured.tps(),
                        measured.pageTables(),
                        measured.pageTablesBefore()));
            }
            ratios.add(on.get(round - 1).tps() / off.get(round - 1).tps());
        }
        RatioOfRounds ratio = RatioOfRounds.of(ratios);
        Optional<RatioInterval> interval = ratio.ci95();
        note(String.format(
                Locale.ROOT,
                "transactions on huge pages per transaction on base pages: %.3f %s",
                ratio.ratio().orElseThrow(),
                interval.map(it -> String.format(Locale.ROOT, "[%.3f, %.3f]", it.low(), it.high()))
                        .orElse("(no interval below 6 rounds)")));
        assertEquals(ROUNDS, ratio.rounds());
        for (int round = 0; round < ROUNDS; round++) {
            assertTrue(
                    on.get(round).pageTables() < off.get(round).pageTables(),
                    "the clients' page tables for shared memory are gone");
        }
        Path file = Path.of("target", "pgbench.txt");
        Files.write(file, lines);
    }

    private void fill(Postgres postgres) {
        try (Program.Running server = postgres.server(settings("off")).start()) {
            assertTrue(postgres.answers(server), server::errSoFar);
            Program.Ended filled = postgres.client("pgbench", "-i", "-q", "-s", SCALE, "postgres")
                    .run();
            assertEquals(0, filled.exitCode(), filled.err());
            Postgres.end(server);
        }
    }

    private static String[] settings(String hugePages) {
        return new String[] {
            "shared_buffers=1500MB", "synchronous_commit=off", "max_wal_size=8GB", "huge_pages=" + hugePages
        };
    }

    private Measured measure(Postgres postgres, String hugePages) {
        long before = pageTables();
        try (Program.Running server = postgres.server(settings(hugePages)).start()) {
            assertTrue(postgres.answers(server), server::errSoFar);
            warm(postgres);
            try (Program.Running load = pgbench(postgres, SECONDS).start()) {
                AtomicLong most = new AtomicLong();
                Poll.until("pgbench ends", () -> {
                    most.accumulateAndGet(pageTables(), Math::max);
                    return !load.isAlive();
                });
                Program.Ended ended = load.await();
                assertEquals(0, ended.exitCode(), ended.err());
                Matcher tps = TPS.matcher(ended.out());
                assertTrue(tps.find(), ended.out());
                Postgres.end(server);
                return new Measured(Double.parseDouble(tps.group(1)), before, most.get());
            }
        }
    }

    /** Makes each backend touch the table: a page that was never accessed has no entry in a page table. */
    private void warm(Postgres postgres) {
        Program.Ended ended = postgres.client(
                        "psql", "-d", "postgres", "-c", "select sum(abalance) from pgbench_accounts")
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
    }

    private static Program pgbench(Postgres postgres, int seconds) {
        return postgres.client("pgbench", "-c", CLIENTS, "-j", 2, "-T", seconds, "-n", "postgres");
    }

    private static long pageTables() {
        return HostReader.memory().get("PageTables").value() / 1024;
    }

    private void note(String line) {
        lines.add(line);
        System.out.println(line);
    }
}
