package io.github.hpjvm.bench.reading;

/** The number of the present turn of a fork, from 1; 0 while forks do not take turns. */
public final class Turn {
    private static volatile int number;

    private Turn() {}

    /** Begins a turn. */
    public static void begin(int turn) {
        number = turn;
    }

    /** The latest turn; 0 before the first. */
    public static int number() {
        return number;
    }
}
