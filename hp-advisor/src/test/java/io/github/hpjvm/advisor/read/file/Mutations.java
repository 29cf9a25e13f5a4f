package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.fail;

import io.github.hpjvm.os.text.MalformedTextException;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Feeds a parser with damaged texts for a time. The parser may throw only its documented exceptions. */
public final class Mutations {

    private static final long MILLIS = 50;
    private static final long MOST = 100_000;
    private static final String[] PIECES = {
        "\n",
        " ",
        ":",
        "-",
        "0",
        "9",
        "f",
        "kB",
        "[",
        "]",
        "(",
        ")",
        "0x",
        ",",
        "\0",
        "\t",
        "\u00e9",
        "VmFlags:",
        "Rss:",
        "99999999999999999999",
        "-1",
        "ffffffffffffffffff",
        "Node",
        "zone"
    };

    private Mutations() {}

    /** How long one parser, or one tree, is damaged: {@code -Dhp.mutation.seconds=N}, else what the test says. */
    public static long millis(long usual) {
        return Math.max(usual, Long.getLong("hp.mutation.seconds", 0) * 1000);
    }

    public static void survive(String sample, Consumer<String> parser) {
        survive(sample, MILLIS, parser);
    }

    /** The seed of the sample, unless {@code -Dhp.seed} gives another one. A failure shows it. */
    public static void survive(String sample, long usualMillis, Consumer<String> parser) {
        long seed = Long.getLong("hp.seed", sample.hashCode());
        SplittableRandom random = new SplittableRandom(seed);
        long millis = millis(usualMillis);
        long most = millis > usualMillis ? Long.MAX_VALUE : MOST;
        long end = System.nanoTime() + millis * 1_000_000;
        for (long i = 0; i < most && System.nanoTime() < end; i++) {
            String damaged = damage(sample, random);
            long start = System.nanoTime();
            try {
                parser.accept(damaged);
            } catch (MalformedTextException e) {
                if (e.getMessage().lines().count() != 1) {
                    fail("seed " + seed + ", mutation " + i + ": not one line: " + e.getMessage());
                }
            } catch (RuntimeException | StackOverflowError e) {
                fail("seed " + seed + ", mutation " + i, e);
            }
            if (System.nanoTime() - start > 2_000_000_000L) {
                fail("seed " + seed + ", mutation " + i + ": took more than two seconds");
            }
        }
    }

    /** The text with one to five pieces of it removed, doubled or replaced. */
    public static String damage(String sample, SplittableRandom random) {
        StringBuilder text = new StringBuilder(sample);
        for (int n = random.nextInt(1, 6); n > 0 && text.length() > 0; n--) {
            int at = random.nextInt(text.length());
            int to = Math.min(text.length(), at + random.nextInt(1, 30));
            switch (random.nextInt(6)) {
                case 0 -> text.delete(at, to);
                case 1 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                case 2 -> text.replace(at, to, PIECES[random.nextInt(PIECES.length)]);
                case 3 -> text.setCharAt(at, (char) random.nextInt(256));
                case 4 -> text.insert(at, text.substring(at, to));
                default -> text.setLength(at);
            }
        }
        return text.toString();
    }
}
