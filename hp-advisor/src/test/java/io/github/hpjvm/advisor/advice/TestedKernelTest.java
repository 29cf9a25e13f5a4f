package io.github.hpjvm.advisor.advice;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestedKernelTest {

    private static Advice advice(Fact<Kernel> kernel) {
        Jvm jvm = JvmSamples.g1(21);
        return Advisor.advise(facts(host().withKernel(kernel), jvm), jvm);
    }

    private static Advice on(String release) {
        return advice(known(new Kernel(release, Optional.empty()), "/proc/sys/kernel/osrelease"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"4.18.0-553.el8", "5.14.0-503.el9", "5.15.0-91-generic", "6.19.0-rc1", "7.0.0", "7.3.1-1-default"
            })
    void aKernelThatWasNotRunIsNotedOnce(String release) {
        Advice advice = on(release);
        assertEquals(
                List.of("hp-jvm was not run on Linux " + release
                        + ", but on 5.10, 6.1, 6.12, 6.18 and 7.2. Compare the pages before and after each change with"
                        + " hp-cli advise."),
                advice.notes());
        assertTrue(AdviceJson.write(advice).contains("was not run on Linux " + release));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.10.0-30-amd64", "6.1.0", "6.12.57+deb13-cloud-amd64", "6.18.44", "7.2.13", "unnumbered"})
    void aTestedKernelIsNot(String release) {
        assertEquals(List.of(), on(release).notes());
    }

    @ParameterizedTest
    @CsvSource({
        "6.1.0-42-cloud-arm64, 4096, ''",
        "6.12.57-arm64, 4096, ' with base pages of 4 KiB, but on 6.1.'",
        "6.12.57-arm64-16k, 16384, ''",
        "6.12.57-64k, 65536, ''",
        "6.18.1, 65536, ' with base pages of 64 KiB, but on 6.12.'"
    })
    void anArchitectureHasItsOwnKernels(String release, long page, String note) {
        Jvm jvm = JvmSamples.g1(21);
        Host arm = FactsSamples.with(
                host().withKernel(known(new Kernel(release, Optional.of("aarch64")), "/proc/sys/kernel/osrelease")),
                "basePage",
                known(Bytes.of(page), "sysconf"));
        List<String> notes = Advisor.advise(facts(arm, jvm), jvm).notes();
        assertEquals(note.isEmpty() ? 0 : 1, notes.size(), notes::toString);
        notes.forEach(one ->
                assertTrue(one.startsWith("hp-jvm was not run on Linux " + release + " of aarch64" + note), one));
    }

    @Test
    void anUnknownKernelIsNot() {
        assertEquals(List.of(), advice(denied("/proc/sys/kernel/osrelease")).notes());
    }
}
