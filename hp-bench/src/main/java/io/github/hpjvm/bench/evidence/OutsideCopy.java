package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * Assembles the copy of a JVM that copies nothing itself from samples of it, in the format of a fork's own copy, so
 * that the same gate judges it.
 */
public final class OutsideCopy {
    private OutsideCopy() {}

    /**
     * One sample of a JVM.
     *
     * @param millis time after the start of the program
     * @param heap the addresses of the heap
     * @param smaps the text of that file
     * @param status the text of that file
     */
    public record Sample(long millis, List<AddressRange> heap, String smaps, String status) {

        public Sample {
            heap = List.copyOf(heap);
        }

        /** The pages behind the heap; empty if smaps is damaged. */
        public Optional<Backing> backing(Bytes pmdSize) {
            try {
                var vmas = Smaps.parse(smaps);
                return heap.stream()
                        .map(range -> Backing.of(range, vmas, pmdSize))
                        .reduce(Backing::plus);
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }

    /**
     * Selects the first and the last sample for {@link EvidenceGate}, beginning with the first one whose resident heap is
     * half of the largest of all samples. An almost untouched heap is no evidence of its pages.
     *
     * @return one or two of them; empty if there are no samples
     */
    public static List<Sample> firstAndLast(List<Sample> samples, Bytes pmdSize) {
        long largest = samples.stream()
                .mapToLong(sample -> resident(sample, pmdSize))
                .max()
                .orElse(0);
        List<Sample> full = samples.stream()
                .dropWhile(sample -> resident(sample, pmdSize) < largest / 2)
                .toList();
        if (full.isEmpty()) {
            return List.of();
        }
        Sample last = full.get(full.size() - 1);
        return full.size() == 1 ? List.of(last) : List.of(full.get(0), last);
    }

    private static long resident(Sample sample, Bytes pmdSize) {
        return sample.backing(pmdSize)
                .map(Backing::residentMax)
                .orElse(Bytes.ZERO)
                .value();
    }

    /**
     * The text of the copy.
     *
     * @param arguments arguments that the JVM received; empty if unknown
     * @param samples result of {@link #firstAndLast}; a single one counts for both moments
     */
    public static String text(Optional<List<String>> arguments, List<Sample> samples) {
        StringBuilder text = new StringBuilder();
        arguments.ifPresent(it -> section(text, ForkCopy.READY, "arguments", String.join("\n", it)));
        if (!samples.isEmpty()) {
            sample(text, ForkCopy.BEFORE, samples.get(0));
            sample(text, ForkCopy.AFTER, samples.get(samples.size() - 1));
        }
        return text.toString();
    }

    private static void sample(StringBuilder text, String moment, Sample sample) {
        StringBuilder ranges = new StringBuilder();
        sample.heap()
                .forEach(range -> ranges.append(ranges.length() == 0 ? "" : "\n")
                        .append(Long.toHexString(range.start()))
                        .append('-')
                        .append(Long.toHexString(range.end())));
        section(text, moment, ForkCopy.HEAP, ranges.toString());
        section(text, moment, "/proc/self/status", sample.status());
        section(text, moment, "/proc/self/smaps", sample.smaps());
    }

    private static void section(StringBuilder text, String moment, String source, String body) {
        text.append("==== ")
                .append(moment)
                .append(' ')
                .append(source)
                .append('\n')
                .append(body);
        if (!body.endsWith("\n")) {
            text.append('\n');
        }
    }
}
