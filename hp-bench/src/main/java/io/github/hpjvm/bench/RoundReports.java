package io.github.hpjvm.bench;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.Campaign;
import io.github.hpjvm.bench.terminal.Progress;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Style;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Shows the progress of a campaign, and writes its files after each round. */
final class RoundReports implements Campaign.Listener {
    private final Console console;
    private final Progress progress;
    private final ResultFiles files;
    private final Function<List<Run>, Results> unfinished;
    private final Set<Case> named = new HashSet<>();
    private Optional<String> unwritten = Optional.empty();

    /** @param unfinished the results of a campaign that still runs */
    RoundReports(Console console, Progress progress, ResultFiles files, Function<List<Run>, Results> unfinished) {
        this.console = console;
        this.progress = progress;
        this.files = files;
        this.unfinished = unfinished;
    }

    @Override
    public void starting(List<Job> jobs) {
        unwritten.ifPresent(this::warn);
        unwritten = Optional.empty();
        progress.next(jobs);
    }

    @Override
    public void ended(Run run) {
        progress.ended();
    }

    @Override
    public void roundEnded(List<Run> soFar) {
        sayFailed(soFar);
        try {
            files.update(unfinished.apply(soFar), System.nanoTime());
        } catch (BenchException e) {
            // The answer does not need the files. The end of the campaign writes them, or reports the error, so only
            // forks that follow need a warning.
            unwritten = Optional.of(e.getMessage() + "; the campaign continues");
        }
    }

    /** Names each case that gets no further round, unless all have failed: then the campaign ends. */
    private void sayFailed(List<Run> runs) {
        if (!FailedCases.all(runs)) {
            FailedCases.of(runs).stream()
                    .filter(named::add)
                    .forEach(subject -> warn("failed    " + subject
                            + ": all of its runs failed, so it gets no further round"
                            + why(runs, subject).map(it -> ": " + it).orElse("")));
        }
    }

    private static Optional<String> why(List<Run> runs, Case subject) {
        return runs.stream()
                .filter(run -> run.job().subject().equals(subject))
                .flatMap(run -> run.failure().map(RunFailure::why).stream())
                .findFirst();
    }

    private void warn(String line) {
        progress.clear();
        console.err().println(Style.WARN.of(line, console.errColour()));
    }
}
