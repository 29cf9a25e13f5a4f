package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Crash;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Malloc;
import io.github.hpjvm.advisor.facts.PoolHistory;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.SysfsView;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Outcome.Finding.Trait;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.size.Availability;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.NodeGrowth;
import io.github.hpjvm.advisor.size.NodeRoom;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.text.FlagSubjects;
import io.github.hpjvm.advisor.whatif.Applied;
import io.github.hpjvm.os.text.First;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Access of a rule to facts. Each fact that the rule reads becomes its evidence, so evidence is neither missing nor
 * invented. An absent fact that the rule requires ends its evaluation.
 */
public final class RuleContext {
    private final JudgedJvm judged;
    private final Facts facts;
    private final Jvm jvm;
    private final String rule;
    private final String subject;
    private final List<Evidence> evidence = new ArrayList<>();
    private final Set<Missing> missed;

    public RuleContext(JudgedJvm judged, String rule, String subject) {
        this(judged, rule, subject, new LinkedHashSet<>());
    }

    private RuleContext(JudgedJvm judged, String rule, String subject, Set<Missing> missed) {
        this.judged = judged;
        this.facts = judged.facts();
        this.jvm = judged.jvm();
        this.rule = rule;
        this.subject = subject;
        this.missed = missed;
    }

    /** A copy for one of several subjects. It has the evidence collected so far and collects its own from then on. */
    public RuleContext about(String one) {
        RuleContext copy = new RuleContext(judged, rule, one, missed);
        copy.evidence.addAll(evidence);
        return copy;
    }

    /** The use of the host's hugetlb pools over time; a single reading if there is no history. */
    public PoolHistory poolHistory() {
        PoolHistory history = facts.poolHistory().orElse(PoolHistory.single(false));
        note("time between readings of the pools", history.seconds() + " s", "the snapshots of --observed");
        return history;
    }

    /** The absent facts that the rule read, in the order of access. */
    public List<Missing> missed() {
        return List.copyOf(missed);
    }

    /** A fact of the host that the rule requires. */
    public <T> T host(String what, Function<Host, Fact<T>> of) {
        return required(what, of.apply(facts.host()));
    }

    /** A fact of the host that the rule does not require. */
    public <T> Optional<T> maybeHost(String what, Function<Host, Fact<T>> of) {
        return noted(what, of.apply(facts.host()));
    }

    /** A fact of the JVM that the rule requires. */
    public <T> T jvm(String what, Function<Jvm, Fact<T>> of) {
        return required(what, of.apply(jvm));
    }

    /** A fact of the JVM that the rule does not require. */
    public <T> Optional<T> maybeJvm(String what, Function<Jvm, Fact<T>> of) {
        return noted(what, of.apply(jvm));
    }

    /**
     * The pool sizes that the JVM needs if it starts with other flags; empty if they cannot be computed, or if the host
     * has too little memory.
     */
    public List<PoolSize> poolsAfter(JvmFlag flags) {
        Optional<Launch> launch = relaunch()
                .map(now -> Applied.of(List.of(flags), now, facts.host()).launch());
        return launch.map(then -> PoolSizes.of(List.of(JvmTenant.of(then, facts.host())), 0, false, facts.host()))
                .filter(sizes -> sizes.isComplete() && !sizes.isRefused())
                .map(PoolSizes::pools)
                .orElse(List.of());
    }

    /** The arguments of the last boot that set the pool of that page size; empty if none is known. */
    public Optional<String> bootPool(Bytes pageSize) {
        Optional<String> arguments = facts.host().bootPool(pageSize);
        if (arguments.isPresent()) {
            maybeHost("kernel command line", Host::commandLine);
        }
        return arguments;
    }

    /** The memory of the NUMA nodes, as far as it is known. */
    public NodeRoom nodeRoom() {
        if (facts.host().fragmentation().known().isPresent()) {
            maybeHost("fragmentation", Host::fragmentation);
        }
        return NodeRoom.of(facts.host());
    }

    /** The actions that make pools of NUMA nodes grow, at boot if they have gigantic pages. */
    public List<Action> growing(List<NodeGrowth> growth) {
        List<Action> actions = NodeGrowth.actions(growth, 0, false, facts.host());
        if (actions.stream().anyMatch(action -> action.kind() == Action.Kind.KERNEL_ARG)) {
            maybeHost("kernel", Host::kernel);
            bootPool(growth.get(0).pool().pageSize());
        }
        return actions;
    }

