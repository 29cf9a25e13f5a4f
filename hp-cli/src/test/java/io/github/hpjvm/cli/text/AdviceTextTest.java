package io.github.hpjvm.cli.text;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.kernel;
import static io.github.hpjvm.advisor.FactsSamples.khugepaged;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.code;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.limit;
import static io.github.hpjvm.advisor.JvmSamples.limited;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.partly;
import static io.github.hpjvm.advisor.JvmSamples.status;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.console.terminal.Paragraph;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the text of typical situations with {@code src/test/resources/advice}. The new text is in {@code
 * target/advice}: copy it after an intended change.
 */
class AdviceTextTest {
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final Pattern STYLE = Pattern.compile("\033\\[\\d*m");
    private static final Map<String, Advice> SITUATIONS = situations();

    private static Map<String, Advice> situations() {
        Map<String, Advice> all = new LinkedHashMap<>();
        all.put(
                "thp-granted",
                advice(khugepaged(host()), heap(g1(21, THP), partly(PageKind.THP, Bytes.ofMiB(1022), Bytes.ofMiB(2)))));
        all.put(
                "pool-too-small",
                advice(
                        pool(512, 508, 116),
                        code(
                                with(g1(17, LARGE), "status", status("8192 kB")),
                                on(PageKind.HUGETLB, Bytes.ofMiB(240), Bytes.ofMiB(8)))));
        all.put("thp-refused-for-2m", advice(thp("madvise", "never", "never"), g1(25, THP)));
        all.put(
                "group-below-bill",
                advice(
                        pool(700, 700, 651),
                        mapped(
                                heap(
                                        limited(g1(17, LARGE), false, limit("/app.slice", 256, 0)),
                                        on(PageKind.HUGETLB, Bytes.ofGiB(1), Bytes.ZERO)),
                                651)));
        all.put("no-hotspot", advice(host(), JvmSamples.other(VmKind.OPENJ9)));
        all.put("vanished", advice(host(), JvmSamples.vanished()));
        all.put("busy", advice(host(), JvmSamples.busy(g1(17))));
        all.put("not-requested", advice(host(), g1(17)));
        all.put("heap-too-large", advice(scarce(), JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(8))));
        all.put("flags-cancel", advice(pool(700, 700, 0), g1(17, LARGE, "-XX:-UseTransparentHugePages")));
        all.put("memory-cost", advice(khugepaged(host()), costly()));
        return all;
    }

    /** A heap on huge pages, of which half are zeros. */
    private static Jvm costly() {
        Jvm jvm = heap(g1(21, THP), partly(PageKind.THP, Bytes.ofMiB(1022), Bytes.ofMiB(2)));
        ZeroFilled zeros = new ZeroFilled(
                Bytes.ofMiB(512), Bytes.ofMiB(500), Bytes.ofMiB(524), Bytes.ofMiB(1022), Bytes.ofMiB(300), 16384);
        return JvmSamples.cost(jvm, RegionName.HEAP, Bytes.ZERO, known(zeros, "/proc/4242/mem"));
    }

    private static Jvm mapped(Jvm jvm, long pages) {
        Bytes page = Bytes.ofMiB(2);
        HugetlbUse use = new HugetlbUse(page, page.times(pages), Bytes.ZERO, Bytes.ZERO);
        return with(jvm, "hugetlb", Optional.of(List.of(use)));
    }

    private static Host scarce() {
        return with(host(), "memory", memory(Bytes.ofGiB(2), Bytes.ofMiB(2)));
    }

    private static Advice advice(Host host, Jvm jvm) {
        return Advisor.advise(facts(host, jvm), jvm);
    }

    static Set<String> names() {
        return SITUATIONS.keySet();
    }

    private static String text(String name, boolean colour) {
        return AdviceText.write(SITUATIONS.get(name), colour);
    }

    /** The measurement in the running JVM, in one line of the default text. A snapshot has the same text as its host. */
    @Test
    void theBriefTextOffersATrial() {
        String offer = "    trial:";
        Advice advice = SITUATIONS.get("not-requested");
        List<String> lines = AdviceText.brief(advice, false)
                .lines()
                .filter(line -> line.startsWith(offer))
                .toList();
        assertEquals(List.of("    trial:  sudo hp-cli trial 4242 (5 min; 3 stalls > 5 ms in a row end it)"), lines);
        assertFalse(AdviceText.write(advice, false).contains(offer), "the effect says it");
        Jvm large = JvmSamples.heap(g1(17), JvmSamples.on(PageKind.BASE, Bytes.ofGiB(64)));
        assertTrue(
                AdviceText.brief(advice(host(), large), false)
                        .contains("    trial:  sudo hp-cli trial 4242 --for 64m (3 stalls > 5 ms in a row end it)\n"),
                () -> AdviceText.brief(advice(host(), large), false));
        Host old = kernel(host(), "5.15.0");
        assertFalse(AdviceText.brief(advice(old, g1(17)), false).contains(offer));
    }

    @ParameterizedTest
    @MethodSource("names")
    void readsAsExpected(String name) throws IOException {
        String now = text(name, false);
        Files.writeString(Files.createDirectories(Path.of("target", "advice")).resolve(name + ".txt"), now);
        try (InputStream in = AdviceTextTest.class.getResourceAsStream("/advice/" + name + ".txt")) {
            String expected = in == null ? "no such resource" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(expected, now, "see target/advice/" + name + ".txt");
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void fitsTheWidthWithoutTrailingBlanks(String name) {
        assertFits(text(name, false));
    }

    private static void assertFits(String text) {
        assertTrue(text.endsWith("\n") && !text.endsWith("\n\n\n"), text);
        for (String line : text.split("\n", -1)) {
            assertTrue(line.length() <= 80 || line.contains(" sudo "), line.length() + ": " + line);
            assertEquals(line.stripTrailing(), line);
            assertTrue(line.chars().noneMatch(Character::isISOControl), line);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void colourIsOptionalAndChangesNoWord(String name) {
        String plain = text(name, false);
        String coloured = text(name, true);
        assertFalse(plain.contains("\033"), plain);
        assertTrue(coloured.contains("\033[1m"), coloured);
        assertEquals(plain, STYLE.matcher(coloured).replaceAll(""));
    }

    /** A screen of 24 lines shows the pages, the steps, and why. */
    @ParameterizedTest
    @MethodSource("names")
    void theBriefAnswerFitsAScreenAndKeepsTheSteps(String name) {
        Advice advice = SITUATIONS.get(name);
        String brief = AdviceText.brief(advice, false);
        assertFits(brief);
        // These hosts lack facts, which a real one has.
        assertTrue(brief.lines().takeWhile(line -> !line.equals("Unknown:")).count() <= 21, brief);
        String words = String.join(" ", brief.split("\\s+"));
        advice.findings().stream()
                .limit(1)
                .forEach(finding -> assertTrue(
                        words.contains(finding.rule() + " " + finding.subject() + " " + finding.summary()), brief));
        advice.findings()
                .forEach(finding -> assertTrue(words.contains(finding.rule() + " " + finding.subject()), brief));
        advice.plan().steps().forEach(step -> assertTrue(words.contains(ActionText.of(step.action())), brief));
        if (!advice.findings().isEmpty()) {
            assertTrue(
                    brief.contains("hp-cli explain " + advice.findings().get(0).rule()), brief);
        }
    }

    /** From 60 columns on: the terminal breaks no line, so it cuts no word. */
    @ParameterizedTest
    @ValueSource(ints = {60, 66, 72, 80, 100, 200})
    void textFitsTheTerminal(int columns) {
        try {
            Paragraph.fit(columns);
            for (Advice advice : SITUATIONS.values()) {
                for (String text : List.of(AdviceText.brief(advice, false), AdviceText.write(advice, false))) {
                    text.lines()
                            .forEach(line -> assertTrue(
                                    line.length() <= columns
                                            || line.contains(" sudo ")
                                            || !line.strip().contains(" "),
                                    line.length() + ": " + line));
                }
            }
        } finally {
            Paragraph.fit(Paragraph.WIDTH);
        }
    }

    /** An idle JVM, or one right after its start. */
    @Test
    void theReasonWhyNothingIsAdvisedIsNamed() {
        Jvm idle = heap(g1(21), on(PageKind.BASE, Bytes.ofMiB(28)));
        String text =
                String.join(" ", AdviceText.brief(advice(host(), idle), false).split("\\s+"));
        assertTrue(
                text.contains(
                        "Nothing to change. The heap has 28 MiB resident: too little to benefit (less than 128 MiB)."),
                text);
    }

    @Test
    void theLocaleChangesNothing() {
        Locale before = Locale.getDefault();
        try {
            for (String name : names()) {
                String expected = text(name, false);
                for (String tag : new String[] {"de-DE", "tr-TR", "ar-EG-u-nu-arab"}) {
                    Locale.setDefault(Locale.forLanguageTag(tag));
                    assertEquals(expected, text(name, false), tag);
                }
                Locale.setDefault(before);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void namesOfAnyLengthFit() {
        Jvm jvm = g1(17);
        String path = "/srv/" + "a-long-folder/".repeat(12) + "shop.jar";
        Jvm longMain = with(
                jvm,
                "arguments",
                known(with(jvm.arguments().known().orElseThrow(), "main", path), "/proc/4242/cmdline"));
        String text = AdviceText.write(advice(host(), longMain), false);
        assertFits(text);
        assertTrue(text.contains("...") && text.contains("a-long-folder/shop.jar\n"), text);
        Jvm longVendor = with(
                longMain,
                "identity",
                known(
                        with(
                                jvm.identity().known().orElseThrow(),
                                "vendor",
                                "A Vendor of Java Runtimes for Every Purpose and Some More, of the Far End of the"
                                        + " World"),
                        "/proc/4242/maps"));
        assertFits(AdviceText.write(advice(host(), longVendor), false));
    }
}
