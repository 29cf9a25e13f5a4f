package io.github.hpjvm.cli.trial;

import io.github.hpjvm.bench.run.trial.RestoreProgress;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.cli.option.OutputWidth;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.CountProgress;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** Shows on stderr which processes are restored, and how far each restore is. */
final class ShownRestore implements RestoreProgress, AutoCloseable {
    private final Console console;
    private final LongSupplier nanoTime;
    private final IntSupplier columns;
    private Optional<CountProgress> progress = Optional.empty();

    ShownRestore(Console console, LongSupplier nanoTime, IntSupplier columns) {
        this.console = console;
        this.nanoTime = nanoTime;
        this.columns = columns;
    }

    static ShownRestore on(Console console) {
        ShownRestore shown = new ShownRestore(console, System::nanoTime, OutputWidth.ofProgress(console));
        // Ctrl-C leaves no half of a line before the prompt.
        Runtime.getRuntime().addShutdownHook(new Thread(shown::close));
        return shown;
    }

    @Override
    public synchronized Runnable begins(long pid, Blocks blocks) {
        line("an earlier trial left process " + pid + " changed; its pages ("
                + Blocks.words(blocks.count(), blocks.size()) + ") are restored now");
        CountProgress shown = new CountProgress(console, nanoTime, columns, "blocks", blocks.count());
        progress = Optional.of(shown);
        return shown::next;
    }

    /** Prints what a restore did. */
    void restored(RestoredPages one) {
        line("process " + one.pid() + ": " + one.text());
    }

    /** Prints a line, after which no restore that was shown so far draws: one that does not go on is left to itself. */
    synchronized void line(String text) {
        close();
        console.err().println(text);
    }

    @Override
    public synchronized void close() {
        progress.ifPresent(CountProgress::end);
        progress = Optional.empty();
    }
}
