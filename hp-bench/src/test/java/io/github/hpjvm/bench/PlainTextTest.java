package io.github.hpjvm.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.plan.ExpectedEffect;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.html.HtmlReport;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.text.MarkdownReport;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.bench.run.Workloads;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the texts of reports, workloads and variants against the replaced phrases of docs/GLOSSARY.md. */
class PlainTextTest {
    private static final Path GLOSSARY = Path.of("..", "docs", "GLOSSARY.md");
    private static final Path GOLDEN = Path.of("src", "test", "resources", "report");

    /** Phrases that the glossary does not list. */
    private static final List<String> PATTERNS = List.of(
            "nobody",
            "somebody",
            "to be had",
            "reckon\\w*",
            "foretell\\w*",
            "foretold",
            "mended",
            "come[s]? by",
            "stands? (on|behind)",
            "cannot be (had|told|seen)",
            "those who",
            "not said",
            "is no (?!difference|verdict|A/A|interval)",
            "it is that",
            "the word says",
            "says? so",
            "borne out");

    private static final Pattern PHRASES = compile();

    private static Pattern compile() {
        List<String> phrases = new ArrayList<>(PATTERNS);
        glossary().forEach(phrase -> phrases.add(Pattern.quote(phrase)));
        return Pattern.compile("\\b(" + String.join("|", phrases) + ")\\b", Pattern.CASE_INSENSITIVE);
    }

    /** The third column of the glossary's tables: phrases separated by commas, notes in brackets removed. */
    private static List<String> glossary() {
        try (Stream<String> lines = Files.lines(GLOSSARY)) {
            return lines.map(String::strip)
                    .filter(line -> line.startsWith("|") && !line.startsWith("|---") && !line.startsWith("| term"))
                    .map(line -> line.split("\\|", -1))
                    .filter(cells -> cells.length == 5)
                    .flatMap(cells ->
                            Stream.of(cells[3].replaceAll("\\([^)]*\\)", "").split(",")))
                    .map(String::strip)
                    .filter(phrase -> !phrase.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new AssertionError("the glossary is in docs of the repository", e);
        }
    }

    /** The replaced phrases of a text, each with its surroundings. */
    private static List<String> violations(String text) {
        String line = text.replaceAll("\\s+", " ");
        Matcher matcher = PHRASES.matcher(line);
        List<String> found = new ArrayList<>();
        while (matcher.find()) {
            found.add(matcher.group() + ": ..."
                    + line.substring(Math.max(0, matcher.start() - 40), Math.min(line.length(), matcher.end() + 40))
                    + "...");
        }
        return found;
    }

    /** The text of a page, without style, scripts and markup. */
    private static String visible(String html) {
        return html.replaceAll("(?s)<(style|script)[^>]*>.*?</\\1>", " ")
                .replaceAll("<[^>]*>", " ")
                .replace("&#39;", "'");
    }

    static Stream<Path> goldenReports() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(GOLDEN)) {
            all.sorted().forEach(files::add);
        }
        return files.stream();
    }

    @ParameterizedTest
    @MethodSource("goldenReports")
    void goldenReportsHaveNoReplacedPhrase(Path file) throws IOException {
        String text = Files.readString(file);
        assertEquals(List.of(), violations(file.toString().endsWith(".html") ? visible(text) : text));
    }

    static Stream<Results> campaigns() {
        return Stream.of(
                Campaigns.smoke(),
                Campaigns.quick(),
                Campaigns.partial(),
                Campaigns.odd("keep"),
                Campaigns.odd("drop"),
                Campaigns.warming(),
                Campaigns.profiled(),
                Campaigns.walking(),
                Campaigns.twoSizes(),
                Campaigns.command(),
                Campaigns.nothing(),
                Campaigns.notForked());
    }

    @ParameterizedTest
    @MethodSource("campaigns")
    void renderedReportsHaveNoReplacedPhrase(Results results) {
        assertEquals(List.of(), violations(TextReport.saved(results)));
        assertEquals(List.of(), violations(MarkdownReport.write(results)));
        assertEquals(List.of(), violations(visible(HtmlReport.write(results))));
    }

    @Test
    void descriptionsHaveNoReplacedPhrase() {
        List<String> because = Workloads.all().stream()
                .map(Workload::expectation)
                .flatMap(expectation -> expectation.stream().map(ExpectedEffect::because))
                .toList();
        List<String> variants = Variants.all().stream().map(Variant::describes).toList();
        assertFalse(because.isEmpty());
        assertFalse(variants.isEmpty());
        assertEquals(List.of(), violations(String.join("\n", because)));
        assertEquals(List.of(), violations(String.join("\n", variants)));
    }

    @Test
    void readsTheThirdColumnOfTheGlossary() {
        List<String> phrases = glossary();
        assertTrue(phrases.size() > 50, () -> "few phrases: " + phrases);
        assertTrue(
                phrases.containsAll(List.of("told from noise", "put back", "what of them nobody has")),
                phrases::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a pool is not to be had here",
                "THP: cannot be told\nfrom noise",
                "Dearer by 3 %",
                "the value is put back",
                "what nobody has",
                "reckoned for 2 MiB",
                "as the workload foretells"
            })
    void findsAReplacedPhrase(String text) {
        assertEquals(1, violations("The report is fine. " + text + ".").size());
    }

    @Test
    void findsAReplacedPhraseInAPage() {
        assertEquals(
                1,
                violations(visible("<p class=\"regime\">faster <b>foretold</b></p><script>regime</script>"))
                        .size());
        assertEquals(List.of(), violations("faster; no difference detected (any is below 4.0 %)"));
    }
}
