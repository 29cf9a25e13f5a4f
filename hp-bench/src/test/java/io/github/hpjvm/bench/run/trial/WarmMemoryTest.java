package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WarmMemoryTest {

    /** The page cache is available memory and not free memory: no other program loses it. */
    @Test
    void onlyFreeMemoryIsTouched() {
        Source source = Source.of("/proc/meminfo");
        Map<String, Bytes> sizes = Map.of("MemFree", Bytes.ofMiB(600), "MemAvailable", Bytes.ofGiB(20));
        assertEquals(Bytes.ofMiB(300).value(), WarmMemory.most(Fact.known(sizes, source)));
        assertEquals(0, WarmMemory.most(Fact.absent(Reason.DENIED, source)));
    }
}
