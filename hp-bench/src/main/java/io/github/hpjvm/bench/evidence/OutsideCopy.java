package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.read.memory.Smaps;
import java.util.List;
import java.util.Optional;

/**
 * The copy of a JVM that copies nothing itself, put together from looks at it: in the format of a fork's own copy, so that
 * it is judged by the same gate.
 */
public final class OutsideCopy {
    private OutsideCopy() {}

    /**
     * One look at a JVM.
     *
     * @param millis after the start of the program
     * @param heap the addresses of the heap
     * @param smaps the text of that file
     * @param status the text of that file
     */
    public record Look(long millis, List<AddressRange> heap, String smaps, String status) {

        public Look {
            heap = List.copyOf(heap);
        }

        /** What stood behind the heap; empty if smaps is damaged. */
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
     * The looks that are judged, first and last: from the first on at which the heap had half of what it had at most. A
     * heap that has hardly been touched says nothing of its pages.
     *
     * @return one or two of them; none of none
     */
    public static List<Look> judged(List<Look> looks, Bytes pmdSize) {
        long largest =
                looks.stream().mapToLong(look -> resident(look, pmdSize)).max().orElse(0);
        List<Look> full = looks.stream()
                .dropWhile(look -> resident(look, pmdSize) < largest / 2)
                .toList();
        if (full.isEmpty()) {
            return List.of();
        }
        Look last = full.get(full.size() - 1);
        return full.size() == 1 ? List.of(last) : List.of(full.get(0), last);
    }

    private static long resident(Look look, Bytes pmdSize) {
        return look.backing(pmdSize)
                .map(Backing::residentMax)
                .orElse(Bytes.ZERO)
                .value();
    }

    /**
     * The text of the copy.
     *
     * @param arguments what arrived at the JVM; empty if that is not known
     * @param looks as {@link #judged} gives them; one counts for both moments
     */
    public static String text(Optional<List<String>> arguments, List<Look> looks) {
        StringBuilder text = new StringBuilder();
        arguments.ifPresent(it -> section(text, ForkCopy.READY, "arguments", String.join("\n", it)));
        if (!looks.isEmpty()) {
            look(text, ForkCopy.BEFORE, looks.get(0));
            look(text, ForkCopy.AFTER, looks.get(looks.size() - 1));
        }
        return text.toString();
    }

    private static void look(StringBuilder text, String moment, Look look) {
        StringBuilder ranges = new StringBuilder();
        look.heap()
                .forEach(range -> ranges.append(ranges.length() == 0 ? "" : "\n")
                        .append(Long.toHexString(range.start()))
                        .append('-')
                        .append(Long.toHexString(range.end())));
        section(text, moment, ForkCopy.HEAP, ranges.toString());
        section(text, moment, "/proc/self/status", look.status());
        section(text, moment, "/proc/self/smaps", look.smaps());
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
