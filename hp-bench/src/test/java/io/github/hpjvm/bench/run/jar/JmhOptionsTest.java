package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.console.error.UsageException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JmhOptionsTest {
    @Test
    void passesTheUsersOptionsToEachFork() {
        JmhOptions options = JmhOptions.parse(List.of(
                "Map.*get",
                "-wi",
                "2",
                "-w",
                "200ms",
                "-i",
                "3",
                "-r",
                "1",
                "-t",
                "max",
                "-gc",
                "true",
                "-tu",
                "us",
                "-p",
                "size=1,2",
                "-prof",
                "gc",
                "-prof",
                "stack:lines=3",
                "-bm",
                "avgt",
                "-v",
                "EXTRA",
                "-e",
                "slow"));
        assertEquals(
                List.of(
                        "-wi",
                        "2",
                        "-w",
                        "200ms",
                        "-i",
                        "3",
                        "-r",
                        "1000ms",
                        "-t",
                        "max",
                        "-gc",
                        "true",
                        "-v",
                        "EXTRA",
                        "-tu",
                        "us",
                        "-prof",
                        "gc",
                        "-prof",
                        "stack:lines=3"),
                options.words());
        assertEquals(List.of("Map.*get"), options.given().getIncludes());
        assertEquals(List.of("slow"), options.given().getExcludes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-f 3",
                "-wf 1",
                "-rf csv",
                "-rff x",
                "-o x",
                "-jvm /x",
                "-l",
                "-lp",
                "-h",
                "-wm BULK",
                "-v SILENT"
            })
    void refusesOptionsOfTheCampaignWithTheReason(String words) {
        String message = assertThrows(UsageException.class, () -> JmhOptions.parse(List.of(words.split(" "))))
                .getMessage();
        assertTrue(message.contains(words.split(" ")[0]), message);
        assertTrue(message.contains("not supported: "), message);
    }

    @Test
    void refusesUnknownOptions() {
        String message = assertThrows(UsageException.class, () -> JmhOptions.parse(List.of("-nonsense", "1")))
                .getMessage();
        assertEquals(1, message.lines().count(), message);
    }

    @Test
    void quotesArgumentsWithBlanks() {
        assertEquals("-Xmx1g \"-Dname=two words\"", JmhOptions.quoted(List.of("-Xmx1g", "-Dname=two words")));
    }
}
