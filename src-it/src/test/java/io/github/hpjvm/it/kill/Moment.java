package io.github.hpjvm.it.kill;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A campaign and when and how it ends.
 *
 * @param ofTry whether it is {@code try}; else {@code bench run}
 * @param amount milliseconds of a signal, KiB of a full disk, a number of descriptors, or MiB of memory
 */
record Moment(int number, Means means, boolean ofTry, int amount) {
    private static final int LONGEST_MILLIS = 8000;
    private static final int WHILE_CHANGING_MILLIS = 300;

    /** Takes each means in turn, and draws the rest. */
    static List<Moment> draw(long seed, int count) {
        Random random = new Random(seed);
        List<Moment> moments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Means means = Means.values()[i % Means.values().length];
            moments.add(new Moment(i, means, random.nextBoolean(), amount(means, random)));
        }
        return moments;
    }

    private static int amount(Means means, Random random) {
        return switch (means) {
            case SIGKILL, SIGTERM, SIGINT -> random.nextInt(LONGEST_MILLIS);
            case SIGKILL_WHILE_CHANGING, SIGTERM_WHILE_CHANGING -> random.nextInt(WHILE_CHANGING_MILLIS);
            case FULL_OUTPUT -> 4 * (1 + random.nextInt(40));
            case FULL_RUN -> 4 * (1 + random.nextInt(4));
            case FEW_DESCRIPTORS -> random.nextBoolean() ? 20 : 20 + random.nextInt(40);
            case OUT_OF_MEMORY -> 60 + random.nextInt(600);
        };
    }

    @Override
    public String toString() {
        return number + " " + means + " " + amount + " of " + (ofTry ? "try" : "bench run");
    }
}
