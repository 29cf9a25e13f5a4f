package io.github.hpjvm.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.report.html.HtmlReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks the contrast of colours: WCAG 2.1, 1.4.3 for text and 1.4.11 for lines and marks. */
class StyleSheetTest {
    private static final double TEXT = 4.5;
    private static final double GRAPHICS = 3;

    @Test
    void everySchemeHasEnoughContrast() {
        List<Map<String, String>> schemes = schemes();
        assertEquals(3, schemes.size(), "light, dark, print");
        for (Map<String, String> scheme : schemes) {
            for (String ground : List.of("page", "head")) {
                for (String text : List.of("text", "quiet", "good", "bad", "warn", "link")) {
                    check(scheme, text, ground, TEXT);
                }
            }
            check(scheme, "text", "band", TEXT);
            for (int i = 0; i < 8; i++) {
                check(scheme, "v" + i, "page", TEXT);
                check(scheme, "v" + i, "band", GRAPHICS);
            }
        }
    }

    private static void check(Map<String, String> scheme, String front, String ground, double least) {
        double contrast = contrast(scheme.get(front), scheme.get(ground));
        assertTrue(contrast >= least, () -> front + " on " + ground + " has only " + contrast + " in " + scheme);
    }

    private static List<Map<String, String>> schemes() {
        String css = ParsedPage.of(HtmlReport.write(Campaigns.smoke()))
                .all("style")
                .get(0)
                .getTextContent();
        List<Map<String, String>> schemes = new ArrayList<>();
        Matcher root = Pattern.compile(":root \\{([^}]*)}").matcher(css);
        while (root.find()) {
            Map<String, String> scheme = new HashMap<>();
            Matcher colour = Pattern.compile("--(\\w+): #(\\w{6});").matcher(root.group(1));
            while (colour.find()) {
                scheme.put(colour.group(1), colour.group(2));
            }
            schemes.add(scheme);
        }
        return schemes;
    }

    private static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double part = Integer.parseInt(colour.substring(2 * i, 2 * i + 2), 16) / 255.0;
            sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
