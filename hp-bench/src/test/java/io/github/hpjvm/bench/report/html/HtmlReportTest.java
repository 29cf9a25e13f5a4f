package io.github.hpjvm.bench.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.bench.Lab;
import io.github.hpjvm.bench.Locales;
import io.github.hpjvm.bench.RunBuilder;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.Golden;
import io.github.hpjvm.bench.report.LargeCampaign;
import io.github.hpjvm.bench.report.ParsedPage;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.console.terminal.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class HtmlReportTest {

    /** A campaign and its page, which takes seconds for the large ones: it is made once for all tests. */
    record Rendered(String name, Results results, String html, ParsedPage page) {
        static Rendered of(String name, Results results) {
            String html = HtmlReport.write(results);
            Golden.leave(name + ".html", html);
            return new Rendered(name, results, html, ParsedPage.of(html));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Rendered> CAMPAIGNS = List.of(
            Rendered.of("smoke", Campaigns.smoke()),
            Rendered.of("quick", Campaigns.quick()),
            Rendered.of("partial", Campaigns.partial()),
            Rendered.of("odd", Campaigns.odd("drop")),
            Rendered.of("profiled", Campaigns.profiled()),
            Rendered.of("nothing", Campaigns.nothing()),
            Rendered.of("whole", LargeCampaign.whole()),
            Rendered.of("hostile", LargeCampaign.hostile()));

    static List<Rendered> campaigns() {
        return CAMPAIGNS;
    }

    /** Sections that a campaign does not have; the default is a campaign without profiler and TlbReach. */
    private static final Map<String, List<String>> EMPTY = Map.of(
            "profiled", List.of("tlb", "readings"),
            "whole", List.of("tlb", "readings"),
            "hostile", List.of("tlb", "readings"),
            "nothing", List.of("cost", "tlb", "readings", "price", "counters"));

    @Test
    void thePageEqualsTheGoldenFile() {
        String page = HtmlReport.write(Campaigns.quick());
        Golden.check("quick-without-runs.html", page.substring(0, page.indexOf("<section id=\"runs\">")));
    }

    @ParameterizedTest
    @MethodSource("campaigns")
    void isWellFormedAndHasNoEmptySection(Rendered campaign) {
        ParsedPage page = campaign.page();
        List<String> sections =
                page.all("section").stream().map(it -> it.getAttribute("id")).toList();
        List<String> all = new ArrayList<>(List.of(
                "answer", "cost", "tlb", "readings", "price", "evidence", "counters", "host", "method", "runs"));
        all.removeAll(EMPTY.getOrDefault(campaign.name(), List.of("tlb", "readings", "counters")));
        assertEquals(all, sections);
        assertEquals(2, page.all("script").size(), "the results and the link to them");
        assertEquals(
                campaign.results().partial(), page.text().contains("PARTIAL"), "said if and only if it is partial");
        assertFalse(page.text().contains("NaN"), "what is no number is a dash");
        assertFalse(page.text().contains("Infinity"), "what is no number is a dash");
    }

    /** A published case: Haswell, base pages and transparent huge pages; by perf stat for a whole program. */
    @Test
    void showsTheShareOfCyclesSpentWalking() {
        String counters = ParsedPage.of(HtmlReport.write(Campaigns.walking()))
                .byId("counters")
                .getTextContent();
        assertTrue(counters.contains("cycles walking"), counters);
        assertTrue(counters.contains("10.8 %"), counters);
        assertTrue(counters.contains("2.3 %"), counters);
        assertTrue(counters.contains("sums are lower bounds"), counters);
    }

    /** Events are rows, because up to fourteen long names would not fit on paper side by side. */
    @Test
    void eventsAreRowsAndVariantsAreColumns() {
        List<List<String>> rows = ParsedPage.of(HtmlReport.write(Campaigns.profiled())).all("tr").stream()
                .map(row -> children(row).stream().map(Element::getTextContent).toList())
                .toList();
        assertTrue(
                rows.contains(
                        List.of("ByteArrayTouch.touch size 1\u00a0000", "baseline", "thp", "hugetlb (not verified)")),
                rows::toString);
        assertTrue(rows.contains(List.of("dTLB-load-misses", "0.9877", "0.001000", "-")), rows::toString);
    }

    @ParameterizedTest
    @MethodSource("campaigns")
    void containsTheSameJson(Rendered campaign) throws JsonProcessingException {
        String embedded = campaign.page().byId("results").getTextContent();
        ObjectMapper mapper = new ObjectMapper();
        JsonNode expected = mapper.readTree(ResultsJson.write(campaign.results()));
        assertEquals(expected, mapper.readTree(embedded));
    }

    @ParameterizedTest
    @MethodSource("campaigns")
    void showsEveryScoreRatioAndInterval(Rendered campaign) {
        Results results = campaign.results();
        ParsedPage page = campaign.page();
        Set<String> cells = page.all("td").stream().map(Element::getTextContent).collect(Collectors.toSet());
        for (Run run : results.runs()) {
            run.score().ifPresent(score -> assertTrue(cells.contains(Figures.score(score)), () -> "score " + score));
        }
        Set<String> beside =
                page.all("small").stream().map(Element::getTextContent).collect(Collectors.toSet());
        Set<String> plotted =
                page.all("text").stream().map(Element::getTextContent).collect(Collectors.toSet());
        for (Comparison comparison : results.comparisons().against()) {
            comparison.ratio().ratio().map(Figures::ratio).ifPresent(ratio -> {
                assertTrue(beside.contains(ratio), () -> "ratio in the table " + ratio);
                assertTrue(plotted.contains(ratio), () -> "ratio in the plot " + ratio);
            });
            comparison.ratio().ci95().map(CaseFigures::interval).ifPresent(interval -> {
                assertTrue(plotted.contains(interval), () -> "interval in the plot " + interval);
            });
        }
    }

    @Test
    void namesDoNotBecomeMarkup() {
        Rendered rendered = CAMPAIGNS.get(CAMPAIGNS.size() - 1);
        String hostile = rendered.html();
        assertEquals(2, hostile.split("<script", -1).length - 1);
        assertFalse(hostile.contains("alert(\""), "every quote is escaped");
        ParsedPage page = rendered.page();
        assertTrue(page.all("b").isEmpty(), "no markup of a name");
        assertTrue(page.text().contains("<script>alert(\"x\" & 'y')</script>]]>--><b>\ufffd"), "it is shown as it is");
        assertTrue(page.text().contains("a&amp;b"), "not unescaped either");
    }

    @ParameterizedTest
    @MethodSource("campaigns")
    void loadsNothing(Rendered campaign) {
        ParsedPage page = campaign.page();
        for (Element element : page.all("*")) {
            assertFalse(element.hasAttribute("src"), element::getNodeName);
            assertFalse(element.getAttribute("style").contains("url("), element::getNodeName);
            assertTrue(Set.of("", "results.json").contains(element.getAttribute("href")), element::getNodeName);
            assertFalse(element.getNodeName().equals("link"), "no style sheet from elsewhere");
        }
        assertFalse(page.all("style").get(0).getTextContent().matches("(?s).*(url\\(|@import).*"));
    }

    @Test
    void theSameResultsGiveTheSameBytesInEveryLocale() {
        Results results = Lab.RUNS ? LargeCampaign.whole() : Campaigns.smoke();
        String page = HtmlReport.write(results);
        Locales.each(() -> assertEquals(page, HtmlReport.write(results)));
    }

    @Test
    void beginsWithACardForEachVariant() {
        ParsedPage page = ParsedPage.of(HtmlReport.write(Campaigns.quick()));
        List<String> cards = page.all("div").stream()
                .filter(it -> it.getAttribute("class").startsWith("card "))
                .map(it -> it.getTextContent().strip().replaceAll("[\\s\u00a0]+", " "))
                .toList();
        assertEquals(
                List.of(
                        "THP faster at 3 of 5 30.0 % less wall time per operation at 1 MB (29.7 to 30.2 %; saves 3.1 of"
                                + " 10.4 ns), 50.0 % at 10 MB (49.8 to 50.2 %; saves 64 of 128 ns), 51.4 % at 100 MB (51.2 to"
                                + " 51.5 %; saves 656 of 1 278 ns); no difference at 1 KB (any is below 0.4 %); no verdict at"
                                + " 10 KB (any difference is below 20 %).",
                        "hugetlb faster at 1 of 5, slower at 1 of 5 52.2 % less wall time per operation at 100 MB (52.0 to 52.4 %;"
                                + " saves 667 of 1 278 ns); 3.1 % more wall time per operation at 1 KB (2.7 to 3.4 %; adds 0.14"
                                + " on top of 4.66 ns); no verdict at 1 MB and 10 MB: needs 6 rounds; not measured at 10 KB:"
                                + " did not get its pages; sudo sysctl -w vm.nr_hugepages=642"),
                cards);
        assertEquals("h2", children(page.byId("answer")).get(0).getNodeName());
        assertEquals("cards", children(page.byId("answer")).get(1).getAttribute("class"));
    }

    @Test
    void aCommandHasItsResultByBothClocks() {
        String report = HtmlReport.write(Campaigns.command());
        assertTrue(
                report.contains("Result: THP: 2.2\u00a0% less") || report.contains("Result: THP: 2.2 % less"), report);
        assertFalse(HtmlReport.write(Campaigns.quick()).contains("Result: THP"));
    }

    @Test
    void everyMetricOfACommandHasItsRatioAndInterval() {
        Element section =
                ParsedPage.of(HtmlReport.write(Campaigns.rate(Map.of()))).byId("readings");
        List<List<String>> rows = within(section, "tr").stream()
                .map(row -> children(row).stream()
                        .map(it -> it.getTextContent().replace('\u00a0', ' '))
                        .toList())
                .toList();
        assertEquals(
                List.of("metric", "baseline", "variant", "median", "ratio", "95 % interval"),
                rows.get(0),
                rows::toString);
        assertTrue(rows.contains(List.of("ops/s", "100.0", "thp", "110.0", "1.100", "[1.100, 1.100]")), rows::toString);
        String text = section.getTextContent().replace('\u00a0', ' ');
        assertTrue(text.contains("The first metric decides; ratio: value against baseline."), text);
        assertFalse(text.contains("forks"), text);
    }

    @Test
    void measurementsOfACommandAreRuns() {
        Results rate = Campaigns.rate(Map.of());
        Outside seen = new Outside(
                new Usage(1500, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty()), List.of());
        Run one = RunBuilder.run(rate.cases().get(0), "thp", 1, 7).outside(seen).build();
        for (int number = 1; number <= 2; number++) {
            String runs = ParsedPage.of(HtmlReport.write(
                            Campaigns.of(rate.options(), rate.cases(), Collections.nCopies(number, one))))
                    .byId("runs")
                    .getTextContent();
            assertTrue(runs.contains(number == 1 ? "1 run, in the order" : "2 runs, in the order"), runs);
            assertFalse(runs.contains("fork"), runs);
        }
    }

    @Test
    void theHeaderHasDateHostCommandAndVersions() {
        String header = ParsedPage.of(HtmlReport.write(Campaigns.quick()))
                .all("header")
                .get(0)
                .getTextContent();
        assertTrue(header.contains("2026-11-22 18:40 UTC, test-host, Linux 6.1.0-test"), header);
        assertTrue(header.contains("hp-cli bench run --profile quick --variants baseline,thp,hugetlb"), header);
        assertTrue(header.contains("--seed 123456"), header);
        assertTrue(header.contains("hp-bench "), header);
    }

    @Test
    void aBusyMachineIsABannerBelowTheAnswer() {
        List<String> banners = ParsedPage.of(HtmlReport.write(Campaigns.odd("keep"))).all("p").stream()
                .filter(it -> it.getAttribute("class").equals("banner"))
                .map(Element::getTextContent)
                .toList();
        assertEquals(1, banners.size(), banners::toString);
        assertTrue(banners.get(0).startsWith("Machine busy: 1 of 24 rounds had "), banners::toString);
        assertTrue(banners.get(0).contains("The answer holds."), banners::toString);
    }

    @Test
    void theExpectationIsComparedWithTheResults() {
        String answer = ParsedPage.of(HtmlReport.write(Campaigns.quick()))
                .byId("answer")
                .getTextContent()
                .replace('\u00a0', ' ');
        assertTrue(answer.contains("Expected: a gain from 100 MB on, none up to 10 KB: each read has"), answer);
        assertTrue(answer.contains("As expected: 3 of 6, 1 against."), answer);
        assertTrue(
                answer.contains("Unexpected: hugetlb at 1 KB is slower, 1.031 [1.027, 1.034], where no difference was"
                        + " expected."),
                answer);
    }

    @Test
    void allAnswersComeBeforeTheFirstPlot() {
        List<Element> parts =
                children(ParsedPage.of(HtmlReport.write(Campaigns.warming())).byId("answer"));
        List<String> order = parts.stream()
                .map(it -> it.getNodeName() + " " + it.getAttribute("class"))
                .map(String::strip)
                .toList();
        assertEquals(
                List.of(
                        "h2",
                        "div cards",
                        "h2",
                        "div cards",
                        "h3",
                        "div",
                        "p caption",
                        "p caption",
                        "p warn",
                        "p warn",
                        "h3",
                        "div"),
                order.subList(0, 12));
        assertEquals("ul notes", order.get(order.size() - 1), order::toString);
    }

    /** The style sheet shows one of the two pictures. */
    @Test
    void everyPlotHasAWideAndANarrowPicture() {
        ParsedPage page = ParsedPage.of(HtmlReport.write(Campaigns.quick()));
        assertEquals(plots(page, "plot wide"), plots(page, "plot narrow"));
        assertEquals(2, plots(page, "plot wide"));
        page.all("svg").stream()
                .filter(it -> it.getAttribute("class").equals("plot narrow"))
                .forEach(it ->
                        assertTrue(it.getAttribute("viewBox").startsWith("0 0 360 "), it.getAttribute("viewBox")));
    }

    /** With a large gain 1 is near the right edge, with a large loss near the left edge. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 2})
    void theDirectionsOfThePlotFitIntoThePicture(double ratio) {
        double textWidth = 58;
        ParsedPage page = ParsedPage.of(HtmlReport.write(Campaigns.ofRatio(ratio)));
        List<Element> directions = page.all("text").stream()
                .filter(it -> Set.of("\u2190 faster", "slower \u2192").contains(it.getTextContent()))
                .toList();
        assertEquals(4, directions.size());
        for (Element direction : directions) {
            String[] box = ((Element) direction.getParentNode())
                    .getAttribute("viewBox")
                    .split(" ");
            double x = Double.parseDouble(direction.getAttribute("x"));
            assertTrue(
                    direction.getAttribute("text-anchor").equals("end")
                            ? x - textWidth >= 0
                            : x + textWidth <= Double.parseDouble(box[2]),
                    () -> direction.getTextContent() + " at " + x + " in a picture of " + box[2]);
        }
    }

    private static long plots(ParsedPage page, String cssClass) {
        return page.all("svg").stream()
                .filter(it -> it.getAttribute("class").equals(cssClass))
                .count();
    }

    private static List<Element> children(Element parent) {
        return IntStream.range(0, parent.getChildNodes().getLength())
                .mapToObj(parent.getChildNodes()::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .toList();
    }

    /** Verdicts differ in more than colour. */
    @Test
    void theTableHasASignForEveryVerdict() {
        List<Element> signs = ParsedPage.of(HtmlReport.write(Campaigns.quick())).all("span").stream()
                .filter(it -> it.getAttribute("class").startsWith("sign "))
                .toList();
        assertEquals(
                List.of("= same", "\u2191 slower", "? inconclusive", "\u2193 faster"),
                signs.stream()
                        .map(it -> it.getTextContent() + " " + it.getAttribute("title"))
                        .distinct()
                        .toList());
    }

    @Test
    void theTooltipOfARatioHasTheNumberOfBusyRounds() {
        assertTrue(titles(Campaigns.odd("keep")).contains("24 rounds, 1 of them on a busy machine"));
        assertFalse(titles(Campaigns.odd("drop")).contains("of them on a busy machine"), "those are left out");
    }

    private static String titles(Results results) {
        return ParsedPage.of(HtmlReport.write(results)).all("title").stream()
                .map(Element::getTextContent)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void thePrintedPageNamesTheFileWithTheRuns() {
        String runs = ParsedPage.of(HtmlReport.write(Campaigns.smoke())).all("p").stream()
                .filter(it -> it.getAttribute("class").equals("paper"))
                .map(Element::getTextContent)
                .collect(Collectors.joining());
        assertTrue(runs.contains("4 forks") && runs.contains("results.json"), runs);
    }

    @Test
    void twoSizesAreCalledBoth() {
        assertTrue(ParsedPage.of(HtmlReport.write(Campaigns.twoSizes()))
                .byId("answer")
                .getTextContent()
                .replace('\u00a0', ' ')
                .contains("no verdict at both sizes: needs 6 rounds."));
    }

    @Test
    void drawsTheBiasOfTheAaPair() {
        assertEquals(
                2 + 6,
                bands(Campaigns.quick(), "floor"),
                "of the smallest and the largest size, and in the narrow plot of each row");
        assertEquals(3 + 6, bands(Campaigns.quick(), "floor borrowed narrow"));
        assertEquals(0, bands(Campaigns.smoke(), "floor"), "one round has none");
    }

    /** On a telephone the ratio is above its marks: lines and bands of the axis must not run through it. */
    @Test
    void noLineCrossesTheTextOfANarrowPlot() {
        int rows = 0;
        for (Element plot : ParsedPage.of(HtmlReport.write(Campaigns.quick())).all("svg")) {
            if (!plot.getAttribute("class").equals("plot narrow")
                    || !plot.getAttribute("aria-label").startsWith("Cost against baseline of")) {
                continue;
            }
            for (Element text : within(plot, "text")) {
                if (!text.getAttribute("class").startsWith("verdict")) {
                    continue;
                }
                rows++;
                double base = number(text, "y");
                for (Element line : within(plot, "line")) {
                    if (List.of("grid", "one").contains(line.getAttribute("class"))) {
                        assertApart(base, number(line, "y1"), number(line, "y2"));
                    }
                }
                for (Element band : within(plot, "rect")) {
                    if (band.getAttribute("class").startsWith("floor")) {
                        assertApart(base, number(band, "y"), number(band, "y") + number(band, "height"));
                    }
                }
            }
        }
        assertTrue(rows >= 10, "rows: " + rows);
    }

    /** A line of 13 pixels is from ten above its base to three below. */
    private static void assertApart(double base, double top, double bottom) {
        assertTrue(bottom <= base - 10 || top >= base + 3, top + " to " + bottom + " crosses the text at " + base);
    }

    private static List<Element> within(Element parent, String name) {
        NodeList nodes = parent.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static long bands(Results results, String cssClass) {
        return ParsedPage.of(HtmlReport.write(results)).all("rect").stream()
                .filter(it -> it.getAttribute("class").equals(cssClass))
                .count();
    }

    /** The page, which is also written to {@code target/golden} for review. */
}
