package io.github.hpjvm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The plain parser and picocli make the same request of a command line that the plain parser accepts. */
class PlainAdviseTest {
    private static final List<String> WORDS = List.of(
            "--pid",
            "42",
            "007",
            "0",
            "-1",
            "9999999999999999999",
            "--format",
            "json",
            "text",
            "JSON",
            "--fail-on",
            "never",
            "info",
            "warning",
            "critical",
            "Info",
            "--no-attach",
            "--pid=42",
            "--form",
            "--help",
            "--verbose",
            "--snapshot",
            "x",
            "",
            "--",
            "-h",
            "@file",
            "1_0");

    private static Optional<AdviseRequest> byPicocli(List<String> arguments) {
        CommandLine line = HpCli.commandLine();
        CommandLine.ParseResult parsed = line.parseArgs(arguments.toArray(String[]::new));
        AdviseCommand command = parsed.subcommand().commandSpec().commandLine().getCommand();
        return Optional.of(command.request());
    }

    private static Optional<AdviseRequest> plainly(List<String> arguments) {
        return PlainAdvise.parse(arguments.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "advise --pid 42",
                "advise --pid 42 --format json",
                "advise --format text --pid 1",
                "advise --no-attach --fail-on never --pid 4194303 --format json",
                "advise --pid 42 --fail-on critical",
                "advise --pid 42 --fail-on info",
                "advise --pid 42 --fail-on warning",
                "advise 42",
                "advise 42 --format json",
                "advise --no-attach 42 --fail-on never"
            })
    void plainCommandLinesMakeTheSameRequest(String line) {
        List<String> arguments = List.of(line.split(" "));
        assertEquals(byPicocli(arguments), plainly(arguments));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host",
                "advise",
                "advise --pid",
                "advise --help",
                "advise --pid=42",
                "advise --pid 42 --verbose",
                "advise --pid 42 --pid 43",
                "advise --pid 42 43",
                "advise 42 --pid 43",
                "advise 42 43",
                "advise 042",
                "advise 42 --color never",
                "advise --pid 42 --no-attach --no-attach",
                "advise --pid 42 --format xml",
                "advise --pid 42 --format JSON",
                "advise --pid 42 --form json",
                "advise --pid 0",
                "advise --pid -1",
                "advise --pid 12345678901234567890",
                "advise --snapshot f --pid 42",
                "--verbose advise --pid 42"
            })
    void otherCommandLinesAreLeftToPicocli(String line) {
        assertEquals(Optional.empty(), plainly(List.of(line.split(" "))));
    }

    @Test
    void randomCommandLinesMakeTheSameRequest() {
        long seed = Long.getLong("hp.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        int answered = 0;
        for (int i = 0; i < 60_000; i++) {
            List<String> arguments = new ArrayList<>(List.of("advise", "--pid", "42"));
            for (int more = random.nextInt(5); more > 0; more--) {
                arguments.add(WORDS.get(random.nextInt(WORDS.size())));
            }
            Optional<AdviseRequest> plain = plainly(arguments);
            if (plain.isPresent() && answered < 200) {
                answered++;
                assertEquals(byPicocli(arguments), plain, arguments + " -Dhp.seed=" + seed);
            }
        }
        assertEquals(200, answered, "-Dhp.seed=" + seed);
    }
}
