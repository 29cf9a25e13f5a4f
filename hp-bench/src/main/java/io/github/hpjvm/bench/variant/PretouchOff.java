package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Another regime without {@code -XX:+AlwaysPreTouch}: the heap is touched page by page as the program comes to it, so its
 * faults fall into the time that is measured, and what stands behind memory that nobody has used yet is not known.
 *
 * @param regime what is the same but for that
 */
record PretouchOff(Variant regime) implements Variant {

    @Override
    public String name() {
        return regime.equals(Baseline.BASELINE) ? "pretouch-off" : regime.name() + "-pretouch-off";
    }

    @Override
    public PageKind asks() {
        return regime.asks();
    }

    @Override
    public String describes() {
        return regime.describes() + ", heap not touched at start";
    }

    @Override
    public List<String> arguments(TargetJvm jvm) {
        return Stream.concat(regime.arguments(jvm).stream(), Stream.of("-XX:-AlwaysPreTouch"))
                .toList();
    }

    @Override
    public Map<Bytes, Long> poolPages(PoolBill bill, Bytes heap) {
        return regime.poolPages(bill, heap);
    }
}
