package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Expectation;
import io.github.hpjvm.advisor.emit.ServerOptions;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.gain.GainBound;
import io.github.hpjvm.advisor.goal.Answer;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.plan.Alternative;
import io.github.hpjvm.advisor.plan.OmittedFinding;
import io.github.hpjvm.advisor.plan.Step;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.watch.HeapPast;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes advice as a JSON document of schema version 1. Sizes are in bytes, and an unknown value is null. Only actions go
 * through {@link RecordCodec}: in an hp-cli that has just started, its reflection takes 9 ms of CPU time for the outcomes of
 * all rules, and this class 1 ms.
 */
public final class AdviceJson {
    private static final int SCHEMA_VERSION = 1;

    private AdviceJson() {}

    /** The document as text that ends in a newline. */
    public static String write(Advice advice) {
        return write(advice, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * The document with the fields {@code gain} and {@code require}, as {@link #write(Advice, Optional, Optional,
     * Optional)}.
     */
    public static String write(Advice advice, Optional<GainBound> gain, Optional<Answer> answer) {
        return write(advice, gain, answer, Optional.empty());
    }

    /**
     * The document with the fields {@code gain}, {@code require} and {@code history}.
     *
     * @param gain a bound from a measurement; empty for none, and then the field is absent
     * @param answer whether a requirement holds; empty for none, and then the field is absent
     * @param past the heap in a recording; empty for none, and then the field is absent
     */
    public static String write(
            Advice advice, Optional<GainBound> gain, Optional<Answer> answer, Optional<HeapPast> past) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("jvm", jvm(advice.jvm()));
        root.put("regions", regions(advice));
        root.put("outcomes", each(advice.outcomes(), outcome -> outcome(outcome, advice)));
        root.put("findings", each(advice.findings(), finding -> outcome(finding, advice)));
        root.put("plan", each(advice.plan().steps(), AdviceJson::step));
        root.put("ways", each(advice.plan().alternatives(), AdviceJson::alternative));
        root.put("notPlanned", each(advice.plan().omitted(), AdviceJson::omitted));
        root.put("unknowns", each(advice.unknowns(), MissingFields::of));
        root.put("notes", new ArrayList<Object>(advice.notes()));
        gain.ifPresent(bound -> root.put("gain", gain(bound)));
        answer.ifPresent(it -> root.put("require", RecordCodec.encodeRecord(it)));
        past.ifPresent(it -> root.put("history", HeapPastJson.of(it)));
        ServerOptions.of(advice.jvm()).ifPresent(server -> root.put("server", server(server, advice.addedFlags())));
        return JsonText.write(root);
    }

    /** The place of the flags of a known server. */
    private static Map<String, Object> server(ServerOptions options, List<String> flags) {
        Map<String, Object> server = new LinkedHashMap<>();
        server.put("name", options.server());
        server.put("kind", options.kind().name());
        server.put("place", options.place());
        server.put("use", options.use());
        server.put("paste", options.paste(flags));
        server.put("vendor", options.vendor().isEmpty() ? null : options.vendor());
        server.put("source", options.source());
        return server;
    }

