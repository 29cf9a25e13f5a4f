package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.json.RecordCodec;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.Tool;
import io.github.hpjvm.bench.run.host.MeasuredHost;
import io.github.hpjvm.bench.run.jar.NamedJars;
import io.github.hpjvm.bench.run.slice.Look;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;

/** A campaign read from a results.json, to be continued. */
public final class SavedCampaign {
    private final SavedFile file;
    private final CampaignDocument campaign;

    private SavedCampaign(SavedFile file, CampaignDocument campaign) {
        this.file = file;
        this.campaign = campaign;
    }

    /**
     * Reads the results.json of a campaign.
     *
     * @param name name of the file, for messages
     * @throws UsageException if the text is not a results.json, or does not contain the options of the campaign
     */
    public static SavedCampaign read(String name, String text) {
        SavedFile file = new SavedFile(name);
        CampaignDocument campaign = file.campaign(text);
        if (campaign.options().isEmpty()) {
            throw new UsageException(name
                    + " does not contain the options of the campaign, so it cannot be continued; start a new campaign");
        }
        return new SavedCampaign(file, campaign);
    }

    /** The kind of program that a campaign measures. */
    public enum Subject {
        WORKLOADS,
        JAR,
        COMMAND
    }

    /** The kind of program that the campaign measured. */
    public Subject subject() {
        if (!campaign.profile().equals(Profile.OWN.label())) {
            return Subject.WORKLOADS;
        }
        boolean command = Findings.ofCommand(setting(), campaign.runs().stream().flatMap(run -> run.unit().stream()));
        return command ? Subject.COMMAND : Subject.JAR;
    }

    /** The options as text by name. */
    public Map<String, String> setting() {
        return campaign.options().orElseThrow();
    }

    /** The clock that decides about a benchmark of a jar; empty without a timed run of it. */
    public Optional<Clock> clock(String benchmark, Mode mode) {
        return campaign.workloads().stream()
                .filter(it -> it.benchmark().equals(benchmark) && it.mode() == mode)
                .filter(it -> timed(it).findAny().isPresent())
                .map(WorkloadDocument::clock)
                .findFirst();
    }

    /** What the runs of a benchmark of a jar show about it. Its further rounds are then divided like these. */
    public Look look(String benchmark, Mode mode) {
        List<TimingDocument> timings = campaign.workloads().stream()
                .filter(it -> it.benchmark().equals(benchmark) && it.mode() == mode)
                .flatMap(this::timed)
                .map(RunDocument::timing)
                .toList();
        Set<String> why =
                timings.stream().flatMap(timing -> timing.whyForks().stream()).collect(Collectors.toSet());
        OptionalDouble longest = timings.stream()
                .flatMapToDouble(
                        it -> (it.wallNanosPerOp().isPresent() ? it.wallNanosPerOp() : it.cpuNanosPerOp()).stream())
                .max();
        Look look = clock(benchmark, mode).equals(Optional.of(Clock.CPU)) ? Look.RUNS : Look.WAITS;
        return look.with(why.contains(Look.FIXTURES))
                .taking(why.contains(Look.NO_TIME) ? OptionalDouble.empty() : longest);
    }

    private Stream<RunDocument> timed(WorkloadDocument workload) {
        return campaign.runs().stream()
                .filter(run -> run.status() == RunStatus.OK && !run.profiled())
                .filter(run -> run.subject().record().workload().equals(workload.name()));
    }

    /**
     * The runs.
     *
     * @param cases cases of the campaign that continues this one
     * @param variants variants of that campaign
     * @throws UsageException if hp-bench, host, JVM, cases or programs differ, or a run is damaged. Another version of hp-bench may
     *     run forks with other options, so its rounds are not comparable.
     */
    public List<Run> runs(MeasuredHost host, TargetJvm jvm, List<Case> cases, List<Variant> variants) {
        same("tool", Tool.current(), campaign.tool(), List.of("hpBench"));
        same("host", HostDocument.of(host), campaign.host(), List.of("kernel", "cpu", "cpus"));
        same("jvm", JvmDocument.of(jvm), campaign.jvm(), List.of("version", "vendor", "vm", "java"));
        sameWorkloads(cases);
        sameArguments(cases);
        samePrograms(variants, jvm);
        return file.runs(campaign, cases, variants);
    }

    /** The name of a command is short: another command, or a metric whose other direction is better, can have the same one. */
    private void sameWorkloads(List<Case> cases) {
        for (WorkloadDocument saved : campaign.workloads()) {
            cases.stream()
                    .map(Case::workload)
                    .filter(it -> it.name().equals(saved.name()))
                    .findFirst()
                    .ifPresent(it -> same(saved.name(), WorkloadDocument.of(it), saved, List.of("benchmark", "mode")));
        }
    }

    private void sameArguments(List<Case> cases) {
        for (CampaignDocument.Measured saved : campaign.cases().orElse(List.of())) {
            cases.stream()
                    .filter(it -> CaseName.of(it).equals(saved.subject()))
                    .findFirst()
                    .ifPresent(it -> same(
                            it.workload().name(),
                            CampaignDocument.Measured.of(saved.subject(), it.jvmArgs()),
                            CampaignDocument.Measured.of(saved.subject(), saved.jvmArgs()),
                            List.of("jvmArgs")));
        }
    }

    /**
     * A variant of another program, or with a JVM of its own, has the name that the user gave it. The digests of jars are
     * compared before, so a jar may have moved.
     */
    private void samePrograms(List<Variant> variants, TargetJvm jvm) {
        for (VariantDocument saved : campaign.variants()) {
            variants.stream()
                    .filter(it -> it.name().equals(saved.name()))
                    .findFirst()
                    .ifPresent(it -> same(
                            "variant " + SavedFile.clean(saved.name()),
                            VariantDocument.of(it, jvm),
                            saved,
                            members(saved)));
        }
    }

    private List<String> members(VariantDocument saved) {
        if (saved.program().isPresent()
                && subject() == Subject.JAR
                && NamedJars.has(
                        setting().getOrDefault(BenchOptions.JARS, ""),
                        saved.program().get())) {
            return List.of("ownJvm");
        }
        // A file of an earlier hp-bench does not have the JVM of the second command.
        return saved.program().isPresent() && saved.ownJvm().isEmpty()
                ? List.of("program")
                : List.of("program", "ownJvm");
    }

    private void same(String part, Record now, Record before, List<String> members) {
        Map<String, Object> present = RecordCodec.encodeRecord(now);
        Map<String, Object> earlier = RecordCodec.encodeRecord(before);
        for (String member : members) {
            String is = String.valueOf(present.get(member));
            String was = SavedFile.clean(String.valueOf(earlier.get(member)));
            if (!is.equals(was)) {
                throw new UsageException(file.name() + " cannot be continued here: its " + part + " had " + member + " "
                        + was + ", this one has " + is);
            }
        }
    }
}
