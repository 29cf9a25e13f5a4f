package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.pools;
import static io.github.hpjvm.advisor.hotspot.Launches.predict;
import static io.github.hpjvm.advisor.hotspot.Launches.thp;
import static io.github.hpjvm.advisor.hotspot.Launches.words;
import static io.github.hpjvm.advisor.hotspot.Predictions.kind;
import static io.github.hpjvm.advisor.hotspot.Predictions.taken;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages of the code cache. */
class CodeCachePagesTest {
    /** Observed in always mode on 6.18; a size that is not a multiple of 2 MiB begins anywhere. */
    @ParameterizedTest
    @CsvSource({
        "8,  -XX:+UseG1GC, THP",
        "8,  -XX:ReservedCodeCacheSize=33m, ?",
        "17, -XX:ReservedCodeCacheSize=64m, THP",
        "17, -XX:ReservedCodeCacheSize=15m, ?",
        "25, -Xint, THP",
        "25, -XX:TieredStopAtLevel=1, THP",
        "25, -XX:+UseG1GC, ?",
        "25, -XX:-SegmentedCodeCache -XX:InitialCodeCacheSize=1m, ?"
    })
    void codeInAlwaysMode(String jdk, String arguments, String expected) {
        Launch launch = launch(jdk, (arguments + " -Xmx64m").split(" "));
        Host always = thp(host(), "always", "inherit", "never");
        assertEquals(expected, kind(predict(launch, FactsSamples.kernel(always, "6.18.0")), RegionName.CODE));
        assertEquals("?", kind(predict(launch, FactsSamples.kernel(always, "6.6.0")), RegionName.CODE));
    }

    /** Measured on 11.0.13, 17.0.15, 17.0.21, 21.0.8 and 25.0.5 in mode madvise: these depend on addresses and on growth. */
    @ParameterizedTest
    @CsvSource({
        "21, -XX:+UseParallelGC -Xms4m -Xmx8m, ?, THP",
        "21, -XX:+UseParallelGC -Xms8m -Xmx8m, THP, THP",
        "21, -XX:+UseParallelGC -Xms4m -Xmx64m, THP, THP",
        "21, -XX:+UseSerialGC -Xms4m -Xmx8m, THP, THP",
        "11, -Xmx64m -XX:ReservedCodeCacheSize=241m -Xint, THP, ?",
        "11, -Xmx64m -XX:ReservedCodeCacheSize=240m -Xint, THP, THP",
        "11, -Xmx64m -XX:ReservedCodeCacheSize=241m, THP, THP",
        "21, -Xmx64m -XX:ReservedCodeCacheSize=241m -Xint, THP, THP",
        "17, -Xmx64m -XX:ReservedCodeCacheSize=3m, THP, ?",
        "17, -Xmx64m -XX:ReservedCodeCacheSize=5m, THP, THP"
    })
    void smallPiecesOfAdvisedMemory(String jdk, String arguments, String heap, String code) {
        Launch launch = launch(jdk, ("-XX:+UseTransparentHugePages " + arguments).split(" "));
        Prediction prediction = predict(launch, thp(host(), "madvise", "inherit", "never"));
        assertEquals(heap, kind(prediction, RegionName.HEAP));
        assertEquals(code, kind(prediction, RegionName.CODE));
    }

    @ParameterizedTest
    @CsvSource({
        "11, -XX:-SegmentedCodeCache, ''",
        "17, -XX:+SegmentedCodeCache, ''",
        "21, -XX:-SegmentedCodeCache, ''",
        "27, -XX:-SegmentedCodeCache, ''",
        "25, -XX:+SegmentedCodeCache, CODE_CACHE_TOO_SMALL"
    })
    void aCodeCacheTooSmallForAPoolHasTransparentHugePages(String release, String segments, String warning) {
        Prediction prediction = predict(
                launch(release, "-XX:+UseTransparentHugePages", "-XX:ReservedCodeCacheSize=14m", segments), host());
        assertEquals("THP", kind(prediction, RegionName.CODE));
        assertEquals(
                warning,
                prediction.warnings().stream().map(w -> w.code().name()).collect(Collectors.joining(" ")));
    }

    @ParameterizedTest
    @CsvSource({
        "25, -Xint, true",
        "25, -Xmixed, false",
        "11, -Xint, false",
        "17.0.9, -Xint, false",
        "17.0.10, -Xint, true"
    })
    void warnsOfSegmentsThatAreNotUsed(String release, String mode, boolean said) {
        Prediction prediction = predict(launch(release, "-XX:+SegmentedCodeCache", mode), host());
        assertEquals(said, prediction.warnings().stream().anyMatch(w -> w.text().contains("no meaningful effect")));
    }

    @ParameterizedTest
    @CsvSource({
        "28, -XX:-SegmentedCodeCache, 120",
        "25, -XX:-SegmentedCodeCache, 120",
        "25, -XX:+SegmentedCodeCache, 121"
    })
    void codeCacheOfOnePieceIsNotRoundedUpPieceByPiece(String release, String segments, long code) {
        Prediction prediction = predict(
                launch(release, "-XX:+UseSerialGC", "-XX:+UseLargePages", "-Xmx128m", segments), pools(host(), 300, 0));
        assertEquals(Span.exactly(code + 64), taken(prediction));
    }

    /** One code heap has one map of segments, which is of a page: the pool lacks one for the heap. */
    @Test
    void anInterpretingJvmHasOneCodeHeap() {
        Prediction prediction = predict(
                launch(
                        "25",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:+UseEpsilonGC",
                        "-XX:+UseLargePages",
                        "-Xmx192m",
                        "-XX:ReservedCodeCacheSize=256m",
                        "-Xint"),
                pools(host(), 224, 0));
        assertEquals(Span.exactly(129), taken(prediction));
        assertEquals("BASE", kind(prediction, RegionName.HEAP));
    }

    /** Seen on 17 to 28; a heap of 64 pages beside. */
    @ParameterizedTest
    @CsvSource({
        "17, -XX:CompilationMode=quick-only, 24",
        "25, -XX:CompilationMode=high-only,  24",
        "25, -XX:CompilationMode=normal,     121",
        "25, -XX:TieredStopAtLevel=0,        24",
        "28, -XX:TieredStopAtLevel=3,        121",
        "28, -XX:CompilationMode=high-only -XX:TieredStopAtLevel=3, 121",
        "25, -XX:CompilationMode=high-only -XX:TieredStopAtLevel=3, 24"
    })
    void compilersDecideOnTheCodeCache(String release, String mode, long code) {
        Prediction prediction = predict(
                launch(release, words("-XX:+UseSerialGC -XX:+UseLargePages -Xmx128m " + mode)), pools(host(), 300, 0));
        assertEquals(Span.exactly(code + 64), taken(prediction));
    }
}
