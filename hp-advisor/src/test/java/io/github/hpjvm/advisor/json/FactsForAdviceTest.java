package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.FleetSamples;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.fleet.FleetReport;
import io.github.hpjvm.advisor.fleet.HostLabels;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A fleet reads the facts of a snapshot without most flags, and has the rows of all facts. */
class FactsForAdviceTest {
    private static final Bytes MOST = Bytes.ofMiB(8);

    @Test
    void rowsAreThoseOfAllFacts() {
        assertSameRows(FleetSamples.capturedFile());
        for (int number = 0; number < Draws.of(200); number++) {
            if (!FleetSamples.isDamaged(3, number)) {
                assertSameRows(FleetSamples.file(3, number));
            }
        }
    }

    @Test
    void rowsOfRandomFactsAreThoseOfAllFacts() {
        RandomFacts random = new RandomFacts(RandomFacts.seed(43), 0.1);
        for (int draw = 0; draw < Draws.of(2000); draw++) {
            assertSameRows(FactsJson.writeCompact(random.facts()).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Without this, a reader that refuses each document would pass: the whole reader takes over. */
    @Test
    void recordsAreReadWithoutTheWholeReader() throws IOException {
        RandomFacts random = new RandomFacts(RandomFacts.seed(45), 0.2);
        for (int draw = 0; draw < Draws.of(2000); draw++) {
            Facts facts = random.facts();
            byte[] text = FactsJson.write(facts).getBytes(StandardCharsets.UTF_8);
            try (JsonParser in = JsonText.parser(text)) {
                assertEquals(JsonToken.START_OBJECT, in.nextToken());
                assertEquals(facts, RecordReader.members(in, Facts.class));
            }
        }
    }

    private static void assertSameRows(byte[] file) {
        Facts all = FactsJson.read(file, MOST);
        FleetReport expected = FleetReport.of("a.json", all, HostLabels.ofNames());
        SnapshotReport report = SnapshotReport.of("a.json", file, MOST, HostLabels.ofNames());
        assertEquals("", report.problem());
        assertEquals(Optional.of(expected), report.report());
    }

    @Test
    void onlyFlagsForAdviceAndOneMoreAreRead() {
        Facts all = FleetSamples.captured();
        Facts few = FactsJson.readForAdvice(FleetSamples.capturedFile(), MOST);
        for (Jvm jvm : all.jvms()) {
            Map<String, VmFlag> flags = jvm.flags().known().orElseThrow();
            Fact<Map<String, VmFlag>> kept = few.jvm(jvm.pid()).orElseThrow().flags();
            assertEquals(jvm.flags().source(), kept.source());
            Map<String, VmFlag> read = kept.known().orElseThrow();
            flags.forEach((name, flag) -> {
                if (VmFlag.isForAdvice(name)) {
                    assertEquals(flag, read.get(name), name);
                }
            });
            assertTrue(flags.entrySet().containsAll(read.entrySet()));
            assertTrue(read.keySet().stream().anyMatch(name -> !name.endsWith("HeapSize")));
            assertTrue(flags.size() > 300 && read.size() <= 6, flags.size() + " " + read.size());
        }
    }

    /** A JVM without flags counts as not started. */
    @Test
    void aListOfSizesOfTheHeapKeepsItsOtherFlag() {
        Facts captured = FleetSamples.captured();
        VmFlag flag = new VmFlag("1", "product", "default");
        for (String other : new String[] {"Aaa", "Zzz"}) {
            Map<String, VmFlag> flags = Map.of("MaxHeapSize", flag, other, flag);
            Jvm jvm = FactsSamples.with(
                    captured.jvms().get(0),
                    "flags",
                    Fact.known(flags, captured.jvms().get(0).flags().source()));
            String text = FactsJson.writeCompact(captured.withJvms(List.of(jvm)));
            Facts read = FactsJson.readForAdvice(text.getBytes(StandardCharsets.UTF_8), MOST);
            assertEquals(flags, read.jvms().get(0).flags().known().orElseThrow());
        }
    }

    @Test
    void damageHasTheMessageOfTheWholeReader() {
        byte[] text = SnapshotText.of(FleetSamples.capturedFile(), MOST).getBytes(StandardCharsets.UTF_8);
        SplittableRandom random = new SplittableRandom(RandomFacts.seed(44));
        for (int draw = 0; draw < Draws.of(200); draw++) {
            assertSameRefusal(Arrays.copyOf(text, random.nextInt(text.length - 2)));
        }
        byte[] broken = text.clone();
        broken[1000] = '\\';
        assertSameRefusal(broken);
        byte[] number = new String(text, StandardCharsets.UTF_8)
                .replaceFirst("\"schemaVersion\" *: *1", "\"schemaVersion\":2")
                .getBytes(StandardCharsets.UTF_8);
        assertSameRefusal(number);
        assertSameRefusal("{}".getBytes(StandardCharsets.UTF_8));
        assertSameRefusal(new byte[0]);
    }

    /** A parser of bytes would detect the encoding. */
    @Test
    void otherEncodingsAreRefused() {
        String text = SnapshotText.of(FleetSamples.capturedFile(), MOST);
        assertSameRefusal(text.getBytes(StandardCharsets.UTF_16BE));
        assertSameRefusal(text.getBytes(StandardCharsets.UTF_16LE));
        assertSameRefusal(SnapshotText.compressed("\0" + text));
    }

    /** Only one layer of compression is read. */
    @Test
    void twiceCompressedIsRefused() throws IOException {
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(twice)) {
            out.write(FleetSamples.capturedFile());
        }
        assertSameRefusal(twice.toByteArray());
    }

    private static void assertSameRefusal(byte[] file) {
        String expected = message(() -> FactsJson.read(file, MOST));
        assertEquals(expected, message(() -> FactsJson.readForAdvice(file, MOST)));
    }

    private static String message(Executable reader) {
        return String.valueOf(assertThrows(JsonFormatException.class, reader).getMessage());
    }
}
