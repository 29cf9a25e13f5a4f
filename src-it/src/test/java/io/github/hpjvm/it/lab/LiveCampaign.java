package io.github.hpjvm.it.lab;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A running campaign: one of its forks runs, and it has made its changes of the host. */
public final class LiveCampaign implements AutoCloseable {
    /** Time limit. A loaded machine takes minutes to start the JVMs before the first fork. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Program.Running running;
    private final List<ProcessHandle> children;

    private LiveCampaign(Program.Running running, List<ProcessHandle> children) {
        this.running = running;
        this.children = children;
    }

    /** Starts it and waits until it forks. */
    public static LiveCampaign start(Program command) {
        Program.Running running = command.start();
        try {
            Poll.untilFound("a fork", PATIENCE, () -> {
                if (!running.isAlive()) {
                    throw new AssertionError("it ended before it forked: " + running.errSoFar());
                }
                return ForkCopies.runningFork(running.handle());
            });
            return new LiveCampaign(running, running.handle().descendants().toList());
        } catch (AssertionError e) {
            running.close();
            throw e;
        }
    }

    public Program.Running running() {
        return running;
    }

    /** Kills it like {@code kill -9}, then its remaining processes. */
    public void kill() {
        List<ProcessHandle> all =
                Stream.concat(children.stream(), running.handle().descendants()).toList();
        Signals.kill(running.handle());
        running.await();
        all.forEach(Signals::kill);
        Poll.until("the end of what a killed campaign left", () -> all.stream().noneMatch(ProcessHandle::isAlive));
    }

    /** Returns whether one of the processes that it had at its start still runs. */
    public boolean hasChildren() {
        return children.stream().anyMatch(ProcessHandle::isAlive)
                || running.handle().descendants().findAny().isPresent();
    }

    @Override
    public void close() {
        children.forEach(Signals::kill);
        running.close();
    }
}
