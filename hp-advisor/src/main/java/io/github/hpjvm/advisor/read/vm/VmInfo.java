package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.PostMortem;
import io.github.hpjvm.os.text.MalformedTextException;

/**
 * A saved {@code jcmd PID VM.info} of 11 and newer: VMError::print_vm_info of
 * {@code src/hotspot/share/utilities/vmError.cpp}, which has the sections of a crash log that do not need a crash.
 */
public final class VmInfo {

    private VmInfo() {}

    /**
     * Parses it.
     *
     * @throws MalformedTextException if it is none: it does not name a HotSpot
     */
    public static PostMortem parse(String text) {
        return HsErr.parse(text, "VM.info");
    }
}
