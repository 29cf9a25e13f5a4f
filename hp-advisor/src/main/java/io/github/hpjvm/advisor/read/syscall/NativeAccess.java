package io.github.hpjvm.advisor.read.syscall;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.libc.CLibrary;
import io.github.hpjvm.os.libc.CLibrary.NoAccessException;
import io.github.hpjvm.os.libc.NativeCalls;

/** The access to the C library that this runtime permits without a warning, as a fact ({@link CLibrary}). */
public final class NativeAccess {

    private NativeAccess() {}

    /**
     * Returns the calls for a program that makes one read. JNA, if it does not cause a warning, is ready in two thirds
     * of the other's time.
     */
    public static Fact<NativeCalls> findForOnce() {
        try {
            return known(CLibrary.findForOnce());
        } catch (NoAccessException e) {
            return absent(e);
        }
    }

    /** Returns the calls; NOT_SUPPORTED without JNA below 22, DENIED if this module may not make them. */
    public static Fact<NativeCalls> find() {
        try {
            return known(CLibrary.find());
        } catch (NoAccessException e) {
            return absent(e);
        }
    }

    private static Fact<NativeCalls> known(CLibrary found) {
        return Fact.known(found.calls(), Source.of(found.means()));
    }

    private static Fact<NativeCalls> absent(NoAccessException e) {
        Reason reason = e.denied() ? Reason.DENIED : Reason.NOT_SUPPORTED;
        return Fact.absent(reason, Source.of(e.means(), String.valueOf(e.getMessage())), e.grant());
    }
}
