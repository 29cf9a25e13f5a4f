package io.github.hpjvm.bench.reading;

/** The number of the turn that a fork has now, from 1; 0 while forks do not take turns. */
public final class Turn {
    private static volatile int number;

    private Turn() {}

    /** A turn begins. */
    public static void begin(int turn) {
        number = turn;
    }

    /** The turn that began last; 0 if none has. */
    public static int number() {
        return number;
    }
}
