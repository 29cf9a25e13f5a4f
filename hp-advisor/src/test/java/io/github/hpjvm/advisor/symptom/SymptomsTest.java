package io.github.hpjvm.advisor.symptom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.CpuTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SymptomsTest {
    private static List<String> ids(String text) {
        return Symptoms.of(text, 5).stream().map(symptom -> symptom.rule().id()).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Failed to reserve large pages memory | HP-101",
                "OpenJDK 64-Bit Server VM warning: Failed to reserve and commit memory using large pages. req_addr: 0x1 bytes: 2 | HP-101",
                "SIGBUS | HP-104",
                "memlock | HP-110",
                "errno 12 | HP-101",
                "errno = 12 | HP-101",
                "errno: 12 | HP-101",
                "error 12 | HP-101",
                "(errno = 1) | HP-110",
                "enomem | HP-101",
                "failed to reserve large pages memory | HP-101",
                "sigbus | HP-104",
                "Bus error (core dumped) | HP-104",
                "ulimit -l | HP-110",
                "oomkilled | HP-206",
                "exit code 137 | HP-206",
                "0/3 nodes are available: 3 Insufficient hugepages-2Mi. | HP-101",
                "khugepaged | HP-205",
                "[warning][pagesize] UseTransparentHugePages disabled; transparent huge pages are not supported | HP-801",
                "Shared memory transparent huge pages are not enabled in the OS. | HP-105",
                "Code cache size too small for 2048K pages. | HP-501",
                "OOMKilled | HP-206",
                "Unrecognized VM option 'UseHugeTLBFS' | HP-702",
                "There is insufficient memory for the Java Runtime Environment to continue. | HP-901",
                "jemalloc arena | HP-801",
                "vfork | HP-208",
                "numa nodes | HP-109",
                "thread stacks | HP-202",
                "shenandoah grows | HP-401",
                "sandbox gVisor | HP-111"
            })
    void mostLikelyPageIsFirst(String text, String rule) {
        assertEquals(rule, ids(text).get(0), () -> ids(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "qwertz", "the", "\u0000", "((((", "pages"})
    void textsWithoutASymptomHaveNoPage(String text) {
        assertEquals(List.of(), ids(text));
    }

    @Test
    void aLogIsSearchedForItsMessages() {
        String log = "INFO all is well with huge pages and numa and khugepage\n".repeat(20_000)
                + "# SIGBUS (0x7) at pc=0x00007fb1f370472c\n"
                + "warning: Failed to reserve and commit memory. req_addr: 0x1 bytes: 2\n";
        CpuTime.atMost(
                Duration.ofSeconds(10),
                () -> assertEquals(List.of("HP-101", "HP-104", "HP-301", "HP-901", "HP-302"), ids(log)));
        assertEquals(List.of(), ids("numa nodes ".repeat(100)), "words of a log are no question");
    }

    /** Blanks after the beginning of a message must not be tried in each division. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "errno",
                "errno =",
                "errno :",
                "exit code",
                "THP_enabled:",
                "failed to map 1",
                "Ignoring option",
                "Out of memory:"
            })
    void hostileLogTakesTimeInProportionToItsSize(String begun) {
        String log = begun + " ".repeat(200_000);
        CpuTime.atMost(Duration.ofSeconds(4), () -> assertEquals(List.of(), ids(log)));
        CpuTime.atMost(Duration.ofSeconds(4), () -> assertEquals(List.of(), ids(begun.repeat(20_000))));
    }

    @Test
    void eachMessageOfTheTableNamesRules() {
        Symptom first = Symptoms.of("SIGBUS", 1).get(0);
        assertEquals("a page could not be provided when it was touched", first.meaning());
        assertTrue(Symptoms.of("numa", 1).get(0).meaning().isEmpty());
    }
}
