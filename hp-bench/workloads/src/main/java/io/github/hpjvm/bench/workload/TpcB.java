package io.github.hpjvm.bench.workload;

import io.github.hpjvm.bench.reading.Percentiles;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
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
 * The transaction of pgbench, on an SQL database that lives in the heap (H2).
 *
 * <p><b>What it shows.</b> A database engine on the JVM: three updates, a query and an insert, each down a
 * tree of rows in random places of the heap. The score is transactions per second; the readings are percentiles of a
 * transaction. Memory and startup include the page tables, as benchmarks of PostgreSQL print them.
 *
 * <p><b>When a gain is expected.</b> If the accounts exceed the reach of the TLB on base pages: 500 000 of them take a
 * few hundred MiB. A transaction also parses, locks and logs, so the gain is the gain of a service, not of a loop.
 *
 * <p><b>Its control.</b> 10 000 accounts.
 *
 * <p>After "TPC-B (sort of)" of PostgreSQL's pgbench, with 10 tellers and one branch for each 100 000 accounts.
 */
@Expected(
        by = "accounts",
        noneUpTo = 10_000,
        gainFrom = 500_000,
        small = true,
        because = "rows are in random places of the heap, but a transaction also parses, locks and logs")
@Needs(library = "H2", type = "org.h2.Driver")
@Cost(Cost.Of.WALL)
@OnRequest(alsoInFull = true)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"})
public class TpcB {
    private static final int ACCOUNTS_OF_A_BRANCH = 100_000;
    private static final int TELLERS_OF_A_BRANCH = 10;
    private static final int LARGEST_DELTA = 5000;
    private static final int BATCH = 10_000;

    /** Transactions until all code of H2 in a transaction is compiled, which exceeds the warm-up of a profile. */
    private static final int UNTIL_WARM = 150_000;

    private static final long SEED = 20_240_229;

    /** Rows of the table that is updated at random. */
    @Param({"10000", "500000"})
    public int accounts;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Percentiles latency = new Percentiles();
    private int branches;
    private Connection connection;
    private PreparedStatement updateAccount;
    private PreparedStatement readAccount;
    private PreparedStatement updateTeller;
    private PreparedStatement updateBranch;
    private PreparedStatement addHistory;

    @Setup
    public void load() throws SQLException {
        branches = Math.max(1, accounts / ACCOUNTS_OF_A_BRANCH);
        connection = DriverManager.getConnection("jdbc:h2:mem:tpcb");
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table branches (bid int primary key, bbalance int, filler char(88))");
            statement.execute("create table tellers (tid int primary key, bid int, tbalance int, filler char(84))");
            statement.execute("create table accounts (aid int primary key, bid int, abalance int, filler char(84))");
            statement.execute("create table history (tid int, bid int, aid int, delta int, mtime timestamp)");
        }
        rows("insert into branches values (?1, 0, '')", branches);
        rows(
                "insert into tellers values (?1, ?1 / " + TELLERS_OF_A_BRANCH + ", 0, '')",
                branches * TELLERS_OF_A_BRANCH);
        rows("insert into accounts values (?1, ?1 / " + ACCOUNTS_OF_A_BRANCH + ", 0, '')", accounts);
        updateAccount = connection.prepareStatement("update accounts set abalance = abalance + ? where aid = ?");
        readAccount = connection.prepareStatement("select abalance from accounts where aid = ?");
        updateTeller = connection.prepareStatement("update tellers set tbalance = tbalance + ? where tid = ?");
        updateBranch = connection.prepareStatement("update branches set bbalance = bbalance + ? where bid = ?");
        addHistory = connection.prepareStatement("insert into history values (?, ?, ?, ?, current_timestamp)");
        for (int i = 0; i < UNTIL_WARM; i++) {
            transaction();
        }
    }

    private void rows(String insert, int count) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            for (int id = 0; id < count; id++) {
                statement.setInt(1, id);
                statement.addBatch();
                if ((id + 1) % BATCH == 0 || id + 1 == count) {
                    statement.executeBatch();
                    connection.commit();
                }
            }
        }
    }

    @Benchmark
    public int transaction() throws SQLException {
        long start = System.nanoTime();
        int account = random.nextInt(accounts);
        int teller = random.nextInt(branches * TELLERS_OF_A_BRANCH);
        int branch = random.nextInt(branches);
        int delta = random.nextInt(-LARGEST_DELTA, LARGEST_DELTA + 1);
        change(updateAccount, delta, account);
        int balance = balance(account);
        change(updateTeller, delta, teller);
        change(updateBranch, delta, branch);
        addHistory.setInt(1, teller);
        addHistory.setInt(2, branch);
        addHistory.setInt(3, account);
        addHistory.setInt(4, delta);
        addHistory.executeUpdate();
        connection.commit();
        latency.add(System.nanoTime() - start);
        return balance;
    }

    private static void change(PreparedStatement update, int delta, int id) throws SQLException {
        update.setInt(1, delta);
        update.setInt(2, id);
        update.executeUpdate();
    }

    private int balance(int account) throws SQLException {
        readAccount.setInt(1, account);
        try (ResultSet result = readAccount.executeQuery()) {
            result.next();
            return result.getInt(1);
        }
    }

    /** Discards the readings of the warm-up. */
    @TearDown(Level.Iteration)
    public void report(IterationParams iteration) {
        if (iteration.getType() == IterationType.WARMUP) {
            latency.clear();
        } else {
            latency.report("transaction", "us");
        }
    }

    @TearDown
    public void close() throws SQLException {
        connection.close();
    }
}
