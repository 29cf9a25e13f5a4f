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

    private static final Set<String> TERMINAL = Set.of(
            "-jar",
            "-m",
            "--module",
            "--dry-run",
            "-h",
            "-?",
            "-help",
            "--help",
            "-X",
            "--help-extra",
            "-version",
            "--version",
            "-fullversion",
            "--full-version");

    private LauncherOptions() {}

    /**
     * Returns whether the launcher refuses that option in JDK_JAVA_OPTIONS, and in the files that it names: isTerminalOpt in {@code
     * libjli/args.c}. JDK 11 accepts {@code --module=}, 17 does not.
     */
    public static boolean isTerminal(String option, int feature) {
        return TERMINAL.contains(option) || feature > 11 && option.startsWith("--module=");
    }

    /** Returns whether the value of that option is the next word. */
    public static boolean takesNext(String option) {
        return TAKES_NEXT.contains(option);
    }
}
