package io.github.hpjvm.advisor.fuzz;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/**
 * What a parser must do with any input: return or throw an exception that it documents, with messages that are safe to
 * show, in at most one second of CPU time per MiB.
 */
public final class FuzzCheck {
    /** The system property that names the target, for the process of the fuzzer. */
    static final String CHOICE = "hp.fuzz.target";

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int MIB = 1 << 20;
    private static final long NANOS_PER_MIB = 1_000_000_000;
    /** A shorter input has the time of one of this length: 16 ms. */
    private static final int SHORTEST = 16 << 10;
    /** So often a slow input is parsed again: code that is not compiled yet is slow, too. */
    private static final int REPEATS = 10;
    /** Repeated inputs: a parser whose time grows faster than its input shows there. */
    private static final int LONG = 256 << 10;

    private static final int IN_THE_FUZZER = 2048;
    /** Code that the fuzzer instruments, and that is hardly optimised, needs more time. */
    private static final int INSTRUMENTED = 16;

    private final FuzzTarget target;
    private final int betweenLongInputs;
    private final int slowdown;
    private long inputs;

    /**
     * A check of code that runs at full speed.
     *
     * @param betweenLongInputs one input of so many is also repeated to a long one
     */
    FuzzCheck(FuzzTarget target, int betweenLongInputs) {
        this(target, betweenLongInputs, 1);
    }

    private FuzzCheck(FuzzTarget target, int betweenLongInputs, int slowdown) {
        this.target = target;
        this.betweenLongInputs = betweenLongInputs;
        this.slowdown = slowdown;
    }

    /** The check of the target that the fuzzer was started for; the first one if none was named. */
    public static FuzzCheck chosen(List<? extends FuzzTarget> targets) {
        String name = System.getProperty(CHOICE, targets.get(0).name());
        return targets.stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .map(target -> new FuzzCheck(target, IN_THE_FUZZER, INSTRUMENTED))
                .orElseThrow(() -> new IllegalArgumentException("no target " + name));
    }

    /** Feeds the parsers with an input, and now and then with a long one that is made of it. */
    public void accept(byte[] input) {
        examine(input);
        if (++inputs % betweenLongInputs == 0 && input.length > 0) {
            examine(repeated(input));
        }
    }

    private void examine(byte[] input) {
        for (FuzzTarget.Parser parser : target.parsers()) {
            long most = slowdown * NANOS_PER_MIB * Math.max(SHORTEST, input.length) / MIB;
            long nanos = nanos(parser, input);
            for (int i = 0; i < REPEATS && nanos > most; i++) {
                nanos = Math.min(nanos, nanos(parser, input));
            }
            if (nanos > most) {
                throw new AssertionError(target.title() + ": " + nanos / 1_000_000 + " ms of CPU time for "
                        + input.length + " bytes, more than " + slowdown + " s per MiB");
            }
        }
    }

    /** The CPU time of the parser alone, without the check of its messages. */
    private long nanos(FuzzTarget.Parser parser, byte[] input) {
        long start = THREADS.getCurrentThreadCpuTime();
        try {
            Object result = parser.parse(input);
            long nanos = THREADS.getCurrentThreadCpuTime() - start;
            Messages.check(result);
            return nanos;
        } catch (RuntimeException e) {
            long nanos = THREADS.getCurrentThreadCpuTime() - start;
            if (!target.documents(e)) {
                throw e;
            }
            Messages.check(e.getMessage());
            return nanos;
        }
    }

    private static byte[] repeated(byte[] input) {
        byte[] all = new byte[LONG];
        for (int at = 0; at < all.length; at += input.length) {
            System.arraycopy(input, 0, all, at, Math.min(input.length, all.length - at));
        }
        return all;
    }
}
