package io.github.hpjvm.cli.trial;

import io.github.hpjvm.bench.run.trial.RestoreProgress;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.cli.option.OutputWidth;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.CountProgress;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** Shows on stderr which processes are restored, and how far each restore is. */
final class ShownRestore implements RestoreProgress, AutoCloseable {
    private final Console console;
    private final LongSupplier nanoTime;
    private final IntSupplier columns;
    private Optional<CountProgress> progress = Optional.empty();
    private OptionalLong open = OptionalLong.empty();

    ShownRestore(Console console, LongSupplier nanoTime, IntSupplier columns) {
        this.console = console;
        this.nanoTime = nanoTime;
        this.columns = columns;
    }

    static ShownRestore on(Console console) {
        ShownRestore shown = new ShownRestore(console, System::nanoTime, OutputWidth.ofProgress(console));
        // Ctrl-C ends the command at once.
        Runtime.getRuntime().addShutdownHook(new Thread(shown::cut));
        return shown;
    }

    @Override
    public synchronized Runnable begins(long pid, Blocks blocks) {
        line("an earlier trial left process " + pid + " changed; its pages ("
                + Blocks.words(blocks.count(), blocks.size()) + ") are restored now");
        CountProgress shown = new CountProgress(console, nanoTime, columns, "blocks", blocks.count());
        progress = Optional.of(shown);
        open = OptionalLong.of(pid);
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

    /** Ends a restore that is shown now with a line, and leaves no half of a line before the prompt. */
    synchronized void cut() {
        open.ifPresent(pid -> line("process " + pid + ": the restore was cut off; it goes on with: sudo hp-cli trial "
                + pid + " --restore"));
        close();
    }

    @Override
    public synchronized void close() {
        progress.ifPresent(CountProgress::end);
        progress = Optional.empty();
        open = OptionalLong.empty();
    }
}
