package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.bench.BenchException;
import io.github.hpjvm.bench.evidence.Evidence;
import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.host.ThpDisable;
import io.github.hpjvm.bench.host.UnavailableException;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Makes the forks of a plan, one after the other, until it is done or the user stops it. */
public final class Campaign {
    private final TargetJvm jvm;
    private final Maker maker;
    private final HostSwitch hostSwitch;
    private final Interruption interruption;
    private MemoryPreparation memory = MemoryPreparation.none();
    private final List<Run> runs = new ArrayList<>();

    /**
     * A campaign that has not begun.
     *
     * @param hostSwitch sets the host before each fork
     */
    public Campaign(TargetJvm jvm, Maker maker, HostSwitch hostSwitch, Interruption interruption) {
        this.jvm = jvm;
        this.maker = maker;
        this.hostSwitch = hostSwitch;
        this.interruption = interruption;
    }

    /** Told what happens, on the thread that runs the campaign. */
    public interface Listener {
        /** A fork is about to be made. */
        void starting(Job job);

        /** A fork has ended, or was found impossible. */
        void ended(Run run);

        /** All forks of a round have ended. */
        void roundEnded(List<Run> soFar);
    }

    /**
     * Makes these forks in their order; may be called again for more.
     *
     * @return all runs so far; when the user stopped it, the last is the one that was stopped
     */
    public List<Run> run(List<Job> jobs, Listener listener) {
        for (int i = 0; i < jobs.size() && !interruption.requested(); i++) {
            Job job = jobs.get(i);
            listener.starting(job);
            Run run = run(job);
            runs.add(run);
            listener.ended(run);
            boolean lastOfRound = i == jobs.size() - 1 || jobs.get(i + 1).round() != job.round();
            if (lastOfRound) {
                listener.roundEnded(List.copyOf(runs));
            }
        }
        return List.copyOf(runs);
    }

    /** From now on memory is prepared before each fork; without it, it is left as it is. */
    public void prepareMemory(MemoryPreparation preparation) {
        memory = preparation;
    }

    private Run run(Job job) {
        Optional<String> unsupported = job.variant().unsupportedBy(jvm);
        if (unsupported.isPresent()) {
            return notStarted(job, new HostSwitch.Refusal(unsupported.get(), Optional.empty()));
        }
        Optional<HostSwitch.Refusal> refused = hostSwitch.turnTo(job.variant());
        if (refused.isPresent()) {
            return notStarted(job, refused.get());
        }
        boolean base = job.variant().asks() == PageKind.BASE && job.variant().proof() instanceof Proof.HeapKind;
        boolean deny = base && HostReader.hugePagesForEverybody();
        try (Denial denial = deny ? Denial.set() : Denial.NONE) {
            return run(job, denial != Denial.NONE);
        }
    }

    /** PR_SET_THP_DISABLE around one fork; the fork inherits it, we lose it again. */
    private record Denial(Optional<ThpDisable> disable) implements AutoCloseable {
        static final Denial NONE = new Denial(Optional.empty());

        /** Where it is not to be had the fork is made all the same: what it got is then seen, and said. */
        static Denial set() {
            try {
                return new Denial(Optional.of(ThpDisable.set()));
            } catch (UnavailableException e) {
                return NONE;
            }
        }

        @Override
        public void close() {
            try {
                if (disable.isPresent()) {
                    disable.get().close();
                }
            } catch (UnavailableException e) {
                throw new BenchException("cannot leave PR_SET_THP_DISABLE again: " + e.getMessage(), e);
            }
        }
    }

    private Run run(Job job, boolean thpDenied) {
        MemoryMode mode = memory.prepare(job, jvm);
        HostView host = HostReader.view(jvm, job.subject().workload(), job.variant(), thpDenied);
        return maker.run(job, host, mode, interruption);
    }

    private Run notStarted(Job job, HostSwitch.Refusal refusal) {
        return new Run(
                job,
                RunStatus.NOT_STARTED,
                maker.arguments(job),
                OptionalDouble.empty(),
                "",
                List.of(),
                Evidence.unseen(refusal.why(), refusal.fix()),
                Price.UNKNOWN,
                MemoryMode.AS_FOUND,
                Disturbance.UNKNOWN,
                Map.of(),
                Map.of(),
                Optional.of(refusal.why()),
                Optional.empty(),
                Map.of(),
                Optional.empty());
    }
}
