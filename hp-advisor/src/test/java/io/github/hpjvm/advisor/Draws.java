package io.github.hpjvm.advisor;

/** Numbers of random draws. Draws have fixed seeds, so the default is the beginning of what {@code -Plab} draws. */
public final class Draws {
    /** Whether the test runs under {@code -Plab}. */
    public static final boolean LAB = Boolean.getBoolean("hp.lab");

    private static final int PART = 20;

    private Draws() {}

    /** Returns the number under {@code -Plab}, and else a twentieth of it. */
    public static int of(int inLab) {
        return LAB ? inLab : inLab / PART;
    }
}