    /** Whether the kernel can allocate more pages for a pool, and when: the answer that {@code hp-cli size} gives. */
    public Availability availability(Bytes pageSize, Bytes more, Bytes available) {
        Host host = facts.host();
        if (host.fragmentation().known().isPresent()) {
            maybeHost("fragmentation", Host::fragmentation);
        }
        if (host.vmstat().known().isPresent()) {
            maybeHost("vmstat", Host::vmstat);
        }
        return Availability.of(pageSize, more, available, facts.host());
    }

    /** Returns whether {@code hp-cli trial} can measure in this process, as far as is known; not if none runs. */
    public boolean acceptsTrial() {
        return jvm.pid() > 0
                && jvm.crash().isEmpty()
                && TrialRefusals.ofTrial(facts, jvm).isEmpty();
    }

    /** The pages of the heap after a restart with the same arguments; empty if unknown. */
    public Optional<RegionForecast> heapAfterRestart() {
        return relaunch()
                .map(launch -> PageModel.predict(launch, facts.host()))
                .flatMap(prediction -> prediction.region(RegionName.HEAP));
    }

    /** A restart of the JVM with its arguments; empty if they, or the VM, are unknown. */
    Optional<Launch> relaunch() {
        return judged.relaunch();
    }

    /** The pools that the JVM takes pages of after a restart if all are granted, with its regions; empty if unknown. */
    public List<PoolForecast> needs() {
        return judged.needs();
    }

    /**
     * The pages that the JVM has mapped of each pool, touched or not; empty if its mappings were not read one by one. A file
     * with a name in a hugetlbfs does not count.
     */
    public Optional<Map<Bytes, Long>> mappedOfPools() {
        return jvm.hugetlb().map(HugetlbUse::pages);
    }

    /** The number of pages of that size that the JVM takes after a restart if all are granted; empty if unknown. */
    Optional<Span> need(Bytes pageSize) {
        return First.of(needs(), pool -> pool.pageSize().equals(pageSize)).map(PoolForecast::needGrown);
    }

    /**
     * The exclusion of the JVM from transparent huge pages; empty if it is not known. A kernel without them shows THP_enabled 0
     * for each process (task_thp_status in {@code fs/proc/array.c}), which says nothing about prctl.
     */
    public Optional<ThpExclusion> thpExclusion(Optional<ThpPolicy> policy) {
        return hostHasNoThp() ? Optional.empty() : ThpExclusion.of(jvm, policy);
    }

    /** The resident memory of the JVM, a part of its status, as {@link Jvm#resident} corrects it. */
    public Optional<Bytes> resident() {
        return jvm.resident();
    }

    /** The resident memory of the JVM beside its heap; empty if it is not known. */
    Optional<Bytes> besideHeap() {
        return jvm.besideHeap();
    }

    /** The control groups of the JVM, without evidence of their own; empty if they are not known. */
    public Optional<Cgroup> groups() {
        return jvm.cgroup().known();
    }

    /** Returns the fact that hides limits of the JVM's memory; empty if the limits are known. */
    Optional<Missing> hiddenMemoryLimits() {
        return Cgroup.hiddenMemoryLimits(jvm.cgroup());
    }

    /** Returns whether the files of transparent huge pages are hidden from the reader of the facts. */
    public boolean hostHidesThp() {
        return facts.host().hidesThp();
    }

    /** Returns whether the kernel is known to have no transparent huge pages. */
    public boolean hostHasNoThp() {
        return facts.host().hasNoThp();
    }

    /** The files below {@code /sys/kernel/mm} that the JVM sees; empty if they are those of the host. */
    public Optional<Fact<SysfsView>> sysfs() {
        return jvm.sysfs();
    }

    /** The final value of a flag; empty if the JVM has no such flag or its flags are unknown. */
    public Optional<VmFlag> flag(String name) {
        Fact<Map<String, VmFlag>> flags = jvm.flags();
        Optional<VmFlag> flag = flags.known().flatMap(all -> VmFlag.forAdvice(all, name));
        flag.ifPresent(one -> note(name, one.value(), flags.source().path()));
        return flag;
    }

