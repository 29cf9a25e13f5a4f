package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.os.text.Visible;

/**
 * The process of a recorded reading. A PID alone may be used again within days.
 *
 * @param startTicks its start time in clock ticks after boot; 0 if it is not known
 * @param user name of its user; empty if it is not known
 * @param main its main class, module or jar; empty if it is not known
 */
public record RecordedJvm(long startTicks, String user, String main) {
    private static final int LONGEST_USER = 64;
    private static final int LONGEST_MAIN = 512;

    public RecordedJvm {
        user = Visible.name(user, LONGEST_USER);
        main = Visible.name(main, LONGEST_MAIN);
    }

    /** The process of these facts. */
    public static RecordedJvm of(Jvm jvm) {
        return new RecordedJvm(jvm.startTicks(), jvm.user(), jvm.main());
    }

    /** Returns whether both run the same program for the same user, as a service before and after a restart. */
    boolean isSameService(RecordedJvm other) {
        return !main.isEmpty() && main.equals(other.main) && user.equals(other.user);
    }
}
