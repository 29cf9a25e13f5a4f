package io.github.hpjvm.cli.metrics;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceNamesTest {
    private static final long PID = JvmSamples.g1(17).pid();

    private static Jvm jvm(String main) {
        Jvm jvm = JvmSamples.g1(17);
        Arguments told = jvm.arguments().known().orElseThrow();
        return jvm.withArguments(known(new Arguments(told.list(), told.unread(), main), "/proc/cmdline"));
    }

    private static String name(Jvm jvm, Map<Long, String> declared, Map<String, String> given) {
        return ServiceNames.of(List.of(jvm), declared, given).get(PID);
    }

    @ParameterizedTest
    @CsvSource({
        "/opt/shop/lib/shop.jar, shop.jar",
        "com.example.Shop,       com.example.Shop",
        "shop/com.example.Main,  com.example.Main"
    })
    void theNameIsThatOfTheJarOrTheMainClass(String main, String expected) {
        assertEquals(expected, name(jvm(main), Map.of(), Map.of()));
    }

    @Test
    void theUserPrecedesTheJvmAndTheJvmItsJar() {
        Jvm jvm = jvm("shop.jar");
        assertEquals("checkout", name(jvm, Map.of(PID, "checkout"), Map.of()));
        assertEquals("mine", name(jvm, Map.of(PID, "checkout"), Map.of("checkout", "mine")));
        assertEquals("byPid", name(jvm, Map.of(), Map.of("shop.jar", "mine", Long.toString(PID), "byPid")));
        assertEquals("shop.jar", name(jvm, Map.of(), Map.of("12345", "other")));
    }

    @Test
    void withoutMainClassItIsTheProgram() {
        Jvm jsvc = jvm("").withCommandLine(known(List.of("/usr/bin/jsvc"), "cmdline"), java.util.Optional.empty());
        assertEquals("jsvc", name(jsvc, Map.of(), Map.of()));
        Jvm denied =
                jvm("").withCommandLine(Fact.absent(Reason.DENIED, Source.of("cmdline")), java.util.Optional.empty());
        assertEquals("unknown", name(denied, Map.of(), Map.of()));
    }

    @Test
    void theNumberOfNamesAndTheirLengthAreLimited() {
        List<Jvm> jvms = new ArrayList<>();
        IntStream.range(0, 1000)
                .forEach(i -> jvms.add(with(jvm("Main" + (1000 + i) + "x".repeat(200)), "pid", (long) i + 1)));
        Map<Long, String> names = ServiceNames.of(jvms, Map.of(), Map.of());
        assertEquals(1000, names.size());
        assertEquals(ServiceNames.MOST, new HashSet<>(names.values()).size());
        assertTrue(names.get(1L).startsWith("Main1000"));
        assertTrue(names.values().stream().allMatch(name -> name.length() <= 100));
        assertEquals("other", names.get(1000L));
    }

    /** 250 names of one user that come first in the alphabet cost no other user a name. */
    @Test
    void aUserWithManyNamesLeavesThoseOfOthers() {
        List<Jvm> jvms = new ArrayList<>();
        IntStream.range(0, 250).forEach(i -> jvms.add(of("mallory", "aaa" + i, 1000 + i)));
        IntStream.range(0, 90).forEach(i -> jvms.add(of(i % 2 == 0 ? "shop" : "bank", "service" + i, 1 + i)));
        Map<Long, String> names = ServiceNames.of(jvms, Map.of(), Map.of());
        IntStream.range(0, 90).forEach(i -> assertEquals("service" + i, names.get(1L + i)));
        assertEquals(ServiceNames.MOST, new HashSet<>(names.values()).size());
    }

    private static Jvm of(String user, String main, long pid) {
        return with(with(jvm(main), "pid", pid), "user", user);
    }
}
