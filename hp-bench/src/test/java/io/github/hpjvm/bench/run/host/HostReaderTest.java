package io.github.hpjvm.bench.run.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.Samples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostReaderTest {
    private static final Bytes PAGE = Bytes.ofKiB(4);
    private static final List<String> G1 = Samples.touch().jvmArgs();

    @ParameterizedTest
    @CsvSource({"17.0.9", "21.0.9", "25", "28-ea"})
    void theBillOfAWorkloadIsExactFrom17On(String version) {
        PoolBill bill =
                HostReader.bill(Samples.jvm(version), G1, Samples.PMD, PAGE).orElseThrow();
        assertEquals(bill.min(), bill.max());
    }

    @Test
    void onJdk21ItIs642Pages() {
        assertEquals(
                642,
                HostReader.bill(Samples.jvm("21.0.9"), G1, Samples.PMD, PAGE)
                        .orElseThrow()
                        .max());
    }

    @ParameterizedTest
    @CsvSource({"1024", "512", "64"})
    void theBillOfAPoolOfOtherPagesIsUnknown(long mib) {
        assertEquals(Optional.empty(), HostReader.bill(Samples.jvm("21.0.9"), G1, Bytes.ofMiB(mib), PAGE));
    }

    @Test
    void theBillOfAnUnsupportedCollectorIsUnknown() {
        assertEquals(
                Optional.empty(),
                HostReader.bill(Samples.jvm("1.8.0_504"), List.of("-Xmx1g", "-XX:+UseZGC"), Samples.PMD, PAGE));
    }

    @Test
    void theBillOfAnUnnamedHeapIsUnknown() {
        assertEquals(
                Optional.empty(), HostReader.bill(Samples.jvm("21.0.9"), List.of("-XX:+UseG1GC"), Samples.PMD, PAGE));
    }
}
