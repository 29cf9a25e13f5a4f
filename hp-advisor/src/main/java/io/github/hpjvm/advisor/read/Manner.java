package io.github.hpjvm.advisor.read;

/**
 * The manner in which JVMs are read.
 *
 * @param attach whether commands may be sent to them, as {@code jcmd} does
 * @param exact whether all pages are read, and smaps also where it stalls the process for more than a millisecond
 */
public record Manner(boolean attach, boolean exact) {

    /** Returns the manner that stalls no process. */
    public static Manner sparing(boolean attach) {
        return new Manner(attach, false);
    }
}
