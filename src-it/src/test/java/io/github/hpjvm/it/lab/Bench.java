package io.github.hpjvm.it.lab;

import java.nio.file.Path;

/** The shortest {@code hp-cli bench run}: one size, one round. */
public record Bench(TheHost host, Path out) {

    /** Returns the command, not yet run; under our lock if we hold it. */
    public Program command(Object... options) {
        return Cli.with("bench", "run", "--profile", "smoke", "--params", "size=1000", "-o", out)
                .with(options)
                .setAll(host.handOver());
    }

    /** Runs it; fails the test unless it exits with 0. */
    public Measured measure(Object... options) {
        return measure(command(options));
    }

    public Measured measure(Program command) {
        Program.Ended ended = command.run();
        if (ended.exitCode() != 0) {
            throw new AssertionError("exit code " + ended.exitCode() + ": " + ended.out() + ended.err());
        }
        return new Measured(ended, Results.in(out));
    }

    /** The output of a campaign and its results. */
    public record Measured(Program.Ended ended, Results results) {
        public Results.Run run(String variant) {
            return results.run(variant);
        }
    }

    public ForkCopies forks() {
        return new ForkCopies(out);
    }
}
