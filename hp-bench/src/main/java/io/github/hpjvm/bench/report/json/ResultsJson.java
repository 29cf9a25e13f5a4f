package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.counters.TlbRatios;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.Origin;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.model.TextNotes;
import io.github.hpjvm.bench.stats.Agreement;
import io.github.hpjvm.bench.stats.AloneCheck;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.MetricComparison;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.RoundsForVerdict;
import io.github.hpjvm.bench.stats.WarmUp;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The document {@code results.json}, schema version 1. Unknown values are null, sizes are in bytes, ratios below 1 are
 * better. Its members are in docs/schema/results.schema.json and docs/METHOD.md.
 */
public final class ResultsJson {
    private static final int SCHEMA_VERSION = 1;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ResultsJson() {}

    /** Returns the document, which ends in a newline. */
    public static String write(Results results) {
        Comparisons comparisons = results.comparisons();
        ObjectNode root = NODES.objectNode();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.set("tool", HostJson.tool(results.tool(), results.options().profile()));
        root.set("host", HostJson.host(results.host()));
        root.put("startedAt", results.host().at().toString());
        root.put("command", Origin.command(results));
        root.put("seed", results.options().seed());
        root.put("profile", results.options().profile().label());
        root.put("partial", results.partial());
        root.set("jvm", HostJson.jvm(results.jvm()));
        root.set("rules", FixedRulesJson.rules(results));
        ObjectNode options = root.putObject("options");
        new TreeMap<>(results.options().setting()).forEach(options::put);
        ArrayNode variants = root.putArray("variants");
        results.options().variants().forEach(variant -> variants.add(variant(variant, results)));
        CasesJson.write(root, results.cases());
        ArrayNode runs = root.putArray("runs");
        results.runs().forEach(run -> runs.add(run(run, results)));
        ArrayNode against = root.putArray("comparisons");
        comparisons.against().forEach(comparison -> against.add(comparison(comparison, comparisons)));
        Findings findings = new Findings(results, comparisons);
        ArrayNode metrics = root.putArray("metrics");
        results.cases().stream()
                .flatMap(subject -> findings.metrics(subject).stream())
                .forEach(it -> metrics.add(metric(it)));
        ArrayNode floor = root.putArray("noiseFloor");
        comparisons.noiseFloor().forEach((subject, ratio) -> floor.add(putRounds(subject(subject), ratio)));
        if (!comparisons.aloneChecks().isEmpty()) {
            ArrayNode alone = root.putArray("aloneCheck");
            comparisons.aloneChecks().forEach(it -> alone.add(aloneCheck(it)));
        }
        ArrayNode warmUps = root.putArray("warmUp");
        comparisons.warmUps().forEach(it -> warmUps.add(warmUp(it)));
        WalkJson.write(root.putArray("tlbReach"), results.walkCurves());
        ArrayNode gates = root.putArray("gates");
        results.gates().forEach(gate -> gates.add(gate(gate)));
        return DocumentText.of(root);
    }

    private static ObjectNode aloneCheck(AloneCheck check) {
        ObjectNode node = subject(check.subject());
        node.put("variant", check.variant().name());
        node.set("ratio", putRounds(NODES.objectNode(), check.ratio()));
        node.set("cost", putRounds(NODES.objectNode(), check.cost()));
        return node;
    }

    private static ObjectNode variant(Variant variant, Results results) {
        ObjectNode node = NODES.objectNode();
        node.put("name", variant.name());
        node.put("description", variant.describes());
        node.put(
                "requiredKind", Findings.requiresPages(variant) ? variant.asks().name() : null);
        node.put("jvm", variant.jvm(results.jvm()).build());
        Optional<OwnVariant> own = variant instanceof OwnVariant it ? Optional.of(it) : Optional.empty();
        node.put("program", own.flatMap(it -> it.change().program()).orElse(null));
        own.flatMap(OwnVariant::jvm)
                .ifPresentOrElse(it -> node.set("ownJvm", HostJson.jvm(it)), () -> node.putNull("ownJvm"));
        return node;
    }

