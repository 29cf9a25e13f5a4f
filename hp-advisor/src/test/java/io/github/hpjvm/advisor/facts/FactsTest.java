package io.github.hpjvm.advisor.facts;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.JvmSamples;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactsTest {
    /** javac or jcmd ends between the search for JVMs and its reading. */
    @Test
    void aJvmThatEndedBeforeItsReadingIsLeftOut() {
        Jvm ended = with(JvmSamples.vanished(), "pid", 17L);
        Jvm denied = with(JvmSamples.vanished(), "status", JvmSamples.status("348160 kB"));
        Facts facts = facts(pool(0, 0, 0), ended, denied);
        assertEquals(List.of(denied), facts.withoutEnded().jvms());
    }
}
