package io.github.hpjvm.console.terminal;

/** The bar of a line that shows progress: {@code [###.......]}. */
public final class ProgressBar {
    private ProgressBar() {}

    /**
     * Returns the bar, and a blank.
     *
     * @param filled characters for what is done
     * @param length characters between the brackets
     */
    public static String of(int filled, int length) {
        return "[" + "#".repeat(filled) + ".".repeat(length - filled) + "] ";
    }
}
