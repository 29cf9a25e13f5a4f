package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.facts.OptionMask;
import io.github.hpjvm.advisor.json.InPlace;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.model.Origin;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.model.Tool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The members of results.json up to the runs. {@link ConclusionsDocument} has the others, which are computed from these.
 *
 * @param tool without JMH's version for a command or a jar, which this process's JMH does not measure
 * @param startedAt empty in files of earlier versions, as {@code options} and {@code cases}
 * @param command the command that repeats the campaign
 * @param leftOut what only one of two jars has; null if there is nothing
 */
record CampaignDocument(
        int schemaVersion,
        Tool tool,
        HostDocument host,
        Optional<Instant> startedAt,
        String command,
        long seed,
        String profile,
        boolean partial,
        JvmDocument jvm,
        RulesDocument rules,
        Optional<Map<String, String>> options,
        List<VariantDocument> variants,
        List<WorkloadDocument> workloads,
        Optional<List<Measured>> cases,
        @Nullable List<String> leftOut,
        List<RunDocument> runs) {
    static final int SCHEMA_VERSION = 1;

    /** A case, with the JVM arguments of all its forks, masked as those of a run. */
    record Measured(InPlace<CaseName> subject, List<String> jvmArgs) {
        static Measured of(InPlace<CaseName> subject, List<String> jvmArgs) {
            return new Measured(subject, OptionMask.masked(jvmArgs));
        }
    }

    static CampaignDocument of(Results results) {
        Profile profile = results.options().profile();
        return new CampaignDocument(
                SCHEMA_VERSION,
                new Tool(results.tool().hpBench(), results.tool().jmh().filter(version -> profile != Profile.OWN)),
                HostDocument.of(results.host()),
                Optional.of(results.host().at()),
                Origin.command(results),
                results.options().seed(),
                profile.label(),
                results.partial(),
                JvmDocument.of(results.jvm()),
                RulesDocument.of(results),
                Optional.of(new TreeMap<>(results.options().setting())),
                results.options().variants().stream()
                        .map(variant -> VariantDocument.of(variant, results.jvm()))
                        .toList(),
                results.cases().stream()
                        .map(Case::workload)
                        .distinct()
                        .map(WorkloadDocument::of)
                        .toList(),
                Optional.of(results.cases().stream()
                        .map(subject -> Measured.of(CaseName.of(subject), subject.jvmArgs()))
                        .toList()),
                results.leftOut().isEmpty() ? null : results.leftOut(),
                results.runs().stream().map(run -> RunDocument.of(run, results)).toList());
    }

    /** @throws IllegalArgumentException if a case has another workload */
    List<Case> measured() {
        List<Case> all = new ArrayList<>();
        for (Measured one : cases.orElse(List.of())) {
            CaseName subject = one.subject().record();
            WorkloadDocument workload = workloads.stream()
                    .filter(it -> it.name().equals(subject.workload()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("cases[" + all.size() + "] has the workload '"
                            + subject.workload() + "', which workloads does not list"));
            all.add(new Case(workload.workload(), subject.params(), one.jvmArgs()));
        }
        return all;
    }
}
