package io.github.hpjvm.bench.run.host;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;

/** Heap size and collector that a workload's arguments name, for the pool bill. */
public record WorkloadHeap(Bytes max, Collector collector) {

    private static final String MAX = "-Xmx";

    /** Empty if the arguments name no supported collector, no heap size, or one that only the JVM can read. */
    public static Optional<WorkloadHeap> of(List<String> jvmArgs) {
        Optional<Bytes> max = Optional.empty();
        Optional<Collector> collector = Optional.empty();
        for (String argument : jvmArgs) {
            if (argument.startsWith(MAX)) {
                max = size(argument);
            }
            Optional<Collector> named = collectorOf(argument);
            if (named.isPresent()) {
                collector = named;
            }
        }
        Optional<Collector> chosen = collector;
        return max.flatMap(heap -> chosen.map(it -> new WorkloadHeap(heap, it)));
    }

    /** The size that the last {@code -Xmx} names; empty if there is none, or it is not a size. */
    public static Optional<Bytes> largest(List<String> jvmArgs) {
        return jvmArgs.stream()
                .filter(argument -> argument.startsWith(MAX))
                .reduce((first, last) -> last)
                .flatMap(WorkloadHeap::size);
    }

    private static Optional<Bytes> size(String argument) {
        try {
            return Optional.of(Bytes.parse(argument.substring(MAX.length())));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Collector> collectorOf(String argument) {
        return switch (argument) {
            case "-XX:+UseG1GC" -> Optional.of(Collector.G1);
            case "-XX:+UseParallelGC" -> Optional.of(Collector.PARALLEL);
            case "-XX:+UseSerialGC" -> Optional.of(Collector.SERIAL);
            case "-XX:+UseZGC" -> Optional.of(Collector.ZGC);
            case "-XX:+UseShenandoahGC" -> Optional.of(Collector.SHENANDOAH);
            default -> Optional.empty();
        };
    }
}