    private static ObjectNode run(Run run, Results results) {
        ObjectNode node = subject(run.job().subject());
        node.put("variant", run.job().variant().name());
        node.put("round", run.job().round());
        node.put("order", run.job().order());
        node.put("status", run.status().name());
        node.put("memory", run.memory().name());
        node.put("profiled", run.job().profiler().isPresent());
        node.put("profiler", run.job().profiler().map(it -> it.label()).orElse(null));
        node.put("jvm", run.job().variant().jvm(results.jvm()).build());
        ArrayNode arguments = node.putArray("jvmArgs");
        run.jvmArgs().forEach(arguments::add);
        putNumber(node, "score", run.score());
        node.put("unit", run.unit().isEmpty() ? null : run.unit());
        node.put("higherIsBetter", run.job().subject().workload().higherIsBetter());
        ArrayNode iterations = node.putArray("iterations");
        run.iterations().forEach(one -> iterations.add(Double.isFinite(one) ? one : null));
        node.set("timing", TimingJson.timing(run.timing()));
        node.set("evidence", evidence(run.evidence()));
        node.set("price", price(run.price()));
        ObjectNode readings = node.putObject("readings");
        run.readings().forEach((name, reading) -> {
            ObjectNode one = readings.putObject(name);
            putNumber(one, "value", OptionalDouble.of(reading.value()));
            one.put("unit", reading.unit());
        });
        node.set("disturbance", disturbance(run.disturbance()));
        ObjectNode counters = node.putObject("counters");
        run.counters().forEach((event, count) -> putNumber(counters, event, OptionalDouble.of(count)));
        ObjectNode running = node.putObject("countersPercentRunning");
        run.countersRunning().forEach((event, percent) -> putNumber(running, event, OptionalDouble.of(percent)));
        node.set("tlb", tlb(run.tlbRatios()));
        node.put("countersUnavailable", results.countersUnavailable().orElse(null));
        node.put("failure", run.failure().orElse(null));
        OutsideJson.write(node, run.outside());
        return node;
    }

    private static ObjectNode tlb(TlbRatios ratios) {
        ObjectNode node = NODES.objectNode();
        putNumber(node, "dataWalksPerOp", ratios.dataWalks());
        putNumber(node, "dataWalksPer1000Instructions", ratios.dataMpki());
        putNumber(node, "codeWalksPerOp", ratios.codeWalks());
        putNumber(node, "codeWalksPer1000Instructions", ratios.codeMpki());
        putNumber(node, "walkCycleShare", ratios.walkShare());
        putNumber(node, "walkerMemoryLoadsPerOp", ratios.memoryLoads());
        putNumber(node, "largePageWalkShare", ratios.largeShare());
        ArrayNode notes = node.putArray("notes");
        ratios.notes().forEach(notes::add);
        return node;
    }

    private static ObjectNode disturbance(Disturbance disturbance) {
        ObjectNode node = NODES.objectNode();
        putNumber(node, "stealPercent", disturbance.stealPercent());
        putNumber(node, "othersCpuPercent", disturbance.othersCpuPercent());
        putNumber(node, "psiCpuSomePercent", disturbance.cpuSomePercent());
        putNumber(node, "psiMemorySomePercent", disturbance.memorySomePercent());
        putNumber(node, "load1", disturbance.load());
        putNumber(node, "cpuMHz", disturbance.megahertz());
        disturbance
                .freeHugeBlocks()
                .ifPresentOrElse(blocks -> node.put("freeHugeBlocks", blocks), () -> node.putNull("freeHugeBlocks"));
        putNumber(node, "unusableFreeIndex", disturbance.unusableFree());
        ObjectNode vmstat = node.putObject("vmstat");
        disturbance.vmstat().forEach(vmstat::put);
        node.put("disturbed", disturbance.disturbed());
        ArrayNode reasons = node.putArray("reasons");
        disturbance.reasons().forEach(reasons::add);
        return node;
    }

    private static ObjectNode warmUp(WarmUp warmUp) {
        ObjectNode node = subject(warmUp.subject());
        node.put("variant", warmUp.variant().name());
        putRounds(node, warmUp.change());
        node.put("state", warmUp.state().name());
        return node;
    }

    private static ObjectNode gate(GateResult result) {
        ObjectNode node = NODES.objectNode();
        node.put("gate", result.gate().text());
        node.put("holds", result.holds());
        node.put("failure", result.failure().map(Enum::name).orElse(null));
        node.put("text", TextNotes.gate(result));
        return node;
    }

