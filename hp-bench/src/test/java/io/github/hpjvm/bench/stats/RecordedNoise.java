package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.Texts;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Noise that was recorded: the forks of campaigns in which nothing differed, in the order in which they ran. The file
 * is what {@code MethodIT} leaves as {@code target/method/same-forks.tsv}: tab-separated seed, round, place in the
 * round, variant, and the iterations of the fork with blanks between them. A first line that begins with {@code #} says
 * where it was recorded.
 */
final class RecordedNoise {
    private static final int ITERATIONS_COLUMN = 4;

    private static final String COMMENT = "#";

    private final String origin;
    private final double[][] forks;

    private RecordedNoise(String origin, double[][] forks) {
        this.origin = origin;
        this.forks = forks;
    }

    /** The recordings in {@code src/test/resources/noise}: a quiet hour, a CPU burner, a busy hour. */
    static List<RecordedNoise> ofThisProject() {
        return Stream.of("quiet", "burner", "busy")
                .map(hour -> parse(Texts.resource("noise/" + hour + ".tsv")))
                .toList();
    }

    /** The iterations, each as the logarithm of its cost over the median of all. */
    static RecordedNoise parse(String text) {
        String origin = text.lines()
                .filter(line -> line.startsWith(COMMENT))
                .map(line -> line.substring(COMMENT.length()).strip())
                .findFirst()
                .orElse("the machine is not named");
        List<double[]> costs = text.lines()
                .filter(line -> !line.startsWith(COMMENT))
                .map(line -> line.split("\t")[ITERATIONS_COLUMN].split(" "))
                .map(words ->
                        Arrays.stream(words).mapToDouble(Double::parseDouble).toArray())
                .toList();
        double[] all = costs.stream().flatMapToDouble(DoubleStream::of).sorted().toArray();
        double median = all[all.length / 2];
        return new RecordedNoise(
                origin,
                costs.stream()
                        .map(fork -> DoubleStream.of(fork)
                                .map(cost -> StrictMath.log(cost / median))
                                .toArray())
                        .toArray(double[][]::new));
    }

    /** The recorded machine. */
    String origin() {
        return origin;
    }

    /** The number of recorded forks. */
    int size() {
        return forks.length;
    }

    /** Consecutive forks from a random position; the first fork follows the last. */
    double[][] series(int length, Random random) {
        int start = random.nextInt(forks.length);
        double[][] series = new double[length][];
        for (int i = 0; i < length; i++) {
            series[i] = forks[(start + i) % forks.length];
        }
        return series;
    }
}
