package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.read.jvm.Contact;

/**
 * The manner in which JVMs are read.
 *
 * @param contact whether commands may be sent to them, as {@code jcmd} does
 * @param exact whether all pages are read, and smaps also where it stalls the process for more than a millisecond
 * @param cost whether the memory cost of huge pages is read
 */
public record Manner(Contact contact, boolean exact, boolean cost) {

    /** Returns the manner that stalls no process. */
    public static Manner sparing(Contact contact) {
        return new Manner(contact, false, false);
    }

    /** Returns the same manner with what huge pages cost in memory. */
    public Manner withCost() {
        return new Manner(contact, exact, true);
    }
}
