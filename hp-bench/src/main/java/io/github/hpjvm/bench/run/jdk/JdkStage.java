package io.github.hpjvm.bench.run.jdk;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.AppliedChange;
import io.github.hpjvm.bench.host.HostLock;
import io.github.hpjvm.bench.host.Provisioner;
import io.github.hpjvm.bench.jdk.JdkCase;
import io.github.hpjvm.bench.jdk.JdkHost;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.ThisProcess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The host on which the cases run, under its lock: as it is, or set for each case and restored at the end. */
public final class JdkStage implements AutoCloseable {
    private static final String PURPOSE = "hp-cli jdk verify";

    private final HostLock lock;
    private final boolean changes;
    private final Provisioner provisioner = Provisioner.ofThisHost();
    private final Consumer<String> say;
    private final List<HugePool> found = HostReader.pools();

    private JdkStage(HostLock lock, boolean changes, Consumer<String> say) {
        this.lock = lock;
        this.changes = changes;
        this.say = say;
    }

    /**
     * The host under its lock, so that no campaign changes its settings meanwhile. Where the cases change them, the settings
     * that a killed campaign left are restored first.
     *
     * @param changes whether to set the host for each case, which takes root
     * @param waits whether to wait until the holder of the lock ends
     * @param stop ends the wait
     * @param say gets a line for each holder, and for each setting that cannot be restored
     */
    public static JdkStage take(boolean changes, boolean waits, BooleanSupplier stop, Consumer<String> say) {
        if (changes && !ThisProcess.isRoot()) {
            throw new BenchException(
                    "--provision changes settings of the host and needs root: sudo hp-cli jdk verify ...");
        }
        HostLock.Use use = changes ? HostLock.Use.CHANGE : HostLock.Use.MEASURE;
        try {
            HostLock lock = waits ? HostLock.await(use, PURPOSE, say, stop) : HostLock.acquire(use, PURPOSE);
            if (changes) {
                Provisioner.ofThisHost()
                        .restore()
                        .lines()
                        .forEach(line -> say.accept("left by an earlier run: " + line));
            }
            return new JdkStage(lock, changes, say);
        } catch (IOException e) {
            throw BenchException.of(e);
        }
    }

    /** Returns whether the host is set for each case. */
    boolean changes() {
        return changes;
    }

    /**
     * Sets the host for a case.
     *
     * @param needs the prediction with the pools that its JVM needs
     * @return why the host cannot be set so; empty if it is
     */
    Optional<String> turnTo(JdkCase test, Prediction needs) {
        if (test.host() == JdkHost.UNCHANGED) {
            return Optional.empty();
        }
        Map<String, Bytes> memory = HostReader.memory();
        JdkHostChanges.Plan plan = new JdkHostChanges(
                        HostReader.thp().known(),
                        HostReader.thpSettings().known(),
                        HostReader.pools(),
                        found,
                        memory.getOrDefault("Hugepagesize", Bytes.ZERO),
                        memory.getOrDefault("MemAvailable", Bytes.ZERO))
                .of(test, needs);
        if (plan.refusal().isPresent()) {
            return plan.refusal();
        }
        try {
            return provisioner.apply(plan.changes()).changes().stream()
                    .filter(change -> !change.took())
                    .findFirst()
                    .map(JdkStage::notTaken);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static String notTaken(AppliedChange change) {
        return "the kernel keeps " + change.readBack() + " in " + change.file() + ", and this case needs "
                + change.wanted();
    }

    /** Restores the settings, and releases the lock. Call it after the JVMs have ended. */
    @Override
    public void close() {
        try {
            try {
                if (changes) {
                    provisioner.shutDown().entries().stream()
                            .filter(entry -> !entry.isRestored())
                            .forEach(entry -> say.accept(entry.line()));
                }
            } finally {
                lock.close();
            }
        } catch (IOException e) {
            throw BenchException.of(e);
        }
    }
}
