package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.cli.option.Seconds;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options that permit to contact a JVM. */
public final class ContactOptions {
    static final String ATTACH = "--attach";
    static final String NO_ATTACH = "--no-attach";
    static final String TIMEOUT = "--timeout";

    static final String ATTACH_HELP = "Ask the JVM, as jcmd does, for facts that its memory does not have.";
    static final String NO_ATTACH_HELP = "Never contact the JVM, not even where its memory may not be read.";
    static final String TIMEOUT_HELP =
            "Time limit for the answers of a JVM: seconds, or a time such as 1m. Default: 10.";

    @Option(names = ATTACH, description = ATTACH_HELP)
    private boolean attach;

    @Option(names = NO_ATTACH, description = NO_ATTACH_HELP)
    private boolean noAttach;

    @Option(names = TIMEOUT, paramLabel = "T", description = TIMEOUT_HELP)
    private String timeout;

    /** Returns the permission that the options give. */
    public Contact contact() {
        return contact(attach, noAttach, timeout);
    }

    /**
     * Returns the permission.
     *
     * @param timeout null if it is not given
     */
    static Contact contact(boolean attach, boolean noAttach, String timeout) {
        if (attach && noAttach) {
            throw new UsageException("give either " + ATTACH + " or " + NO_ATTACH);
        }
        Duration limit = timeout == null ? Contact.USUAL : Seconds.parse(TIMEOUT, timeout);
        Contact contact = attach ? Contact.allowed() : noAttach ? Contact.never() : Contact.whereDenied();
        return contact.within(limit);
    }
}
