package io.github.hpjvm.bench.run.command;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A log of HdrHistogram (HistogramLogWriter, format versions 1.0 to 1.3). All intervals of a tag are one histogram, in the
 * unit in which the program recorded. A damaged line is left out.
 */
final class HdrLog implements Latencies {
    /** The cookie of each encoding (0x1c849301 to 0x1c849304, EncodableHistogram) is HIST in base 64. */
    private static final Pattern INTERVAL =
            Pattern.compile("(?:Tag=([^,\\s]+),)?\"?[0-9.]+\"?,[0-9.]+,[0-9.]+,(HIST[A-Za-z0-9+/=]+)");

    private static final int MOST_NAMED = 8;

    private final Map<String, Histogram> byTag;

    private HdrLog(Map<String, Histogram> byTag) {
        this.byTag = byTag;
    }

    static boolean isLog(String text) {
        return text.lines().anyMatch(line -> INTERVAL.matcher(line.strip()).matches());
    }

    static HdrLog parse(String text) {
        Map<String, Histogram> byTag = new TreeMap<>();
        text.lines().forEach(line -> {
            Matcher interval = INTERVAL.matcher(line.strip());
            if (interval.matches()) {
                String tag = Optional.ofNullable(interval.group(1)).orElse("");
                decoded(interval.group(2)).ifPresent(more -> byTag.merge(tag, more, HdrLog::sum));
            }
        });
        return new HdrLog(byTag);
    }

    private static Optional<Histogram> decoded(String base64) {
        try {
            return Optional.of(Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0));
        } catch (DataFormatException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Histogram sum(Histogram all, Histogram more) {
        all.setAutoResize(true);
        all.add(more);
        return all;
    }

    /** The figure, such as {@code p99} of a log with one tag, or {@code TAG/p99} of a log with several. */
    @Override
    public OptionalDouble figure(String name) {
        int slash = name.lastIndexOf('/');
        Histogram histogram = slash < 0 && byTag.size() == 1
                ? byTag.values().iterator().next()
                : byTag.get(slash < 0 ? "" : name.substring(0, slash));
        return histogram == null || histogram.getTotalCount() == 0
                ? OptionalDouble.empty()
                : figure(histogram, name.substring(slash + 1));
    }

    @Override
    public Optional<String> why(String name) {
        int slash = name.lastIndexOf('/');
        String tag = slash < 0 ? "" : name.substring(0, slash);
        if (byTag.isEmpty()) {
            return Optional.of("the run added no interval to the log");
        }
        if (byTag.containsKey(tag) || slash < 0 && byTag.size() == 1) {
            return Optional.of("its intervals have no value");
        }
        List<String> tags = byTag.keySet().stream()
                .filter(it -> !it.isEmpty())
                .limit(MOST_NAMED)
                .toList();
        return Optional.of(
                tags.isEmpty()
                        ? "the log has no tags"
                        : "the log has the tags " + String.join(", ", tags) + "; type one, as in " + tags.get(0) + "/"
                                + name.substring(slash + 1));
    }

    private static OptionalDouble figure(Histogram histogram, String name) {
        return switch (name) {
            case "max" -> OptionalDouble.of(histogram.getMaxValue());
            case "min" -> OptionalDouble.of(histogram.getMinValue());
            case "mean" -> OptionalDouble.of(histogram.getMean());
            default ->
                LoadFigure.percentile(name)
                        .map(it -> OptionalDouble.of(histogram.getValueAtPercentile(it)))
                        .orElse(OptionalDouble.empty());
        };
    }
}