    /** A fact that most hosts do not have. NOT_PRESENT does not count as a missing fact. */
    public <T> Optional<T> rareHost(String what, Function<Host, Fact<T>> of) {
        Fact<T> fact = of.apply(facts.host());
        boolean none = fact instanceof Fact.Absent<T> absent && absent.reason() == Reason.NOT_PRESENT;
        return none ? Optional.empty() : noted(what, fact);
    }

    /** The library of the JVM's malloc; empty if it is not known. */
    public Optional<Malloc> malloc() {
        jvm.malloc().ifPresent(malloc -> note("malloc", malloc.words(), "/proc/PID/maps"));
        return jvm.malloc();
    }

    /** The crash, if the JVM died and left a crash log. */
    public Optional<Crash> crash() {
        jvm.crash().ifPresent(crash -> note("crash", crash.toString(), "the crash log"));
        return jvm.crash();
    }

    /** A region of the JVM's memory. The other methods read its facts. */
    public Region region(RegionName name) {
        return jvm.region(name);
    }

    /** Adds a derived value as evidence beside the fact itself. */
    public void note(String what, String value, String source) {
        if (judged.withEvidence()) {
            evidence.add(new Evidence(what, value, source));
        }
    }

    /** The same for a value that takes time to make: it is made for evidence only. */
    void note(String what, Supplier<String> value, String source) {
        if (judged.withEvidence()) {
            note(what, value.get(), source);
        }
    }

    /** The file from which the pages of the heap were read. */
    String sourceOfHeap() {
        return jvm.region(RegionName.HEAP).backing().source().path();
    }

    /** Returns whether the pages of the heap are a sample because pagemap would take too many reads. */
    boolean heapNeedsTooManyReads() {
        return jvm.region(RegionName.HEAP).backing().source().excerpt().equals(Backing.Sampled.OF_TOO_MANY_READS);
    }

    public List<Outcome> pass(String summary) {
        return List.of(new Outcome.Pass(rule, subject, summary, evidence));
    }

    public List<Outcome> notApplicable(String reason) {
        return List.of(new Outcome.NotApplicable(rule, subject, reason, evidence));
    }

    public List<Outcome> finding(
            Severity severity, String summary, String explanation, String expectedEffect, List<Action> actions) {
        return finding(severity, summary, explanation, expectedEffect, actions, Set.of());
    }

    public List<Outcome> finding(
            Severity severity,
            String summary,
            String explanation,
            String expectedEffect,
            List<Action> actions,
            Set<Trait> traits) {
        List<String> present = jvm.arguments().known().map(Arguments::texts).orElse(List.of());
        List<Action> whole = actions.stream()
                .map(action -> action.flags()
                        .<Action>map(flags -> replacing(flags, present))
                        .orElse(action))
                .toList();
        return List.of(new Outcome.Finding(
                rule, subject, severity, summary, explanation, expectedEffect, evidence, whole, traits));
    }

    private static JvmFlag replacing(JvmFlag flags, List<String> present) {
        return new JvmFlag(flags.add(), FlagSubjects.removed(flags.add(), flags.remove(), present), flags.cost());
    }

    public List<Outcome> unknown(Missing missing) {
        return List.of(new Outcome.Unknown(rule, subject, missing, evidence));
    }

    /**
     * Ends the rule because of insufficient facts, although no single source failed, for example if a bound is too
     * wide.
     */
    public MissingFactException undecided(Missing missing) {
        missed.add(missing);
        return new MissingFactException(missing);
    }

    private <T> T required(String what, Fact<T> fact) {
        return noted(what, fact).orElseThrow(() -> {
            Fact.Absent<T> absent = (Fact.Absent<T>) fact;
            return new MissingFactException(absent.missing(what));
        });
    }

    private <T> Optional<T> noted(String what, Fact<T> fact) {
        if (fact instanceof Fact.Absent<T> absent) {
            missed.add(absent.missing(what));
        } else if (judged.withEvidence()) {
            fact.known()
                    .ifPresent(value -> note(
                            what, judged.excerptOr(fact, value), fact.source().path()));
        }
        return fact.known();
    }
}
