package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.plan.Workload;
import java.util.Comparator;
import java.util.List;

/**
 * Sorts workloads as docs/BENCH.md lists them: the best known first, the artificial ones last. JMH's own list is sorted
 * by mode.
 */
final class DocumentedOrder {
    /** Names of classes. */
    static final List<String> CLASSES = List.of(
            "ByteArrayTouch",
            "PointerChase",
            "HashMapGet",
            "SequentialScan",
            "ObjectChurn",
            "CodeFootprint",
            "FirstTouch",
            "TpcB",
            "TcpService",
            "TlbReach",
            "TlbReachPacked",
            "KnownCost");

    private DocumentedOrder() {}

    /** Methods of one class by name; unlisted classes last. */
    static Comparator<Workload> comparator() {
        return Comparator.comparingInt(DocumentedOrder::place).thenComparing(Workload::name);
    }

    private static int place(Workload workload) {
        int place = CLASSES.indexOf(className(workload));
        return place < 0 ? CLASSES.size() : place;
    }

    /** {@code ObjectChurn} of {@code ObjectChurn.g1}. */
    static String className(Workload workload) {
        return workload.name().split("\\.")[0];
    }
}
