package io.github.hpjvm.advisor.json;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdviceJsonTest {

    private static JsonNode heapOf(Backing backing) throws IOException {
        Jvm jvm = heap(g1(17), backing);
        JsonNode all = new ObjectMapper().readTree(AdviceJson.write(Advisor.advise(facts(host(), jvm), jvm)));
        for (JsonNode region : all.get("regions")) {
            if (region.get("name").asText().equals("heap")) {
                return region;
            }
        }
        throw new AssertionError("no heap: " + all);
    }

    @Test
    void theBackingOfASampledHeapIsItsEstimate() throws IOException {
        Bytes gib = Bytes.ofGiB(1);
        JsonNode heap = heapOf(new Backing(
                gib.times(4),
                gib.times(4),
                gib.times(3),
                gib.times(4),
                List.of(
                        new Pages(PageKind.THP, Bytes.ofMiB(2), Bytes.ZERO, gib.times(2)),
                        new Pages(PageKind.BASE, Bytes.ofKiB(4), gib, gib.times(4))),
                Optional.of(new Backing.Sampled(gib.times(4), gib))));
        long sum = 0;
        for (JsonNode pages : heap.at("/observed/backing")) {
            sum += pages.get("bytes").asLong();
        }
        assertEquals(2, heap.at("/observed/backing").size());
        assertEquals(heap.get("residentBytes").asLong(), sum);
        assertEquals(gib.times(4).value(), sum);
    }

    @Test
    void anUnknownPageSizeIsNull() throws IOException {
        JsonNode heap = heapOf(
                new Backing(Bytes.ofGiB(1), List.of(Pages.exactly(PageKind.HUGETLB, Bytes.ZERO, Bytes.ofGiB(1)))));
        assertTrue(heap.at("/observed/backing/0/pageBytes").isNull(), heap::toString);
        assertEquals(
                Bytes.ofMiB(2).value(),
                heapOf(on(PageKind.HUGETLB, Bytes.ofGiB(1)))
                        .at("/observed/backing/0/pageBytes")
                        .asLong());
    }
}
