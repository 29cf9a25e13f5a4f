package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assumptions.abort;

/** Skips a test whose requirement this machine does not meet. */
final class Needs {
    private Needs() {}

    static void that(boolean given, String what) {
        if (!given) {
            abort("this machine lacks: " + what);
        }
    }
}
