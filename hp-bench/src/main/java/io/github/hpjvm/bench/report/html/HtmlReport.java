package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.Origin;
import io.github.hpjvm.bench.report.model.Results;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The report as one HTML file. Its content security policy forbids it to load anything. The page is well-formed XML
 * too, is readable without scripts, and is reproducible: the same results give the same bytes.
 */
public final class HtmlReport {
    /** A section and its condition. */
    private record Section(Predicate<Findings> shown, Function<Findings, Element> draw) {}

    /** The sections in the order of the page. */
    private static final List<Section> SECTIONS = List.of(
            new Section(it -> true, AnswerSection::draw),
            new Section(it -> it.workloads().stream().anyMatch(it::hasScore), CostSection::draw),
            new Section(it -> !it.results().walkCurves().isEmpty(), WalkSection::draw),
            new Section(ReadingsSection::shows, ReadingsSection::draw),
            new Section(MemorySection::shows, MemorySection::draw),
            new Section(it -> true, EvidenceSection::draw),
            new Section(CountersSection::shows, CountersSection::draw),
            new Section(it -> true, HostSection::draw),
            new Section(it -> true, MethodSection::draw),
            new Section(it -> true, RunsSection::draw));

    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

    private HtmlReport() {}

    /** Returns the page, which ends in a newline. */
    public static String write(Results results) {
        Findings findings = new Findings(results);
        String title =
                "hp-bench: " + findings.workloads().stream().map(Workload::name).collect(Collectors.joining(", "));
        Element body = Element.of("body").add(top(results));
        SECTIONS.stream()
                .filter(section -> section.shown().test(findings))
                .forEach(section -> body.add(section.draw().apply(findings)));
        body.add(
                Element.of("script")
                        .with("type", "application/json")
                        .with("id", "results")
                        .verbatim(json(results)),
                Element.of("script").verbatim(resource("report.js")));
        return page(title, body);
    }

    /** A page with the style sheet of all reports. */
    static String page(String title, Element body) {
        Element head = Element.of("head")
                .add(
                        Element.of("meta").with("charset", "utf-8"),
                        Element.of("meta")
                                .with("http-equiv", "Content-Security-Policy")
                                .with("content", POLICY),
                        Element.of("meta")
                                .with("name", "viewport")
                                .with("content", "width=device-width, initial-scale=1"),
                        Element.of("meta").with("name", "color-scheme").with("content", "light dark"),
                        Element.of("title", title),
                        Element.of("style").verbatim(resource("report.css")));
        return "<!DOCTYPE html>\n"
                + Element.of("html")
                        .with("xmlns", "http://www.w3.org/1999/xhtml")
                        .with("lang", "en")
                        .add(head, body);
    }

    private static Element top(Results results) {
        Map<String, String> facts = Origin.facts(results);
        return Element.of("header")
                .add(
                        Element.of("h1", "Huge pages benchmark"),
                        Element.of("p")
                                .as("caption")
                                .text(facts.get("date") + ", " + facts.get("host") + "; " + facts.get("jvm") + "; "
                                        + facts.get("versions") + ". "),
                        Element.of("p")
                                .as("caption")
                                .add(Element.of("code", facts.getOrDefault("command", "")))
                                .text(" ")
                                .add(Element.of("a", "Download results.json")
                                        .with("id", "download")
                                        .with("download", "results.json")
                                        .with("href", "results.json")));
    }

    /**
     * Escapes markup and characters that XML does not allow. They occur only in strings, where JSON has escapes for
     * them.
     */
    private static String json(Results results) {
        StringBuilder json = new StringBuilder();
        ResultsJson.write(results).codePoints().forEach(point -> {
            if (point == '<' || point == '>' || point == '&' || !Element.allowed(point)) {
                json.append(String.format(Locale.ROOT, "\\u%04x", point));
            } else {
                json.appendCodePoint(point);
            }
        });
        return json.toString();
    }

    static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from this jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
