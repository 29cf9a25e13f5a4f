package io.github.hpjvm.advisor.hotspot.flag;

import java.util.Set;

/** Options of the {@code java} launcher itself: IsWhiteSpaceOption in {@code src/java.base/share/native/libjli/java.c}. */
public final class LauncherOptions {

    private static final Set<String> TAKES_NEXT = Set.of(
            "-classpath",
            "-cp",
            "--class-path",
            "--module-path",
            "-p",
            "--upgrade-module-path",
            "--add-modules",
            "--enable-native-access",
            "--limit-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--patch-module",
            "--describe-module",
            "-d",
            "--source");

    private LauncherOptions() {}

    /** Returns whether the value of that option is the next word. */
    public static boolean takesNext(String option) {
        return TAKES_NEXT.contains(option);
    }
}
