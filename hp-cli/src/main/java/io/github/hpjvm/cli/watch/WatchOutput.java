package io.github.hpjvm.cli.watch;

import io.github.hpjvm.advisor.read.WatchedHost;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.HostReading;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.text.WatchText;
import io.github.hpjvm.cli.text.WatchedText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Screen;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.libc.TerminalSize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The output of {@code hp-cli watch}: a screen, lines of text, or lines of JSON; and the CPU time of hp-cli that it shows. */
final class WatchOutput {
    private static final int SHOWN_ALERTS = 4;
    private static final int COLUMNS = 80;
    private static final int ROWS = 24;
    private static final Duration WINDOW = Duration.ofSeconds(60);

    private final WatchRequest request;
    private final Optional<NativeCalls> calls;
    private final Console console = Consoles.standard();
    private final Optional<Screen> screen;
    private final Deque<Alert> alerts = new ArrayDeque<>();
    private final Deque<long[]> costs = new ArrayDeque<>();
    private final Set<Long> reported = new HashSet<>();

    /** Readings of JVMs that had no heap yet. */
    private final Map<Long, Integer> tries = new HashMap<>();

    private Duration said;

    WatchOutput(WatchRequest request, Optional<NativeCalls> calls) {
        this.request = request;
        this.calls = calls;
        this.screen = request.format() == Format.TEXT ? Consoles.screen() : Optional.empty();
        this.said = request.interval();
    }

    /** Returns whether stdout was closed. */
    boolean isClosed() {
        return console.out().checkError();
    }

    /** Returns whether stdout is a pipe, which cannot be written after its reader has ended. A file can: its disk may get space. */
    boolean isPipe() {
        return ThisProcess.isPipe(1);
    }

    /** Prints a line to stderr, after the name of the command. */
    void problem(String line) {
        console.err().println("hp-cli watch: " + line);
    }

    /**
     * Shows a reading.
     *
     * @param deltas increases of the counters of the host
     * @param fresh the alerts of this reading
     * @param lines the reading as JSON
     */
    void show(
            Instant now,
            HostReading reading,
            Map<String, Long> deltas,
            Map<Long, List<Alert>> fresh,
            Collection<WatchTarget> targets,
            Duration interval,
            Optional<Double> share,
            WatchLines lines) {
        fresh.values().forEach(alerts::addAll);
        while (alerts.size() > SHOWN_ALERTS) {
            alerts.removeFirst();
        }
        if (request.format() == Format.JSON) {
            targets.forEach(this::reportUnknown);
            console.out().print(lines.of(fresh.keySet(), deltas, fresh));
            console.out().flush();
            return;
        }
        WatchedText view = new WatchedText(
                now,
                targets.stream().map(WatchTarget::view).toList(),
                deltas,
                reading.pools(),
                List.copyOf(alerts),
                request.interval(),
                interval,
                share,
                WatchBudget.SHARE);
        if (screen.isPresent()) {
            TerminalSize size = calls.flatMap(all -> TerminalSize.of(all, 1)).orElse(new TerminalSize(COLUMNS, ROWS));
            Paragraph.fit(size.columns());
            screen.get()
                    .draw(
                            WatchText.screen(view, size.columns(), console.outColour(), isUnicode()),
                            size.columns(),
                            size.rows());
        } else {
            if (request.record().isEmpty()) {
                WatchText.lines(view).forEach(console.out()::println);
            }
            fresh.values().forEach(list -> list.forEach(alert -> console.out().println(WatchText.line(alert))));
            reportInterval(interval);
        }
    }

    /**
     * Shows the last alerts of a JVM that ended.
     *
     * @param line the same in JSON
     */
    void showLate(List<Alert> late, String line) {
        if (request.format() == Format.JSON) {
            console.out().print(line);
            console.out().flush();
        } else if (screen.isPresent()) {
            late.forEach(alert -> screen.get().below(WatchText.line(alert)));
        } else {
            late.forEach(alert -> console.out().println(WatchText.line(alert)));
        }
    }

    /** Reports a change of the interval once. */
    private void reportInterval(Duration now) {
        if (!now.equals(said) && now.compareTo(request.interval()) > 0) {
            console.err()
                    .println("hp-cli watch: interval lengthened to " + now.toMillis() / 1000.0
                            + " s: a reading costs more than 0.5 % of one CPU");
        }
        said = now;
    }

    /** Reports once that the heap of a JVM is unknown, which a JSON line only shows by its absence. */
    private void reportUnknown(WatchTarget target) {
        boolean young = target.unknownHeap().filter(Reason.SKIPPED::equals).isPresent()
                && tries.merge(target.pid(), 1, Integer::sum) <= Reopening.ATTEMPTS;
        Optional<String> why = young ? Optional.empty() : target.unknown();
        if (why.isPresent() && reported.add(target.pid())) {
            console.err().println("hp-cli watch: PID " + target.pid() + ": the heap is unknown: " + why.get());
        }
    }

    /** Forgets a JVM that has ended. */
    void forget(long pid) {
        tries.remove(pid);
        reported.remove(pid);
    }

    /** Prints a line of the result: to stdout, or beside a JSON document to stderr. */
    void print(String line) {
        if (request.format() == Format.JSON) {
            console.err().println(line);
        } else if (screen.isPresent()) {
            screen.get().below(Paragraph.sentence(line));
        } else {
            console.out().println(Paragraph.sentence(line));
        }
    }

    /** Returns the share of one CPU that this process used in the last minute; empty before two readings. */
    Optional<Double> ownShare(Roots roots) {
        long now = System.nanoTime();
        Optional<Duration> used = WatchedHost.ownCpuTime(roots);
        if (used.isEmpty()) {
            return Optional.empty();
        }
        costs.addLast(new long[] {now, used.get().toNanos()});
        while (costs.size() > 2 && now - costs.peekFirst()[0] > WINDOW.toNanos()) {
            costs.removeFirst();
        }
        long[] oldest = costs.getFirst();
        return costs.size() < 2
                ? Optional.empty()
                : Optional.of((double) (used.get().toNanos() - oldest[1]) / (now - oldest[0]));
    }

    private static boolean isUnicode() {
        Map<String, String> environment = System.getenv();
        String all = environment.getOrDefault("LC_ALL", "");
        String type = all.isEmpty() ? environment.getOrDefault("LC_CTYPE", "") : all;
        String locale = type.isEmpty() ? environment.getOrDefault("LANG", "") : type;
        return locale.toUpperCase(Locale.ROOT).replace("-", "").contains("UTF8");
    }
}