    private static ObjectNode evidence(PageEvidence evidence) {
        ObjectNode node = NODES.objectNode();
        node.put("realised", evidence.realised());
        node.put("kind", evidence.kind().map(Enum::name).orElse(null));
        node.put("heapBytes", evidence.heap().value());
        node.put("hugeBytes", evidence.huge().value());
        node.put("reason", evidence.reason().orElse(null));
        node.put("fix", evidence.fix().orElse(null));
        ArrayNode notes = node.putArray("notes");
        evidence.notes().forEach(notes::add);
        return node;
    }

    private static ObjectNode price(Price price) {
        ObjectNode node = NODES.objectNode();
        putBytes(node, "residentBytes", price.resident());
        putBytes(node, "pageTableBytes", price.pageTables());
        price.startMillis()
                .ifPresentOrElse(millis -> node.put("startMillis", millis), () -> node.putNull("startMillis"));
        return node;
    }

    private static ObjectNode comparison(Comparison comparison, Comparisons comparisons) {
        ObjectNode node = subject(comparison.subject());
        node.put("variant", comparison.variant().name());
        node.put("against", comparison.against().name());
        node.put("clock", comparison.clock().name());
        putRounds(node, comparison.ratio());
        putRatio(node.putObject("wall"), comparison.wall())
                .put("verdict", comparisons.verdict(comparison, Clock.WALL).name());
        putRatio(node.putObject("cpu"), comparison.cpu())
                .put("verdict", comparisons.verdict(comparison, Clock.CPU).name());
        node.put("clocksDisagree", comparisons.clocksDisagree(comparison));
        node.put("interleave", comparison.interleave().name());
        node.put("verdict", comparison.verdict().name());
        interval(node, "judgedBy", comparison.judgedBy());
        node.put("excludes", comparison.ratio().notExcluded().orElse(null));
        Agreement.of(comparison)
                .ifPresentOrElse(it -> node.put("agreement", it.name()), () -> node.putNull("agreement"));
        interval(node, "t95", comparison.ratio().t95());
        node.put("crossCheckAgrees", comparison.ratio().crossCheckAgrees());
        comparison
                .forVerdict()
                .ifPresentOrElse(it -> node.put("moreRounds", it.moreRounds()), () -> node.putNull("moreRounds"));
        node.put(
                "moreRoundsOrMore",
                comparison.forVerdict().map(RoundsForVerdict::orMore).orElse(false));
        return node;
    }

    private static ObjectNode metric(MetricComparison it) {
        ObjectNode node = subject(it.subject());
        node.put("metric", it.metric());
        node.put("variant", it.variant().name());
        node.put("against", Variants.baseline().name());
        return putRounds(node, it.ratio());
    }

    private static ObjectNode putRounds(ObjectNode node, RatioOfRounds ratio) {
        node.put("rounds", ratio.rounds());
        return putRatio(node, ratio);
    }

    private static ObjectNode putRatio(ObjectNode node, RatioOfRounds ratio) {
        node.put("ratio", ratio.ratio().orElse(null));
        interval(node, "ci95", ratio.ci95());
        return node;
    }

    public static void interval(ObjectNode node, String name, Optional<RatioInterval> interval) {
        if (interval.isPresent()) {
            ArrayNode ends = node.putArray(name);
            List.of(interval.get().low(), interval.get().high()).forEach(ends::add);
        } else {
            node.putNull(name);
        }
    }

    private static ObjectNode subject(Case subject) {
        ObjectNode node = NODES.objectNode();
        node.put("workload", subject.workload().name());
        ObjectNode params = node.putObject("params");
        subject.params().forEach(params::put);
        return node;
    }

    private static void putBytes(ObjectNode node, String name, Optional<Bytes> size) {
        size.ifPresentOrElse(it -> node.put(name, it.value()), () -> node.putNull(name));
    }

    /** Adds a number; null if it is absent or not finite, which JSON cannot express. */
    static void putNumber(ObjectNode node, String name, OptionalDouble number) {
        if (number.isPresent() && Double.isFinite(number.getAsDouble())) {
            node.put(name, number.getAsDouble());
        } else {
            node.putNull(name);
        }
    }
}
