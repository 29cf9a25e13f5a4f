package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.cli.option.Options;
import io.github.hpjvm.cli.option.Seconds;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.time.Patience;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options that say how JVMs are read: whether they may be contacted, and whether all pages are read. */
public final class MannerOptions {
    static final String ATTACH = "--attach";
    static final String NO_ATTACH = "--no-attach";
    static final String TIMEOUT = "--timeout";

    static final String ATTACH_HELP = "Attach to the JVM, as jcmd does, for facts that its memory does not have.";
    static final String NO_ATTACH_HELP = "Never contact the JVM, not even where its memory may not be read.";
    static final String TIMEOUT_HELP =
            "Time limit for the answers of a JVM: seconds, or a time such as 1m. Default: 10.";

    @Option(names = ATTACH, description = ATTACH_HELP)
    private boolean attach;

    @Option(names = NO_ATTACH, description = NO_ATTACH_HELP)
    private boolean noAttach;

    @Option(names = TIMEOUT, paramLabel = "T", description = TIMEOUT_HELP)
    private String timeout;

    @Option(names = Options.EXACT, description = Options.EXACT_HELP)
    private boolean exact;

    /** Returns the manner that the options describe. */
    public Manner manner() {
        return manner(attach, noAttach, timeout, exact);
    }

    static Manner manner(boolean attach, boolean noAttach, String timeout, boolean exact) {
        return new Manner(contact(attach, noAttach, timeout), exact, false);
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
        Duration limit = timeout == null ? Patience.with(Contact.USUAL) : Seconds.parse(TIMEOUT, timeout);
        Contact contact = attach ? Contact.allowed() : noAttach ? Contact.never() : Contact.whereDenied();
        return contact.within(limit);
    }
}
