package io.github.hpjvm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.CapturedJvm;
import io.github.hpjvm.advisor.rule.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a terminal of any usual width no line is cut inside a word. */
class WidthsTest {
    private static final Path HOSTS = Path.of("..", "hp-advisor", "src", "test", "resources", "hosts");

    /** A line to copy: a line end in it would be one in the command as well. */
    private static final Pattern COMMAND = Pattern.compile(
            "\\s*(?:\\d+\\. |fix: |undo +|change +|[a-z]+: )?(?:sudo|echo|hp-cli|kubectl|java|jcmd|curl|source|set|cat|sysctl|-XX:).*");

    @TempDir
    static Path folder;

    private static final List<String> SNAPSHOTS = new ArrayList<>();

    @BeforeAll
    static void snapshots() throws IOException {
        for (CapturedJvm captured : CapturedJvm.all()) {
            Facts facts = FactsSamples.facts(
                    HostFacts.read(Roots.under(HOSTS.resolve(captured.host()))), captured.facts(HOSTS));
            Path file = folder.resolve(captured.host() + ".json");
            Files.writeString(file, FactsJson.write(facts));
            SNAPSHOTS.add(file.toString());
        }
    }

    private static List<String> commands() {
        List<String> commands = new ArrayList<>(List.of(
                "--help",
                "explain",
                "explain --bugs",
                "explain failed to reserve large pages",
                "host",
                "ps",
                "predict --jdk 21.0.9 -- java -Xmx1g -XX:+UseLargePages A",
                "predict --jdk 25 -- java -Xmx1g -XX:+UseTransparentHugePages A",
                "predict --require hugetlb --jdk 25 -- java -Xmx1g A",
                "predict --jdk 17.0.9 -- java -Xmx1g -XX:+UseZGC -XX:+UseLargePages -XX:LargePageSizeInBytes=1g A",
                "size --jdk 21.0.9 -- java -Xmx1g -XX:+UseLargePages A",
                "fleet " + folder,
                "diff " + SNAPSHOTS.get(0) + " " + SNAPSHOTS.get(0)));
        Rules.all().forEach(rule -> commands.add("explain " + rule.id()));
        for (String name : HpCli.commandLine().getSubcommands().keySet()) {
            commands.add(name + " --help");
        }
        for (String snapshot : SNAPSHOTS) {
            commands.add("advise --verbose --snapshot " + snapshot);
        }
        return commands;
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120, 200})
    void noLineIsCutInsideAWord(int columns) {
        List<String> cut = new ArrayList<>();
        for (String command : commands()) {
            Called called = Called.at(columns, command.split(" "));
            assertTrue(!called.out().isBlank(), () -> command + ": " + called);
            called.out().lines().filter(line -> isCut(line, columns)).forEach(line -> cut.add(command + " | " + line));
        }
        assertEquals(List.of(), cut, () -> String.join("\n", cut));
    }

    /** Only a single long word, such as a path, may be longer than the terminal. */
    private static boolean isCut(String line, int columns) {
        int longest = Stream.of(line.strip().split(" "))
                .mapToInt(String::length)
                .max()
                .orElse(0);
        boolean word = longest == line.strip().length() || longest > columns / 2 && line.length() - longest < columns;
        return line.length() > columns && !word && !COMMAND.matcher(line).matches();
    }
}
