package io.github.hpjvm.advisor.read.attach;

import java.io.IOException;

/** The user as which this process accesses a file or a socket of a target. */
@FunctionalInterface
interface Acting {

    /** Runs the action as that user and waits for its end. */
    void run(Action action) throws IOException;

    /** Returns the user of this process. */
    static Acting asOurselves() {
        return Action::run;
    }

    /** One short access to a file or a socket. */
    @FunctionalInterface
    interface Action {
        void run() throws IOException;
    }
}
