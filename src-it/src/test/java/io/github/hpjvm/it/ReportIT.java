package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Chromium;
import io.github.hpjvm.it.lab.Chromium.Looked;
import io.github.hpjvm.it.lab.Chromium.Scheme;
import io.github.hpjvm.it.lab.Chromium.Shown;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report as a browser shows it. */
class ReportIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    private static final String JSON = "<script type=\"application/json\" id=\"results\">";

    private static final String DRAWN = "<script type=\"application/json\" id=\"drawn\">";

    @TempDir
    private Path folder;

    @Test
    @Tag("slow")
    void browserShowsNumbersInBothColourSchemes() {
        Chromium chromium = Chromium.in(folder);
        Bench bench = new Bench(HOST, folder.resolve("results of today"));
        Results results = bench.measure("--variants", "thp").results();
        Path page = bench.out().resolve("report.html");
        for (Scheme scheme : Scheme.values()) {
            Shown shown = chromium.open(page, scheme);
            assertEquals(List.of(), shown.console(), "nothing to complain about");
            holdsTheNumbers(shown.document(), results);
            for (int width : new int[] {390, 800, 1600}) {
                BufferedImage picture = chromium.picture(page, scheme, width);
                assertEquals(width, picture.getWidth());
                float brightness = brightness(picture.getRGB(2, 2));
                assertTrue(scheme == Scheme.LIGHT ? brightness > 0.9 : brightness < 0.2, scheme + ": " + brightness);
                assertTrue(colours(picture) > 20, "there is something on it");
            }
        }
    }

    /**
     * Results that six rounds of several sizes show and a round of one does not, on the pages that hp-bench's own tests
     * write. Each has one start of the browser: it reads the page, and clicks the link.
     */
    @ParameterizedTest
    @CsvSource({
        "quick, LIGHT", "quick, DARK",
        "whole, LIGHT", "whole, DARK",
        "walk, LIGHT", "walk, DARK"
    })
    @Tag("slow")
    void browserDrawsPlotsAndExportsResults(String name, Scheme scheme) throws IOException {
        Path golden = Path.of(System.getProperty("hp.root"), "hp-bench", "target", "golden", name + ".html");
        Needs.that(Files.exists(golden), golden + ", which the tests of hp-bench leave");
        Chromium chromium = Chromium.in(folder);
        Looked looked = chromium.look(withProbe(golden), scheme);
        assertEquals(List.of(), looked.shown().console(), "nothing to complain about");
        String document = looked.shown().document();
        Results results = Results.parse(embedded(document));
        holdsTheNumbers(document, results);

        JsonNode drawn = new ObjectMapper().readTree(after(document, DRAWN));
        long ratios = comparisons(results, "ratio").count();
        long intervals = comparisons(results, "ci95").count() + floors(results);
        assertTrue(ratios > 0 && intervals > 0, "it has something to show");
        assertEquals(3 * intervals, drawn.get("intervals").asLong(), "a line and its two ends for each");
        assertTrue(drawn.get("floors").asLong() >= floors(results), drawn::toString);
        assertTrue(drawn.get("costs").asLong() >= 2, drawn::toString);
        assertEquals(
                comparisons(results).count() - ratios, drawn.get("notRealised").asLong(), drawn::toString);
        assertEquals(
                4 * results.root().get("tlbReach").size(), drawn.get("reach").asLong(), drawn::toString);
        assertEquals(
                2 * results.root().get("tlbReach").size(), drawn.get("levels").asLong(), drawn::toString);
        assertEquals("[]", drawn.get("cut").toString(), "no text of a plot leaves it");
        assertFalse(drawn.get("sideways").asBoolean(), "a page of this width is not scrolled sideways");
        float brightness = brightness(looked.picture().getRGB(2, 2));
        assertTrue(scheme == Scheme.LIGHT ? brightness > 0.9 : brightness < 0.2, scheme + ": " + brightness);
        assertTrue(colours(looked.picture()) > 20, "there is something on it");

        assertEquals(results, Results.in(looked.downloads()), "the link gives out what the page shows");
    }

    private Path withProbe(Path golden) throws IOException {
        try (InputStream probe = ReportIT.class.getResourceAsStream("/report/probe.js")) {
            String script = new String(probe.readAllBytes(), StandardCharsets.UTF_8);
            return Files.writeString(
                    folder.resolve(golden.getFileName()),
                    Files.readString(golden).replace("</body>", "<script>" + script + "</script></body>"));
        }
    }

    private static Stream<JsonNode> comparisons(Results results) {
        return StreamSupport.stream(results.root().get("comparisons").spliterator(), false);
    }

    /** Returns the comparisons that have the field. */
    private static Stream<JsonNode> comparisons(Results results, String field) {
        return comparisons(results).filter(it -> !it.get(field).isNull());
    }

    private static long floors(Results results) {
        return StreamSupport.stream(results.root().get("noiseFloor").spliterator(), false)
                .filter(it -> !it.get("ci95").isNull())
                .count();
    }

    /** Ensures that the other tests can fail. */
    @Test
    void browserErrorsFailTheTest() throws IOException {
        Path page = Files.writeString(
                folder.resolve("broken.html"),
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\"><img src=\"http://192.0.2.1/x.png\">");
        List<String> console = Chromium.in(folder).open(page, Scheme.LIGHT).console();
        assertTrue(console.stream().anyMatch(line -> line.contains("Content Security Policy")), console::toString);
    }

    private static void holdsTheNumbers(String document, Results results) {
        assertEquals(results, Results.parse(embedded(document)));
        String seen = document.substring(0, document.indexOf(JSON));
        for (Results.Run run : results.runs()) {
            if (run.node().get("score").isNumber()) {
                String score = rounded(run.node().get("score").asDouble());
                assertTrue(seen.contains(">" + score + "<"), () -> "no score " + score);
            }
        }
        for (JsonNode comparison : results.root().get("comparisons")) {
            if (comparison.get("ratio").isNumber()) {
                String ratio = ratio(comparison.get("ratio"));
                assertTrue(seen.contains(">" + ratio + "<"), () -> "no ratio " + ratio);
            }
            JsonNode interval = comparison.get("ci95");
            if (interval.isArray()) {
                String ends = "[" + ratio(interval.get(0)) + ", " + ratio(interval.get(1)) + "]";
                assertTrue(seen.contains(">" + ends + "<"), () -> "no interval " + ends);
            }
        }
        assertFalse(seen.contains("PARTIAL"), "it was not stopped");
    }

    private static String embedded(String document) {
        return after(document, JSON);
    }

    /** Returns the text of the script with that beginning. */
    private static String after(String document, String begin) {
        int from = document.indexOf(begin) + begin.length();
        return document.substring(from, document.indexOf("</script>", from));
    }

    private static String ratio(JsonNode ratio) {
        return String.format(Locale.ROOT, "%.3f", ratio.asDouble());
    }

    /** Rounds as the report does: three digits behind the point, and fewer for larger numbers. */
    private static String rounded(double score) {
        int decimals = score >= 1000 ? 0 : score >= 100 ? 1 : score >= 10 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", score);
    }

    private static float brightness(int rgb) {
        Color colour = new Color(rgb);
        return Color.RGBtoHSB(colour.getRed(), colour.getGreen(), colour.getBlue(), null)[2];
    }

    private static long colours(BufferedImage picture) {
        return IntStream.range(0, picture.getWidth() * picture.getHeight())
                .map(i -> picture.getRGB(i % picture.getWidth(), i / picture.getWidth()))
                .distinct()
                .count();
    }
}
