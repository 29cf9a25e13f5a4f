package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.error.UsageException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a {@code results.json} as the results that it was written from, so that reports can be rendered again. Only JMH's
 * own results are not in the file.
 */
public final class SavedReport {
    private SavedReport() {}

    /**
     * Reads results.
     *
     * @param name name of the file, for messages
     * @param gate gates instead of those of the campaign; empty to keep these
     * @throws UsageException if the text is not a results.json, was written by an earlier version, or is damaged
     */
    public static Results read(String name, String text, Optional<String> gate) {
        SavedFile file = new SavedFile(name);
        CampaignDocument campaign = file.campaign(text);
        if (campaign.cases().isEmpty() || campaign.options().isEmpty()) {
            throw new UsageException(name + " was written by "
                    + campaign.tool()
                            .hpBench()
                            .map(version -> "hp-bench " + version)
                            .orElse("an earlier version of hp-bench")
                    + " without the cases and options that a report needs; measure again, or use hp-cli bench compare");
        }
        try {
            return results(file, campaign, gate);
        } catch (IllegalArgumentException e) {
            throw new UsageException(name + " is damaged: " + e.getMessage());
        }
    }

    private static Results results(SavedFile file, CampaignDocument campaign, Optional<String> gate) {
        List<Case> cases = campaign.measured();
        BenchOptions options = options(campaign, gate);
        return new Results(
                options,
                campaign.host().host(campaign.startedAt().orElseThrow(() -> missing("startedAt"))),
                jvm(campaign),
                cases,
                file.runs(campaign, cases, options.variants()),
                campaign.partial(),
                campaign.rules().stopped().orElseThrow(() -> missing("rules.stopped")),
                campaign.runs().stream().findFirst().flatMap(RunDocument::countersUnavailable),
                campaign.tool(),
                campaign.leftOut() == null ? List.of() : campaign.leftOut());
    }

    /** The JVM of baseline, with that of the second program. */
    private static TargetJvm jvm(CampaignDocument campaign) {
        TargetJvm jvm = campaign.jvm().jvm();
        return campaign.variants().stream()
                .filter(it -> it.program().isPresent())
                .flatMap(it -> it.ownJvm().stream())
                .findFirst()
                .map(it -> jvm.and(it.jvm()))
                .orElse(jvm);
    }

    private static IllegalArgumentException missing(String member) {
        return new IllegalArgumentException(member + " is missing");
    }

    private static BenchOptions options(CampaignDocument campaign, Optional<String> gate) {
        Map<String, String> given = new HashMap<>(campaign.options().orElseThrow());
        gate.ifPresent(text -> given.put("gate", text));
        Optional<BenchOptions.Program> program = Optional.empty();
        Map<String, TargetJvm> jvms = new HashMap<>();
        for (VariantDocument variant : campaign.variants()) {
            if (variant.program().isPresent()) {
                program = Optional.of(new BenchOptions.Program(
                        variant.name(), variant.program().get()));
            }
            variant.ownJvm().ifPresent(jvm -> jvms.put(variant.name(), jvm.jvm()));
        }
        BenchOptions options = BenchOptions.parse(given, Profile.OWN, campaign.seed(), program);
        return options.with(options.variants().stream()
                .map(variant -> variant instanceof OwnVariant own && jvms.containsKey(own.name())
                        ? own.on(home -> jvms.get(own.name()))
                        : variant)
                .toList());
    }
}
