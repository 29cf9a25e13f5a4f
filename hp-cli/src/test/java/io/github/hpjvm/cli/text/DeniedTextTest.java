package io.github.hpjvm.cli.text;

import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeniedTextTest {
    private static final String MEMORY = "run as the JVM's user with kernel.yama.ptrace_scope=0, or as root";
    private static final String OWN = System.getProperty("user.name");

    private static String text(String user, String grant) {
        Fact.Absent<?> denied = new Fact.Absent<>(Reason.DENIED, Source.of("/proc/4242/mem"), grant);
        Jvm jvm = with(JvmSamples.g1(17), "regions", List.of(Region.absent(RegionName.HEAP, denied)));
        return DeniedText.of(with(jvm, "user", user), "hp-cli advise");
    }

    /** With ptrace_scope=1 the user of the JVM may not read its memory; to run as that user is no help. */
    @Test
    void theOwnUserIsToldWhatDeniesTheMemory() {
        assertEquals(
                "permission denied: process 4242: kernel.yama.ptrace_scope denies its memory. Leave out"
                        + " --no-attach, or run as root: sudo hp-cli advise 4242",
                text(OWN, MEMORY));
    }

    @Test
    void anotherUserIsToldTheOwner() {
        assertEquals(
                "permission denied: process 4242 belongs to user not-" + OWN
                        + ". Run hp-cli as that user or as root: sudo hp-cli advise 4242",
                text("not-" + OWN, MEMORY));
    }

    @Test
    void rootIsToldWhatItLacks() {
        String lacks = "this root lacks CAP_SYS_PTRACE, or run as the JVM's user with kernel.yama.ptrace_scope=0";
        assertEquals("permission denied: process 4242 belongs to user " + OWN + ", and " + lacks, text(OWN, lacks));
    }
}
