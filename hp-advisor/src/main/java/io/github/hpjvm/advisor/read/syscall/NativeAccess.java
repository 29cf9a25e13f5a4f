package io.github.hpjvm.advisor.read.syscall;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import java.lang.reflect.InvocationTargetException;

/**
 * The access to the C library that this runtime permits without a warning. From 24 on the JVM warns about each module
 * that loads a library, or refuses it, unless an option allows it (JEP 472). A check that makes a service print
 * warnings would do harm, so then there is no access.
 */
public final class NativeAccess {

    private static final int FOREIGN_SINCE = 22;
    private static final int JNA_WARNS_SINCE = 24;
    private static final Source SOURCE = Source.of("native access");

    private NativeAccess() {}

    /**
     * Returns the calls for a program that makes one read. JNA, if it does not cause a warning, is ready in two thirds
     * of the other's time.
     */
    public static Fact<NativeCalls> findForOnce() {
        Module module = NativeAccess.class.getModule();
        boolean silent = Runtime.version().feature() < JNA_WARNS_SINCE || !module.isNamed() && isEnabled(module);
        Fact<NativeCalls> calls = silent ? jna() : find();
        return calls.known().isPresent() ? calls : find();
    }

    /** Returns the calls; NOT_SUPPORTED without JNA below 22, DENIED if this module may not make them. */
    public static Fact<NativeCalls> find() {
        int feature = Runtime.version().feature();
        boolean enabled = feature >= FOREIGN_SINCE && isEnabled(NativeAccess.class.getModule());
        if (enabled) {
            try {
                return Fact.known(new ForeignCalls(), Source.of("java.lang.foreign"));
            } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                return Fact.absent(Reason.NOT_SUPPORTED, Source.of("java.lang.foreign", String.valueOf(e)), grant());
            }
        }
        return feature >= JNA_WARNS_SINCE
                ? Fact.absent(Reason.DENIED, Source.of(SOURCE.path(), "this JVM does not allow it"), grant())
                : jna();
    }

    private static Fact<NativeCalls> jna() {
        try {
            return Fact.known(new JnaCalls(), Source.of("JNA"));
        } catch (LinkageError | RuntimeException e) {
            return Fact.absent(
                    Reason.NOT_SUPPORTED,
                    Source.of("JNA", "it is not there or cannot be loaded: " + e.getMessage()),
                    "add net.java.dev.jna:jna to the class path, or run on Java 22 or newer with " + option());
        }
    }

    private static String grant() {
        return "start the JVM with " + option();
    }

    private static String option() {
        Module module = NativeAccess.class.getModule();
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
}
