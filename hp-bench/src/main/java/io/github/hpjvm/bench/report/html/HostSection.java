package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.PlanText;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.host.MeasuredHost;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.terminal.Figures;
import java.util.LinkedHashMap;
import java.util.Map;

/** The section on host, JVM and campaign. */
final class HostSection {
    private HostSection() {}

    static Element draw(Findings findings) {
        Results results = findings.results();
        Map<String, String> facts = new LinkedHashMap<>();
        host(results.host(), facts);
        jvm(results.jvm(), facts);
        campaign(results, facts);
        results.countersUnavailable().ifPresent(it -> facts.put("hardware counters", it));
        for (Variant variant : results.options().variants()) {
            facts.put("variant " + variant.name(), variant.describes());
        }
        Element list = Element.of("dl");
        facts.forEach((name, value) -> list.add(Element.of("dt", name), Element.of("dd", value)));
        return Element.of("section").with("id", "host").add(Element.of("h2", "Host, JVM, campaign"), list);
    }

    private static void host(MeasuredHost host, Map<String, String> facts) {
        facts.put("kernel", host.kernel());
        facts.put("CPU", host.cpu().orElse("unknown") + ", " + PlanText.counted(host.cpus(), "CPU"));
        facts.put(
                "memory",
                host.memory().map(size -> Figures.mebibytes(size.value())).orElse("unknown"));
        facts.put(
                "transparent huge pages",
                host.thp()
                        .known()
                        .map(thp -> thp.effective() + " (enabled " + thp.enabled()
                                + thp.pmdEnabled()
                                        .map(it -> ", for its size " + it)
                                        .orElse("") + ", defrag "
                                + thp.defrag() + ", shmem " + thp.shmemEnabled().orElse("unknown") + ")")
                        .orElse("unknown"));
        facts.put("free memory", host.freeMemory().map(PlanText::free).orElse("unknown"));
        facts.put(
                "hugetlb pool",
                host.pool()
                        .map(pool -> pool.usable() + " of " + pool.total() + " pages of "
                                + Figures.mebibytes(pool.pageSize().value()) + " available at the start")
                        .orElse("unknown"));
    }

    private static void jvm(TargetJvm jvm, Map<String, String> facts) {
        facts.put("JVM", jvm.vmName() + " " + jvm.build() + ", " + jvm.vendor());
        facts.put("java", jvm.java().toString());
    }

    private static void campaign(Results results, Map<String, String> facts) {
        BenchOptions options = results.options();
        if (options.profile() == Profile.OWN) {
            results.cases().stream()
                    .map(Case::workload)
                    .distinct()
                    .forEach(workload -> facts.put("ran " + workload.name(), workload.benchmark()));
        }
        facts.put(
                options.profile() == Profile.OWN ? "rounds" : "profile",
                (options.profile() == Profile.OWN ? "" : options.profile().label() + ", ")
                        + options.rounds() + (options.rounds() == 1 ? " round" : " rounds")
                        + " requested");
        facts.put("seed", String.valueOf(options.seed()));
        facts.put(
                "ended",
                switch (results.stopped()) {
                    case ROUNDS -> "after all requested rounds";
                    case PRECISION -> "when all intervals were as narrow as requested";
                    case NOT_REALISED -> "no variant got its pages, so no rounds were added";
                    case BUDGET -> "when the time budget was used up";
                    case FAILED -> "because all runs failed";
                    case INTERRUPTED -> "stopped before the plan was complete";
                    case RUNNING -> "not yet: this report was written while the campaign ran";
                });
    }
}
