package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.FleetSamples;
import io.github.hpjvm.advisor.PublishedSchema;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A compact snapshot is small, and its advice equals the advice of the full snapshot. */
class CompactSnapshotTest {
    private static final Bytes MOST = Bytes.ofMiB(8);
    private static final int LARGEST_FOR_ONE_JVM = 20_000;

    static Stream<Facts> captured() throws IOException {
        List<Facts> all = new ArrayList<>(List.of(FleetSamples.captured()));
        for (Path tree : HostTrees.all()) {
            all.add(LiveFacts.take(Roots.under(tree), List.of(4242L), Manner.sparing(Contact.never())));
        }
        for (int number = 0; number < 20; number++) {
            all.add(FleetSamples.host(5, number));
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("captured")
    void adviceIsTheSameByteForByte(Facts facts) {
        assertSameAdvice(facts);
    }

    @Test
    void adviceOnRandomFactsIsTheSameByteForByte() {
        long seed = RandomFacts.seed(21);
        RandomFacts random = new RandomFacts(seed, 0.2);
        for (int draw = 0; draw < Draws.of(1000); draw++) {
            assertSameAdvice(random.facts());
        }
    }

    private static void assertSameAdvice(Facts facts) {
        String compact = FactsJson.writeCompact(facts);
        Facts again = FactsJson.read(compact);
        assertEquals(compact.length() - 1, compact.indexOf('\n'));
        assertEquals(compact, FactsJson.writeCompact(again));
        for (int i = 0; i < facts.jvms().size(); i++) {
            assertEquals(
                    AdviceJson.write(Advisor.advise(facts, facts.jvms().get(i))),
                    AdviceJson.write(Advisor.advise(again, again.jvms().get(i))));
        }
    }

    @Test
    void isSmallForEachJvm() {
        Facts captured = FleetSamples.captured();
        for (Jvm jvm : captured.jvms()) {
            Facts one = captured.withJvms(List.of(jvm));
            int size = SnapshotText.compressed(FactsJson.writeCompact(one)).length;
            assertTrue(size > 1000 && size < LARGEST_FOR_ONE_JVM, jvm.pid() + ": " + size);
        }
    }

    /** A stack of a thread is a range of its own. */
    @Test
    void isSmallForAJvmWithTenThousandThreads() {
        Facts captured = FleetSamples.captured();
        Jvm jvm = captured.jvms().get(5);
        List<AddressRange> stacks = new ArrayList<>();
        for (long i = 0; i < 10_000; i++) {
            long start = 0x7f0000000000L + i * 0x101000 + i * i % 7 * 0x1000;
            stacks.add(new AddressRange(start, start + 0x100000));
        }
        List<Region> regions = jvm.regions().stream()
                .map(region -> region.name() == RegionName.STACKS
                        ? FactsSamples.with(
                                region,
                                "location",
                                Fact.known(stacks, region.location().source()))
                        : region)
                .toList();
        Facts facts = captured.withJvms(List.of(FactsSamples.with(jvm, "regions", regions)));
        int size = SnapshotText.compressed(FactsJson.writeCompact(facts)).length;
        assertTrue(size < LARGEST_FOR_ONE_JVM, "size " + size);
        assertTrue(SnapshotText.compressed(FactsJson.write(facts)).length > LARGEST_FOR_ONE_JVM);
        assertSameAdvice(facts);
    }

    @Test
    void readsASnapshotFromBeforeTheNameOfTheHost() {
        Facts former = FleetSamples.captured();
        assertEquals(Optional.empty(), former.hostName());
        assertEquals(6, former.jvms().size());
        assertEquals(former, FactsJson.read(FactsJson.write(former)));
    }

    @Test
    void readsCompressedAndPlainBytes() {
        byte[] packed = FleetSamples.capturedFile();
        byte[] plain = SnapshotText.of(packed, MOST).getBytes(StandardCharsets.UTF_8);
        assertEquals(FactsJson.read(packed, MOST), FactsJson.read(plain, MOST));
    }

    @Test
    void refusesDamagedAndLargeFiles() {
        byte[] packed = FleetSamples.capturedFile();
        byte[] cut = Arrays.copyOf(packed, packed.length / 2);
        assertTrue(refusal(cut, MOST).startsWith("its gzip data is damaged"));
        assertEquals("it is larger than 4 KiB", refusal(packed, Bytes.ofKiB(4)));
        assertEquals("it is larger than 4 KiB", refusal(new byte[5000], Bytes.ofKiB(4)));
        assertEquals("it is not JSON: its text is not UTF-8", refusal(new byte[] {(byte) 0xff}, MOST));
        assertTrue(refusal(SnapshotText.compressed("{}"), MOST).startsWith("not a snapshot"));
        // 32 MiB of zeros in 32 KiB.
        byte[] bomb = SnapshotText.compressed("0".repeat(32 << 20));
        assertEquals("it is larger than 8 MiB", refusal(bomb, MOST));
    }

    private static String refusal(byte[] file, Bytes most) {
        return String.valueOf(assertThrows(JsonFormatException.class, () -> FactsJson.read(file, most))
                .getMessage());
    }

    /** A library that validates documents needs no network. */
    @Test
    void publishedSchemasAreInTheJar() throws IOException {
        for (String name : List.of("advise", "predict", "snapshot")) {
            try (InputStream in = FactsJson.class.getResourceAsStream(name + ".schema.json")) {
                assertEquals(PublishedSchema.named(name).text(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }
}
