package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Chromium;
import io.github.hpjvm.it.lab.Chromium.Scheme;
import io.github.hpjvm.it.lab.Chromium.Shown;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The report as a browser shows it. */
class ReportIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    private static final String JSON = "<script type=\"application/json\" id=\"results\">";

    @TempDir
    private Path folder;

    @Test
    void aBrowserShowsTheNumbersInBothColourSchemes() {
        Chromium chromium = Chromium.in(folder);
        Bench bench = new Bench(HOST, folder.resolve("results of today"));
        Results results = bench.measure("--variants", "thp").results();
        Path page = bench.out().resolve("report.html");
        for (Scheme scheme : Scheme.values()) {
            Shown shown = chromium.open(page, scheme);
            assertEquals(List.of(), shown.console(), "nothing to complain about");
            holdsTheNumbers(shown.document(), results);
            for (int width : new int[] {800, 1600}) {
                BufferedImage picture = chromium.picture(page, scheme, width);
                assertEquals(width, picture.getWidth());
                float brightness = brightness(picture.getRGB(2, 2));
                assertTrue(scheme == Scheme.LIGHT ? brightness > 0.9 : brightness < 0.2, scheme + ": " + brightness);
                assertTrue(colours(picture) > 20, "there is something on it");
            }
        }
    }

    /** So that the other test can fail. */
    @Test
    void whatABrowserComplainsAboutIsHeard() throws IOException {
        Path page = Files.writeString(
                folder.resolve("broken.html"),
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\"><img src=\"http://192.0.2.1/x.png\">");
        List<String> console = Chromium.in(folder).open(page, Scheme.LIGHT).console();
        assertTrue(console.stream().anyMatch(line -> line.contains("Content Security Policy")), console::toString);
    }

    private static void holdsTheNumbers(String document, Results results) {
        int from = document.indexOf(JSON) + JSON.length();
        String embedded = document.substring(from, document.indexOf("</script>", from));
        assertEquals(results, Results.parse(embedded));
        String seen = document.substring(0, from);
        for (Results.Run run : results.runs()) {
            String score = rounded(run.node().get("score").asDouble());
            assertTrue(seen.contains(">" + score + "<"), () -> "no score " + score);
        }
        for (JsonNode comparison : results.root().get("comparisons")) {
            if (comparison.get("ratio").isNumber()) {
                String ratio = String.format(
                        Locale.ROOT, "%.3f", comparison.get("ratio").asDouble());
                assertTrue(seen.contains(">" + ratio + "<"), () -> "no ratio " + ratio);
            }
        }
        assertFalse(seen.contains("PARTIAL"), "it was not stopped");
    }

    /** As people read it: three digits behind the point, and fewer of larger numbers. */
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
