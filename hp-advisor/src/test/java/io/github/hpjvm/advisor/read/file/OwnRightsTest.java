package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OwnRightsTest {
    /** The bounding set of a container of Docker, and that set with SYS_PTRACE and DAC_READ_SEARCH. */
    private static final String CONTAINER = "00000000a80425fb";

    private static final String OBSERVER = "00000000a80c25ff";

    private static OwnRights rights(String uid, String capabilities) throws MalformedTextException {
        return OwnRights.of(StatusFile.parse(
                "Uid:\t" + uid + "\t" + uid + "\t" + uid + "\t" + uid + "\nCapEff:\t" + capabilities + "\n"));
    }

    @Test
    void aUserIsToldToRunAsRoot() throws MalformedTextException {
        assertEquals(
                "run as the user of that process, or as root",
                rights("1000", "0000000000000000").toReadProcess("the user of that process"));
        assertEquals("run as root: sudo hp-cli ps", rights("1000", "0").toSeeOthers("hp-cli ps"));
    }

    @Test
    void rootIsToldWhichCapabilityIsMissing() throws MalformedTextException {
        OwnRights own = rights("0", CONTAINER);
        assertTrue(
                own.toReadProcess("its user").startsWith("this root lacks CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH: "),
                own.toReadProcess("its user"));
        assertTrue(own.toReadFile("its user").startsWith("this root lacks CAP_DAC_READ_SEARCH: "));
        assertTrue(own.toSeeOthers("hp-cli ps").contains("CAP_SYS_PTRACE"));
        assertTrue(rights("0", "00000000a80425ff")
                .toReadProcess("its user")
                .startsWith("this root lacks CAP_SYS_PTRACE:"));
    }

    @Test
    void rootWithTheCapabilitiesIsToldWhatElseDenies() throws MalformedTextException {
        assertTrue(rights("0", OBSERVER).toReadProcess("its user").startsWith("a security module or another user"));
    }

    @Test
    void filesOfProcessesNeedOtherRightsThanThoseOfTheHost() {
        String own = OwnRights.grant(Path.of("/proc/4242/maps"));
        String host = OwnRights.grant(Path.of("/sys/kernel/debug/x"));
        assertEquals(OwnRights.here().toReadProcess("the user of that process"), own);
        assertEquals(OwnRights.here().toReadFile("the user who may read /sys/kernel/debug/x"), host);
    }
}
