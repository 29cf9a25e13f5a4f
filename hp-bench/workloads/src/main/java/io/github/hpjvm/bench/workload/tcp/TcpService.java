package io.github.hpjvm.bench.workload.tcp;

import io.github.hpjvm.bench.reading.ScoredBy;
import io.github.hpjvm.bench.workload.Cost;
import io.github.hpjvm.bench.workload.Expected;
import io.github.hpjvm.bench.workload.Needs;
import io.github.hpjvm.bench.workload.OnRequest;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * A service behind TCP, with clients in another process that send requests at a steady rate.
 *
 * <p><b>What it shows.</b> The response times of a service, from the median to the tail. Each
 * request is parsed, looked up in a table of some hundred MB in the heap, computed and answered. Requests are sent at
 * scheduled times, whether or not earlier ones have been answered, and a response time counts from the schedule: a
 * server pause counts for all requests that it delays (coordinated omission). The score is the median.
 *
 * <p><b>When a gain is expected.</b> In the look-ups of a request in the table. Sockets, the kernel and the scheduler
 * take the larger part and gain nothing, so the gain is small at the median, and the host determines the tail.
 *
 * <p><b>Its control.</b> A table of 1 000 entries.
 */
@Expected(
        by = "entries",
        noneUpTo = 1000,
        gainFrom = 3_000_000,
        small = true,
        because = "only the look-up in the table waits for page walks; sockets and the scheduler take the larger part")
@Needs(library = "netty", type = "io.netty.bootstrap.ServerBootstrap")
@Cost(Cost.Of.WALL)
@OnRequest(alsoInFull = true)
@ScoredBy("response p50")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"})
public class TcpService {
    private static final int LOAD_MILLIS = 1000;

    /** Entries of the table. */
    @Param({"1000", "3000000"})
    public int entries;

    /** Requests a second. */
    @Param("4000")
    public int rate;

    private Server server;
    private Clients clients;

    @Setup
    public void start() throws IOException {
        server = Server.start(QuoteTable.filled(entries));
        clients = Clients.start(server.port(), rate, entries);
    }

    @Benchmark
    public long load() throws IOException {
        return clients.load(LOAD_MILLIS);
    }

    /** Discards the readings of the warm-up. */
    @TearDown(Level.Iteration)
    public void report(IterationParams iteration) throws IOException {
        if (iteration.getType() == IterationType.WARMUP) {
            clients.forget();
        }
    }

    @TearDown
    public void stop() throws IOException {
        clients.close();
        server.close();
    }
}
