package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.PredictedFailure;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.host.Denial;
import io.github.hpjvm.bench.host.Priority;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.process.Interruption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Runs the forks of a plan until it is done or the user stops it. The forks of a case in one round may take turns. */
public final class Campaign {
    private final TargetJvm jvm;
    private final Maker maker;
    private final HostSwitch hostSwitch;
    private final Interleaving interleaving;
    private final Interruption interruption;
    private MemoryPreparation memory = MemoryPreparation.none();
    private Runnable first = () -> {};
    private final List<Run> runs = new ArrayList<>();

    /**
     * Creates a campaign without running it.
     *
     * @param hostSwitch sets the host before each fork
     * @param interleaving decides which forks take turns
     */
    public Campaign(
            TargetJvm jvm, Maker maker, HostSwitch hostSwitch, Interleaving interleaving, Interruption interruption) {
        this.jvm = jvm;
        this.maker = maker;
        this.hostSwitch = hostSwitch;
        this.interleaving = interleaving;
        this.interruption = interruption;
    }

    /** Receives events on the thread that runs the campaign. */
    public interface Listener {
        /** One fork is about to start, or several that take turns. */
        void starting(List<Job> jobs);

        /** A fork has ended, or could not be started. */
        void ended(Run run);

        /** All forks of a round have ended. */
        void roundEnded(List<Run> soFar);
    }

    /**
     * Runs these forks in their order; may be called again for more.
     *
     * @return all runs so far; if the user stopped the campaign, the last ones are the stopped forks
     */
    public List<Run> run(List<Job> jobs, Listener listener) {
        int before = runs.size();
        for (int i = 0; i < jobs.size() && !interruption.requested(); ) {
            List<Job> group = group(jobs.subList(i, jobs.size()));
            Interleaving.Choice choice = choice(group);
            List<List<Job>> parts = choice.interleave() == Interleave.SLICES
                    ? List.of(group)
                    : group.stream().map(List::of).toList();
            for (List<Job> part : parts) {
                if (!interruption.requested()) {
                    listener.starting(part);
                    List<Run> made = raised(() -> choice.interleave() == Interleave.SLICES
                            ? together(part)
                            : alone(part.get(0)).map(run -> because(run, choice.why())).stream()
                                    .toList());
                    runs.addAll(made);
                    made.forEach(listener::ended);
                }
            }
            i += group.size();
            boolean none =
                    interruption.requested() && runs.stream().skip(before).noneMatch(Run::forked);
            if (!none
                    && (i == jobs.size() || jobs.get(i).round() != group.get(0).round())) {
                listener.roundEnded(List.copyOf(runs));
            }
        }
        return List.copyOf(runs);
    }

    /** Adds the runs of the campaign that this one continues. */
    public void add(List<Run> earlier) {
        runs.addAll(earlier);
    }

    /** Adds a run for each of these cases which records why this variant is not forked. */
    public void leaveOut(Variant variant, List<Case> cases, PredictedFailure why) {
        for (Case subject : cases) {
            Job job = new Job(1, runs.size() + 1, subject, variant, Optional.empty());
            runs.add(notStarted(job, new HostSwitch.Refusal(why.why(), why.fix())));
        }
    }

    /** The leading jobs of one case in one round. */
    private static List<Job> group(List<Job> jobs) {
        Job first = jobs.get(0);
        return jobs.stream()
                .takeWhile(job -> job.round() == first.round() && job.subject().equals(first.subject()))
                .toList();
    }

    private Interleaving.Choice choice(List<Job> group) {
        return group.get(0).profiler().isPresent()
                ? new Interleaving.Choice(Interleave.FORKS, Optional.of("a profiler is active"))
                : interleaving.now(
                        group.get(0).subject(), group.stream().map(Job::variant).toList());
    }

    /**
     * Runs forks with the highest priority that this process may set, so that other work of the host takes less of
     * their time.
     */
    private static List<Run> raised(Supplier<List<Run>> forks) {
        try (Priority priority = Priority.raise()) {
            return forks.get().stream()
                    .map(run -> run.with(run.timing().atNice(priority.nice())))
                    .toList();
        }
    }

    private static Run because(Run run, Optional<String> whyForks) {
        return whyForks.isEmpty() ? run : run.with(run.timing().because(whyForks.get()));
    }

    /** Prepares memory before each fork from now on; the default leaves memory unchanged. */
    public void prepareMemory(MemoryPreparation preparation) {
        memory = preparation;
    }

    /** Runs a task when the first fork begins; the default has none. */
    public void beforeFirstFork(Runnable task) {
        first = task;
    }

    private void begin() {
        Runnable task = first;
        first = () -> {};
        task.run();
    }

    private Optional<HostSwitch.Refusal> refusal(Job job) {
        return job.variant()
                .unsupportedBy(job.variant().jvm(jvm))
                .map(why -> new HostSwitch.Refusal(why, Optional.empty()))
                .or(() -> hostSwitch.turnTo(job.variant()));
    }

    private TargetJvm jvmOf(Job job) {
        return job.variant().jvm(jvm);
    }

    /** Returns whether transparent huge pages must be disabled for the fork because the kernel's mode is always. */
    private static boolean denies(Job job) {
        return job.variant().refusesHugePages() && HostReader.hugePagesForEverybody();
    }

    /** Runs a fork alone; empty if the user stopped the campaign while its memory was prepared. */
    private Optional<Run> alone(Job job) {
        Optional<HostSwitch.Refusal> refused = refusal(job);
        if (refused.isPresent()) {
            return Optional.of(notStarted(job, refused.get()));
        }
        Fork fork = fork(job);
        var prepared = memory.prepare(job, jvmOf(job));
        if (interruption.requested()) {
            return Optional.empty();
        }
        begin();
        return Optional.of(maker.run(fork, prepared, interruption));
    }

    /** The fork of a job. It is not denied huge pages where the kernel does not support that. */
    private Fork fork(Job job) {
        boolean denied;
        try (Denial denial = Denial.set(denies(job))) {
            denied = denial.isSet();
        }
        return new Fork(job, HostReader.view(jvmOf(job), job.subject(), job.variant(), denied), denied);
    }

    /** Runs forks that take turns. Memory is left unchanged: each fork has touched its heap before its first turn. */
    private List<Run> together(List<Job> jobs) {
        Map<Job, Run> made = new HashMap<>();
        List<Job> possible = new ArrayList<>();
        for (Job job : jobs) {
            refusal(job).ifPresentOrElse(why -> made.put(job, notStarted(job, why)), () -> possible.add(job));
        }
        if (!possible.isEmpty()) {
            List<Fork> forks = possible.stream().map(this::fork).toList();
            begin();
            maker.together(forks, MemoryMode.AS_FOUND, interruption).forEach(run -> made.put(run.job(), run));
        }
        return jobs.stream().map(made::get).toList();
    }

    private Run notStarted(Job job, HostSwitch.Refusal refusal) {
        return new Run(
                job,
                RunStatus.NOT_STARTED,
                maker.arguments(job),
                OptionalDouble.empty(),
                "",
                List.of(),
                PageEvidence.unseen(refusal.why(), refusal.fix()),
                Price.UNKNOWN,
                MemoryMode.AS_FOUND,
                Disturbance.UNKNOWN,
                Map.of(),
                Map.of(),
                Optional.of(new RunFailure(refusal.why(), RunFailure.Cause.NOT_FORKED)),
                Optional.empty(),
                Map.of(),
                Timing.NONE,
                Optional.empty());
    }
}
