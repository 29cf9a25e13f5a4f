package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Facts as evidence shows them to people. */
class FactTextTest {
    @Test
    void aVm() {
        assertEquals("NATIVE_IMAGE", VmIdentity.of(VmKind.NATIVE_IMAGE).toString());
        VmIdentity vm = new VmIdentity(
                VmKind.HOTSPOT,
                Optional.of(JavaVersion.parse("21.0.9")),
                "21.0.9+10",
                "Eclipse Adoptium",
                Optional.of(Collector.G1),
                Optional.of(Bytes.ofGiB(8)));
        assertEquals("HOTSPOT 21.0.9+10 (Eclipse Adoptium), G1, max heap 8 GiB", vm.toString());
    }

    @Test
    void aBacking() {
        Bytes base = Bytes.ofKiB(4);
        Backing exact = new Backing(
                Bytes.ofMiB(64),
                List.of(
                        Pages.exactly(PageKind.THP, Bytes.ofMiB(2), Bytes.ofMiB(60)),
                        Pages.exactly(PageKind.BASE, base, Bytes.ofMiB(2))));
        assertEquals("62 MiB of 64 MiB resident; THP 2 MiB: 60 MiB, BASE 4 KiB: 2 MiB", exact.toString());
        Backing bounded = new Backing(
                Bytes.ofMiB(64),
                Bytes.ofMiB(32),
                Bytes.ofMiB(1),
                Bytes.ofMiB(3),
                List.of(new Pages(PageKind.BASE, base, Bytes.ofMiB(1), Bytes.ofMiB(3))));
        assertEquals(
                "1 MiB to 3 MiB of 64 MiB resident, only 32 MiB mapped; BASE 4 KiB: 1 MiB to 3 MiB",
                bounded.toString());
    }

    @Test
    void aRoundedSizeIsTheNearestTenth() {
        assertEquals("0 B", Bytes.ZERO.rounded());
        assertEquals("99.5 MiB", Bytes.ofKiB(99 * 1024 + 512).rounded());
        assertEquals("1.3 KiB", Bytes.of(1280).rounded());
        assertEquals("100 KiB", Bytes.of(100 * 1024 - 1).rounded());
        long seed = Long.getLong("hp.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2000; i++) {
            long kib = random.nextLong(1, 1024);
            long bytes = kib * 1024 + random.nextLong(1024);
            int digits = bytes < 100 * 1024 ? 1 : 0;
            String expected = BigDecimal.valueOf(bytes)
                    .divide(BigDecimal.valueOf(1024), digits, RoundingMode.HALF_UP)
                    .toPlainString();
            String plain = expected.endsWith(".0") ? expected.substring(0, expected.length() - 2) : expected;
            assertEquals(plain + " KiB", Bytes.of(bytes).rounded(), "-Dhp.seed=" + seed);
        }
    }
}