    private static Map<String, Object> gain(GainBound bound) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("source", bound.source().name());
        object.put("file", bound.file());
        object.put("atMost", bound.atMost().isPresent() ? bound.atMost().getAsDouble() : null);
        object.put("text", bound.text());
        object.put("limits", new ArrayList<Object>(bound.limits()));
        return object;
    }

    private interface Encoder<T> {
        Object encode(T value);
    }

    private static <T> List<Object> each(List<T> values, Encoder<T> encoder) {
        List<Object> all = new ArrayList<>();
        for (T value : values) {
            all.add(encoder.encode(value));
        }
        return all;
    }

    private static Map<String, Object> jvm(Jvm jvm) {
        Map<String, Object> object = new LinkedHashMap<>();
        Optional<VmIdentity> identity = jvm.identity().known();
        object.put("pid", jvm.pid());
        object.put(
                "release",
                identity.flatMap(VmIdentity::release).map(JavaVersion::feature).orElse(null));
        object.put(
                "version",
                identity.map(VmIdentity::version)
                        .filter(text -> !text.isEmpty())
                        .orElse(null));
        object.put(
                "vendor",
                identity.map(VmIdentity::vendor).filter(text -> !text.isEmpty()).orElse(null));
        object.put("vm", identity.map(it -> it.vm().name()).orElse(null));
        object.put("gc", identity.flatMap(VmIdentity::gc).map(Enum::name).orElse(null));
        object.put(
                "maxHeapBytes",
                identity.flatMap(VmIdentity::maxHeap).map(Bytes::value).orElse(null));
        object.put(
                "commandLine", new ArrayList<Object>(jvm.commandLine().known().orElse(List.of())));
        object.put("programArguments", jvm.programArguments().orElse(null));
        return object;
    }

    /** The regions with a known location; the others are among the unknowns. */
    private static List<Object> regions(Advice advice) {
        return each(advice.jvm().located(), region -> region(region, advice));
    }

    private static Map<String, Object> region(Region region, Advice advice) {
        Map<String, Object> object = new LinkedHashMap<>();
        Optional<Backing> backing = region.backing().known();
        object.put("name", region.name().toString());
        object.put("reservedBytes", region.reserved().value());
        object.put(
                "residentBytes",
                backing.map(Backing::likely)
                        .filter(it -> it.residentMin().equals(it.residentMax()))
                        .map(it -> it.residentMin().value())
                        .orElse(null));
        object.put("requested", advice.requested(region.name()).name());
        Optional<Expectation> expected = advice.expected(region.name());
        object.put("expected", expected.map(it -> expected(it.forecast())).orElse(null));
        object.put("observed", backing.map(AdviceJson::observed).orElse(null));
        object.put("memoryCostBytes", region.fill().map(Bytes::value).orElse(null));
        object.put(
                "zeroFilled",
                region.zeroFilled()
                        .flatMap(Fact::known)
                        .map(AdviceJson::zeroFilled)
                        .orElse(null));
        object.put(
                "zeroFilledUnknown",
                region.zeroFilledUnknown().map(MissingFields::of).orElse(null));
        object.put(
                "difference",
                expected.map(Expectation::difference)
                        .filter(text -> !text.isEmpty())
                        .orElse(null));
        return object;
    }

    private static Map<String, Object> zeroFilled(ZeroFilled zeros) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("bytes", zeros.bytes().value());
        object.put(
                "bytesBounds",
                zeros.exact()
                        ? null
                        : new ArrayList<Object>(
                                List.of(zeros.min().value(), zeros.max().value())));
        object.put("hugeBytes", zeros.huge().value());
        object.put("underusedBytes", zeros.underused().value());
        object.put("comparedPages", zeros.compared());
        return object;
    }

    private static Map<String, Object> expected(RegionForecast forecast) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("kind", forecast.kind().map(Enum::name).orElse(null));
        object.put("pageBytes", forecast.pageSize().value());
        object.put("when", forecast.when().name());
        object.put("why", forecast.why());
        return object;
    }

    private static Map<String, Object> observed(Backing backing) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("kind", backing.kind().map(Enum::name).orElse(null));
        object.put(
                "coverage", backing.coverage().isPresent() ? backing.coverage().getAsDouble() : null);
        boolean bounded = backing.coverageMin().isPresent()
                && (backing.coverage().isEmpty() || backing.sampled().isPresent());
        object.put(
                "coverageBounds",
                bounded
                        ? new ArrayList<Object>(List.of(
                                backing.coverageMin().getAsDouble(),
                                backing.coverageMax().getAsDouble()))
                        : null);
        object.put(
                "backing",
                each(backing.likely().pages().stream().filter(Pages::exact).toList(), AdviceJson::pages));
        if (backing.hasSmallThp() || backing.sampled().isPresent()) {
            object.put("bySize", each(backing.pages(), AdviceJson::size));
        }
        return object;
    }

    /** Pages whose bytes may be bounds; the exact number is null then. */
    static Map<String, Object> size(Pages pages) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("kind", pages.kind().name());
        object.put("pageBytes", pageBytes(pages));
        object.put("bytes", pages.exact() ? pages.min().value() : null);
        object.put(
                "bytesBounds",
                pages.exact()
                        ? null
                        : new ArrayList<Object>(
                                List.of(pages.min().value(), pages.max().value())));
        return object;
    }

    static Map<String, Object> pages(Pages pages) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("kind", pages.kind().name());
        object.put("pageBytes", pageBytes(pages));
        object.put("bytes", pages.min().value());
        return object;
    }

    private static @Nullable Object pageBytes(Pages pages) {
        return pages.pageSize().isZero() ? null : pages.pageSize().value();
    }

    private static Map<String, Object> outcome(Outcome outcome, Advice advice) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("rule", outcome.rule());
        object.put("subject", outcome.subject());
        if (outcome instanceof Outcome.Finding finding) {
            object.put("status", "FINDING");
            object.put("severity", finding.severity().name());
            object.put("summary", finding.summary());
            object.put("explanation", finding.explanation());
            object.put("expectedEffect", finding.expectedEffect());
        } else if (outcome instanceof Outcome.Pass pass) {
            object.put("status", "PASS");
            object.put("summary", pass.summary());
        } else if (outcome instanceof Outcome.NotApplicable none) {
            object.put("status", "NOT_APPLICABLE");
            object.put("summary", none.reason());
        } else if (outcome instanceof Outcome.Unknown unknown) {
            object.put("status", "UNKNOWN");
            object.put(
                    "summary",
                    "needs a fact that is not there: " + unknown.missing().fact());
            object.put("missing", MissingFields.of(unknown.missing()));
        }
        object.put("evidence", each(outcome.evidence(), AdviceJson::evidence));
        object.put(
                "actions",
                outcome instanceof Outcome.Finding finding
                        ? new ArrayList<Object>(advice.plan().idsOf(finding))
                        : new ArrayList<>());
        object.put("docs", outcome.rule());
        return object;
    }

    static Map<String, Object> evidence(Evidence evidence) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("fact", evidence.fact());
        object.put("value", evidence.value());
        object.put("source", evidence.source());
        return object;
    }

    private static Map<String, Object> alternative(Alternative alternative) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("kind", alternative.kind());
        object.put("recommended", alternative.isRecommended());
        object.put("recommendation", alternative.isRecommended() ? alternative.recommendation() : null);
        object.put("possible", alternative.isPossible());
        object.put("objection", alternative.isPossible() ? null : alternative.objection());
        object.put("price", alternative.cost());
        object.put("actions", each(alternative.actions(), AdviceJson::action));
        return object;
    }

    private static Map<String, Object> omitted(OmittedFinding omitted) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("rule", omitted.rule());
        object.put("subject", omitted.subject());
        object.put("why", omitted.why());
        return object;
    }

    private static Map<String, Object> step(Step step) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", step.id());
        object.putAll(action(step.action()));
        return object;
    }

    private static Map<String, Object> action(Action action) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("kind", action.kind().document());
        object.put("scope", action.scope().name());
        object.putAll(RecordCodec.encodeRecord((Record) action));
        object.remove("replaced"); // the text of undo has it
        object.remove("needsStop"); // the text of cost has it
        object.remove("runtime"); // the container of the JVM has it
        object.put("cost", action.cost());
        object.put("undo", action.undo());
        return object;
    }
}
