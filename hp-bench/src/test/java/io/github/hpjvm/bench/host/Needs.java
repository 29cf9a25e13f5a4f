package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

/**
 * Skips a test whose requirement this machine does not meet; fails it under {@code -Dhp.lab.required}.
 */
final class Needs {
    private Needs() {}

    static void that(boolean given, String what) {
        if (!given && Boolean.getBoolean("hp.lab.required")) {
            fail("hp.lab.required is set, and this machine lacks: " + what);
        }
        if (!given) {
            abort("this machine lacks: " + what);
        }
    }
}
