package io.github.hpjvm.cli.text;

import static io.github.hpjvm.advisor.FactsSamples.pool;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.Risk;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.hotspot.Warning;
import io.github.hpjvm.advisor.hotspot.WarningCode;
import io.github.hpjvm.advisor.hotspot.When;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares texts with {@code src/test/resources/prediction}. The new text is in {@code target/prediction}: copy it after an
 * intended change.
 */
class PredictionTextTest {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final VmIdentity VM = new VmIdentity(
            VmKind.HOTSPOT,
            Optional.of(JavaVersion.parse("17.0.9")),
            "17.0.9+9",
            "Eclipse Adoptium",
            Optional.of(Collector.G1),
            Optional.of(Bytes.ofGiB(1)));

    private static final Map<String, Prediction> ALL = Map.of(
            "short-pool",
            new Prediction(
                    VM,
                    Optional.of(true),
                    "",
                    List.of(
                            region(RegionName.HEAP, Optional.of(PageKind.BASE), Bytes.ofKiB(4), When.NEVER),
                            region(RegionName.CODE, Optional.of(PageKind.HUGETLB), TWO_MIB, When.AT_START),
                            region(RegionName.GC, Optional.of(PageKind.THP), TWO_MIB, When.LATER),
                            region(RegionName.STACKS, Optional.empty(), TWO_MIB, When.AT_FAULT)),
                    List.of(
                            new PoolForecast(
                                    TWO_MIB,
                                    OptionalInt.empty(),
                                    new Span(651, 651),
                                    new Span(651, 653),
                                    new Span(120, 120),
                                    new Span(120, 120)),
                            new PoolForecast(
                                    Bytes.ofGiB(1),
                                    OptionalInt.of(1),
                                    new Span(1, 1),
                                    new Span(1, 1),
                                    new Span(1, 1),
                                    new Span(1, 1))),
                    List.of(new Warning(WarningCode.RESERVATION_FAILED, "Failed to reserve and commit memory. ...")),
                    List.of(new Risk(RiskCode.POOL_WASTED, "120 pages are taken, and the heap has none of them.")),
                    List.of(new Missing("the cgroup", Reason.DENIED, "/sys/fs/cgroup", "run as root"))),
            "refuses",
            new Prediction(
                    VM,
                    Optional.of(false),
                    "Unrecognized VM option 'UseHugeTLBFS'",
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of()),
            "nothing-known",
            new Prediction(
                    new VmIdentity(VmKind.OPENJ9, Optional.empty(), "", "", Optional.empty(), Optional.empty()),
                    Optional.empty(),
                    "",
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(new Missing("what it does", Reason.NOT_SUPPORTED, "", ""))));

    private static RegionForecast region(RegionName name, Optional<PageKind> kind, Bytes size, When when) {
        return new RegionForecast(
                name,
                kind,
                size,
                when,
                "A sentence that says why, long enough to be broken where the line ends, as most of them are.",
                "os_linux.cpp");
    }

    static Set<String> situations() {
        return ALL.keySet();
    }

    @ParameterizedTest
    @MethodSource("situations")
    void readsAsExpected(String name) throws IOException {
        String now = PredictionText.write(ALL.get(name), pool(700, 600, 0), Optional.empty(), false);
        Path folder = Files.createDirectories(Path.of("target/prediction"));
        Files.writeString(folder.resolve(name + ".txt"), now);
        assertEquals(saved(name), now);
        assertTrue(now.lines().allMatch(line -> line.length() <= 80), now);
        assertFalse(now.lines().anyMatch(line -> line.endsWith(" ")), now);
    }

    @ParameterizedTest
    @MethodSource("situations")
    void colourAndLocaleChangeNoWord(String name) {
        String plain = PredictionText.write(ALL.get(name), pool(700, 600, 0), Optional.empty(), false);
        String coloured = PredictionText.write(ALL.get(name), pool(700, 600, 0), Optional.empty(), true);
        assertTrue(coloured.contains("\033["));
        assertEquals(plain, coloured.replaceAll("\033\\[\\d*m", ""));
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG"));
            assertEquals(plain, PredictionText.write(ALL.get(name), pool(700, 600, 0), Optional.empty(), false));
        } finally {
            Locale.setDefault(before);
        }
    }

    private static String saved(String name) throws IOException {
        try (InputStream in = PredictionTextTest.class.getResourceAsStream("/prediction/" + name + ".txt")) {
            return in == null
                    ? "no prediction/" + name + ".txt"
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
