package io.github.hpjvm.advisor.advice;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.json.AdviceJson;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
    @ValueSource(strings = {"6.19.0-rc1", "7.0.0", "7.2.3-1-default"})
    void aNewerKernelIsNotedOnce(String release) {
        Advice advice = on(release);
        assertEquals(1, advice.notes().size());
        assertTrue(advice.notes().get(0).startsWith("Linux " + release + " is newer than 6.18"), advice.toString());
        assertTrue(AdviceJson.write(advice).contains("is newer than 6.18"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.18.0-553.el8", "6.18.44", "5.14", "unnumbered"})
    void aTestedKernelIsNot(String release) {
        assertEquals(List.of(), on(release).notes());
    }

    @Test
    void anUnknownKernelIsNot() {
        assertEquals(List.of(), advice(denied("/proc/sys/kernel/osrelease")).notes());
    }
}
