package io.github.hpjvm.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Locales;
import io.github.hpjvm.bench.stats.Verdict;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TextReportTest {

    @Test
    void smokeIsEvidenceAndNoVerdict() {
        Golden.check("smoke.txt", TextReport.write(Campaigns.smoke(), false));
    }

    @Test
    void quickShowsEveryVerdictAndEveryWayToFail() {
        Set<Verdict> verdicts = Campaigns.quick().comparisons().against().stream()
                .map(it -> it.verdict())
                .collect(Collectors.toSet());
        assertEquals(EnumSet.allOf(Verdict.class), verdicts, "the campaign shows all of them");
        String report = TextReport.write(Campaigns.quick(), false);
        Golden.check("quick.txt", report);
        for (Verdict verdict : Verdict.values()) {
            assertTrue(report.contains(verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ')), verdict::name);
        }
    }

    @Test
    void aCampaignThatWasStoppedSaysSoFirst() {
        Golden.check("partial.txt", TextReport.write(Campaigns.partial(), false));
    }

    @Test
    void countersAreShownByVariant() {
        Golden.check("profiled.txt", TextReport.write(Campaigns.profiled(), false));
    }

    @Test
    void whatIsOddAboutTheFiguresIsSaid() {
        Golden.check("odd.txt", TextReport.write(Campaigns.odd("keep"), false));
        String dropped = TextReport.write(Campaigns.odd("drop"), false);
        assertTrue(dropped.contains(": left out"), dropped);
        assertTrue(dropped.contains("the budget of 20 min 00 s was used up"), dropped);
    }

    @Test
    void aCampaignWithoutASingleScoreIsStillAReport() {
        Golden.check("nothing.txt", TextReport.write(Campaigns.nothing(), false));
    }

    @Test
    void colourAddsNothingButColour() {
        for (Results results : new Results[] {Campaigns.smoke(), Campaigns.quick(), Campaigns.partial()}) {
            String plain = TextReport.write(results, false);
            String colour = TextReport.write(results, true);
            assertFalse(plain.contains("\033"));
            assertTrue(colour.contains("\033[32m"), "green for what is well");
            assertEquals(
                    plain, colour.replaceAll("\033\\[\\d+m", "").replaceAll("(?m)[ ]+$", ""), "once colour is gone");
        }
    }

    @Test
    void theLocaleChangesNothing() {
        String english = TextReport.write(Campaigns.quick(), false);
        String counted = TextReport.write(Campaigns.profiled(), false);
        Locales.each(() -> {
            assertEquals(english, TextReport.write(Campaigns.quick(), false));
            assertEquals(counted, TextReport.write(Campaigns.profiled(), false));
        });
    }

    @Test
    void itEndsInOneNewlineAndNoLineEndsInBlanks() {
        String report = TextReport.write(Campaigns.quick(), false);
        assertTrue(report.endsWith("\n") && !report.endsWith("\n\n"));
        assertTrue(report.lines().allMatch(line -> line.equals(line.stripTrailing())));
    }

    /** What cannot be broken, a command to copy or a single long word, is the one thing that may be longer. */
    @Test
    void noLineIsWiderThanEightyColumns() {
        for (Results results : new Results[] {
            Campaigns.smoke(),
            Campaigns.quick(),
            Campaigns.partial(),
            Campaigns.odd("keep"),
            Campaigns.odd("drop"),
            Campaigns.profiled(),
            Campaigns.nothing(),
            LargeCampaign.whole()
        }) {
            TextReport.write(results, false)
                    .lines()
                    .filter(line -> !line.strip().startsWith("type: "))
                    .forEach(line -> assertTrue(line.length() <= 80, () -> line.length() + " columns: " + line));
        }
    }

    @Test
    void whatIsTypedIsNotBroken() {
        assertTrue(TextReport.write(Campaigns.quick(), false)
                .contains("\n    type: sudo sysctl -w vm.nr_hugepages=642\n"));
    }
}
