package io.github.hpjvm.cli.advise;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.advice.InheritedFlags;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.gain.GainBound;
import io.github.hpjvm.advisor.goal.Answer;
import io.github.hpjvm.advisor.goal.Requirement;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.jvm.CommandLines;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.HeapPast;
import io.github.hpjvm.bench.report.json.GainJson;
import io.github.hpjvm.bench.report.json.MeasuredOn;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.RequireOption;
import io.github.hpjvm.cli.source.JvmChoice;
import io.github.hpjvm.cli.source.RecordedPast;
import io.github.hpjvm.cli.source.Unexamined;
import io.github.hpjvm.cli.text.AdviceText;
import io.github.hpjvm.cli.text.GainText;
import io.github.hpjvm.cli.text.HeapPastText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.InsufficientException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Paragraph;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A request for advice.
 *
 * @param choice the JVM and the source of its facts
 * @param failOn the lowest severity of a finding for exit code 3
 * @param format the format of stdout
 * @param fullCommandLine whether the document contains the arguments of the program
 * @param measurement a file with a measurement that bounds the gain; null for none
 * @param verbose whether the text has explanations, alternatives and all regions
 * @param required the pages that the JVM must have; the text then is one sentence
 */
record AdviseRequest(
        JvmChoice choice,
        FailOn failOn,
        Format format,
        boolean fullCommandLine,
        Path measurement,
        boolean verbose,
        Optional<Requirement> required) {

    private static final long PAUSE_MILLIS = 500;

    private static final String COMMAND = "hp-cli advise";

    /** Reads until the requirement holds or the time is over, then answers. */
    int await(Duration most) {
        if (!choice.isLive()) {
            throw new UsageException("--wait needs the PID of a JVM of this host");
        }
        return answer(polled(most, this::advise));
    }

    /** Returns the first reading for which the requirement holds, or that is the last in time. A JVM that may not be read ends it. */
    Advised polled(Duration most, Supplier<Advised> reading) {
        long end = System.nanoTime() + most.toNanos();
        while (true) {
            Advised advised = reading.get();
            long left = end - System.nanoTime();
            if (left <= 0
                    || mayNotBeRead(advised.advice().jvm())
                    || required.orElseThrow().judge(advised.advice()).isTrue()) {
                return advised;
            }
            LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS)));
        }
    }

    /** Facts, and the advice for one JVM of them. */
    record Advised(Facts facts, Advice advice) {}

    private Advised advise() {
        Facts facts = choice.facts();
        Jvm jvm = shown(choice.chosen(facts));
        Advice advice = Advisor.advise(facts, jvm);
        return new Advised(
                facts,
                InheritedFlags.concern(advice)
                        ? InheritedFlags.of(advice, facts.host(), choice.besides(jvm))
                                .advice()
                        : advice);
    }

    /** Prints the advice and returns the exit code. */
    int answer() {
        return answer(advise());
    }

    /**
     * Prints the advice and returns the exit code. Of a JVM that may not be read, the text without a finding is the reason, and
     * so is the sentence about a requirement.
     */
    int answer(Advised advised) {
        Advice advice = advised.advice();
        int code = exitCode(advice);
        Optional<String> denied = denied(advice.jvm());
        if (format == Format.TEXT && choice.isLive() && denied.isEmpty()) {
            Unexamined.reject(advice.jvm(), COMMAND);
        }
        boolean shows = required.isEmpty() && !advice.findings().isEmpty();
        if (denied.isPresent() && code == ExitCodes.INSUFFICIENT && !shows) {
            throw new InsufficientException(denied.get());
        }
        String measured = measurement == null ? null : NamedInput.json(measurement);
        Jvm jvm = advice.jvm();
        Optional<Answer> answer = required.map(requirement -> requirement.judge(advice));
        Optional<GainBound> gain = measured == null
                ? Optional.empty()
                : Optional.of(
                        GainJson.read(measurement.toString(), measured, resident(jvm), target(advised.facts(), jvm)));
        Optional<RecordedPast> recorded = choice.past(advised.facts(), jvm);
        Optional<HeapPast> past = recorded.flatMap(RecordedPast::past);
        Console console = Consoles.standard();
        if (format == Format.JSON) {
            console.out().print(AdviceJson.write(advice, gain, answer, past));
        } else if (answer.isPresent()) {
            console.out().println(Paragraph.sentence(answer.get().reason()));
        } else {
            console.out()
                    .print(
                            verbose
                                    ? AdviceText.write(advice, console.outColour())
                                    : AdviceText.brief(advice, console.outColour()));
        }
        if (format != Format.JSON) {
            if (gain.isPresent()) {
                console.out().print(GainText.write(gain.get()));
            }
            if (past.isPresent()) {
                console.out().print(HeapPastText.write(past.get()));
            }
        }
        denied.ifPresent(reason -> console.err().println(COMMAND + ": " + reason));
        recorded.filter(it -> it.incomplete() > 0)
                .ifPresent(it -> console.err()
                        .println("hp-cli advise: files of the recording that end in the middle, as after kill -9: "
                                + it.incomplete()));
        return code;
    }

    /** Why this user may not read the process; empty if it may, and for JSON, whose members have the reason. */
    private Optional<String> denied(Jvm jvm) {
        return format == Format.TEXT && choice.isLive() && mayNotBeRead(jvm)
                ? Unexamined.reason(jvm, COMMAND, Roots.host())
                : Optional.empty();
    }

    private static boolean mayNotBeRead(Jvm jvm) {
        return !jvm.isSeen() && Unexamined.isDenied(jvm);
    }

    private int exitCode(Advice advice) {
        if (failOn.reachedBy(advice)) {
            return ExitCodes.FOUND;
        }
        return required.map(requirement -> RequireOption.exitCode(requirement.judge(advice)))
                .orElse(advice.jvm().isSeen() ? ExitCodes.OK : ExitCodes.INSUFFICIENT);
    }

    /** The host and the process of the JVM. Facts for advice on a process of this host do not have its name. */
    private MeasuredOn target(Facts facts, Jvm jvm) {
        Optional<String> host = choice.isLive()
                ? KernelFiles.readHostName(Roots.host().proc()).known()
                : facts.hostName().flatMap(Fact::known).filter(name -> !name.isEmpty());
        return new MeasuredOn(
                host,
                jvm.pid() > 0 ? Optional.of(jvm.pid()) : Optional.empty(),
                jvm.startTicks() > 0 ? Optional.of(jvm.startTicks()) : Optional.empty());
    }

    /** Resident bytes of the heap; empty if unknown. */
    private static Optional<Bytes> resident(Jvm jvm) {
        return jvm.region(RegionName.HEAP).backing().known().map(Backing::residentMax);
    }

    /** Reduces the command line of a snapshot; adds the arguments of the program for a live process on request. */
    private Jvm shown(Jvm jvm) {
        if (choice.snapshot() != null) {
            return fullCommandLine ? jvm : CommandLines.reduced(jvm);
        }
        return fullCommandLine && choice.pid() != null ? CommandLines.full(Roots.host(), jvm) : jvm;
    }
}
