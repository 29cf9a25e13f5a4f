package io.github.hpjvm.bench;

/** Tells whether the tests run under {@code -Plab}, which makes all draws and all simulations. */
public final class Lab {
    /** Whether they do. */
    public static final boolean RUNS = Boolean.getBoolean("hp.lab");

    private Lab() {}
}
