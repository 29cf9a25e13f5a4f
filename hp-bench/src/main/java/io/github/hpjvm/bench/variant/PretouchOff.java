package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Another variant without {@code -XX:+AlwaysPreTouch}: the program touches the heap page by page, so its faults are in
 * the measured time, and the pages behind untouched memory are unknown.
 *
 * @param regime the variant whose other arguments it has
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
        return regime.describes() + ", heap not pretouched";
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
