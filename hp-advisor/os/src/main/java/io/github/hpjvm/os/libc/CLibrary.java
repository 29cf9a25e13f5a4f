package io.github.hpjvm.os.libc;

import java.lang.reflect.InvocationTargetException;

/**
 * The access to the C library that this runtime permits without a warning. From 24 on the JVM warns about each module
 * that loads a library, or refuses it, unless an option allows it (JEP 472). A check that makes a service print
 * warnings would do harm, so then there is no access.
 *
 * @param calls the calls
 * @param means what makes them: {@code java.lang.foreign} or {@code JNA}
 */
public record CLibrary(NativeCalls calls, String means) {
    private static final int FOREIGN_SINCE = 22;
    private static final int JNA_WARNS_SINCE = 24;
    private static final String FOREIGN = "java.lang.foreign";
    private static final String JNA = "JNA";

    /**
     * Returns the calls for a program that makes one read. JNA, if it does not cause a warning, is ready in two thirds
     * of the other's time.
     *
     * @throws NoAccessException as {@link #find}
     */
    public static CLibrary findForOnce() throws NoAccessException {
        if (jnaIsSilent()) {
            try {
                return jna();
            } catch (NoAccessException e) {
                return find();
            }
        }
        return find();
    }

    /** Returns whether the JVM prints no warning when JNA loads its library: an unnamed module has its rights. */
    static boolean jnaIsSilent() {
        Module module = CLibrary.class.getModule();
        return Runtime.version().feature() < JNA_WARNS_SINCE || !module.isNamed() && isEnabled(module);
    }

    /**
     * Returns the calls.
     *
     * @throws NoAccessException without JNA below 22, or if this module may not make them
     */
    public static CLibrary find() throws NoAccessException {
        int feature = Runtime.version().feature();
        boolean enabled = feature >= FOREIGN_SINCE && isEnabled(CLibrary.class.getModule());
        if (enabled) {
            try {
                return new CLibrary(new ForeignCalls(), FOREIGN);
            } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                throw new NoAccessException(false, FOREIGN, String.valueOf(e), grant());
            }
        }
        if (feature >= JNA_WARNS_SINCE) {
            throw new NoAccessException(true, "native access", "this JVM does not allow it", grant());
        }
        return jna();
    }

    private static CLibrary jna() throws NoAccessException {
        try {
            return new CLibrary(new JnaCalls(), JNA);
        } catch (LinkageError | RuntimeException e) {
            throw new NoAccessException(
                    false,
                    JNA,
                    "it is not there or cannot be loaded: " + e.getMessage(),
                    "add net.java.dev.jna:jna to the class path, or run on Java 22 or newer with " + option());
        }
    }

    private static String grant() {
        return "start the JVM with " + option();
    }

    private static String option() {
        Module module = CLibrary.class.getModule();
        return "--enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
    }

    /** Calls {@code Module.isNativeAccessEnabled}, of 22 and newer. */
    private static boolean isEnabled(Module module) {
        try {
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }

    /** Thrown if this runtime has no access to the C library. The message is the reason. */
    public static final class NoAccessException extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean denied;
        private final String means;
        private final String grant;

        NoAccessException(boolean denied, String means, String why, String grant) {
            super(why);
            this.denied = denied;
            this.means = means;
            this.grant = grant;
        }

        /** Returns whether the JVM denies it; else there is nothing that could make the calls. */
        public boolean denied() {
            return denied;
        }

        /** Returns what was tried last. */
        public String means() {
            return means;
        }

        /** Returns how to get access, as a clause. */
        public String grant() {
            return grant;
        }
    }
}
