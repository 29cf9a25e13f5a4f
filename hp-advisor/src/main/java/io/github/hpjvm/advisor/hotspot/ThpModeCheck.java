package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.JavaVersion;

/**
 * The check of {@code transparent_hugepage/enabled} at the start of HotSpot, and of the sizes in {@code hugepages}
 * (JDK-8310233): 22, 21.0.1 and 17.0.10. Measured: not in 17.0.9, in 17.0.21 and 21.0.2. The pull requests are 60 of
 * jdk21u and 1694 of jdk17u-dev, both of August 2023, when 21 and 17.0.9 were closed.
 */
public final class ThpModeCheck {

    private ThpModeCheck() {}

    /** Returns whether that version makes the check. Older versions opt in regardless of the mode. */
    public static boolean isDoneBy(JavaVersion version) {
        return switch (version.feature()) {
            case 17 -> version.isAtLeast(17, 0, 10);
            case 21 -> version.isAtLeast(21, 0, 1);
            default -> version.isAtLeast(22);
        };
    }
}
