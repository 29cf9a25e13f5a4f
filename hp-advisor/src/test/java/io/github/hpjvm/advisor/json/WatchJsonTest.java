package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.RecordedJvm;
import io.github.hpjvm.advisor.watch.RegionReading;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WatchJsonTest {

    static String line(double error) {
        Backing backing = new Backing(
                Bytes.ofMiB(8),
                List.of(
                        Pages.exactly(PageKind.THP, Bytes.ofMiB(2), Bytes.ofMiB(6)),
                        Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), Bytes.ofMiB(2))));
        return WatchJson.write(new WatchJson.Line(
                Instant.parse("2026-01-02T03:04:05.678Z"),
                7,
                List.of(new RegionReading(RegionName.HEAP, backing, error)),
                Map.of("thp_split_page", 3L),
                List.of(new HugePool(Bytes.ofMiB(2), 10, 4, 1, 0, 0)),
                List.of(),
                1.0,
                Optional.of(0.002),
                new HostIdentity(Optional.of("6.18.5"), Optional.of(Bytes.ofMiB(1))),
                new RecordedJvm(99, "shop", "shop.jar")));
    }

    @Test
    void aReadingIsOneLine() {
        assertEquals(
                "{\"schemaVersion\":1,\"time\":\"2026-01-02T03:04:05.678Z\",\"pid\":7,\"regions\":[{\"name\":\"heap\","
                        + "\"residentBytes\":8388608,\"hugetlbBytes\":0,\"coverage\":0.75,\"coverageBounds\":null,"
                        + "\"estimate\":false,\"backing\":[{\"kind\":\"THP\",\"pageBytes\":2097152,\"bytes\":6291456},"
                        + "{\"kind\":\"BASE\",\"pageBytes\":4096,\"bytes\":2097152}]}],"
                        + "\"events\":{\"thp_split_page\":3},"
                        + "\"pools\":[{\"pageBytes\":2097152,\"total\":10,\"free\":4,\"reserved\":1,\"surplus\":0}],"
                        + "\"alerts\":[],\"intervalSeconds\":1.0,\"cpuShare\":0.002,"
                        + "\"host\":{\"kernel\":\"6.18.5\",\"memoryBytes\":1048576},"
                        + "\"jvm\":{\"startTicks\":99,\"user\":\"shop\",\"main\":\"shop.jar\"}}\n",
                line(0));
    }

    @Test
    void anEstimateHasBounds() {
        assertTrue(line(0.05).contains("\"coverage\":0.75,\"coverageBounds\":[0.65,0.85],\"estimate\":true"));
    }
}
