package io.github.hpjvm.it.lab;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLibrary;

/** Signals that {@link ProcessHandle} has no method for. */
public final class Signals {
    private static final int SIGINT = 2;
    private static final int SIGKILL = 9;
    private static final int SIGSTOP = 19;

    private Signals() {}

    public static void interrupt(ProcessHandle process) {
        send(process, SIGINT);
    }

    /** Does nothing if it has ended already. */
    public static void kill(ProcessHandle process) {
        if (process.isAlive()) {
            try {
                send(process, SIGKILL);
            } catch (LastErrorException e) {
                // It has ended since we looked.
            }
        }
    }

    public static void stop(ProcessHandle process) {
        send(process, SIGSTOP);
    }

    private static void send(ProcessHandle process, int signal) {
        NativeLibrary.getProcess()
                .getFunction("kill", Function.C_CONVENTION | Function.THROW_LAST_ERROR)
                .invokeInt(new Object[] {(int) process.pid(), signal});
    }
}
