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
 * A service behind TCP, asked at a steady rate by clients in another process.
 *
 * <p><b>What it shows.</b> What users of a service would notice: its response times, from the median to the far end. Each
 * request is parsed, looked up in a table of some hundred MB in the heap, computed and answered. Requests are sent when
 * their time has come, whether or not earlier ones have been answered, and a response time counts from that moment: a server
 * that stands still is charged for all whom it kept waiting (coordinated omission). The score is the median.
 *
 * <p><b>When a gain is expected.</b> In the part of a request that the table takes. Sockets, the kernel and the scheduler
 * have the larger part and gain nothing, so the gain is small at the median, and the far end belongs to the host.
 *
 * <p><b>Its control.</b> A table of 1 000 entries.
 */
@Expected(
        by = "entries",
        noneUpTo = 1000,
        gainFrom = 3_000_000,
        small = true,
        because = "only the look-up in the table waits for page walks; sockets and the scheduler have the larger part")
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

    /** What was while it warmed up is forgotten. */
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
