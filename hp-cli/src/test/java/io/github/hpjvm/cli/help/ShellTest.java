package io.github.hpjvm.cli.help;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.cli.Called;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

/** The completion scripts. */
class ShellTest {
    @TempDir
    private Path temp;

    @ParameterizedTest
    @EnumSource(Shell.class)
    void scriptHasAllCommandsAndOptions(Shell shell) {
        Called called = Called.with("completion", shell.toString());
        assertEquals(0, called.exitCode(), called.err());
        for (Completed command : Completed.all(Called.commandLine())) {
            for (String word : command.path().split(" ")) {
                assertTrue(called.out().contains(word), word);
            }
            for (OptionSpec option : command.options()) {
                String name = option.longestName().replaceFirst("^-+", "");
                assertTrue(called.out().contains(name), name);
            }
        }
    }

    @Test
    void fishOffersAnOptionOnlyAfterItsCommand() {
        List<String> lines = Called.with("completion", "fish")
                .out()
                .lines()
                .filter(line -> line.contains(" -l fail-on "))
                .toList();
        assertEquals(
                List.of("complete -c hp-cli -n '__fish_seen_subcommand_from advise' -l fail-on -x -a"
                        + " 'never info warning critical' -d"
                        + " 'Lowest severity of a finding for exit code 3. Default: warning; never with --require.'"),
                lines);
    }

    private List<String> completed(String... line) throws IOException, InterruptedException {
        Path script = Files.writeString(
                temp.resolve("completion"), Called.with("completion", "bash").out());
        List<String> words = new ArrayList<>(List.of(line));
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "--norc",
                "-c",
                "source \"$0\" && function=$(complete -p hp-cli) && function=${function#*-F } && COMP_WORDS=(\"$@\")"
                        + " COMP_CWORD=$(($# - 1)) && ${function%% *} && printf '%s\\n' \"${COMPREPLY[@]}\"",
                script.toString()));
        command.addAll(words);
        Process bash = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = bash.inputReader()) {
            List<String> offered = out.lines().map(String::strip).toList();
            assertEquals(0, bash.waitFor());
            return offered;
        }
    }

    /** This JVM has the name java, or performance data. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "advise ",
                "advise --pid ",
                "advise --pid = ",
                "size 1 ",
                "emit --for shell ",
                "watch --pid ",
                "snapshot --compact ",
                "trial ",
                "collapse ",
                "tlb ",
                "stalls --pid "
            })
    void bashOffersThePidsOfJvms(String line) throws IOException, InterruptedException {
        String own = Long.toString(ProcessHandle.current().pid());
        String[] words = ("hp-cli " + line).split(" ", -1);
        assertTrue(completed(words).contains(own), () -> line);
        words[words.length - 1] = own.substring(0, own.length() - 1);
        List<String> offered = completed(words);
        assertTrue(offered.contains(own), () -> line + offered);
        assertTrue(offered.stream().allMatch(pid -> pid.startsWith(words[words.length - 1])), offered::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"explain ", "advise --fail-on ", "advise --snapshot ", "emit -- ", "host ", "explain HP"})
    void bashOffersNoPidsElsewhere(String line) throws IOException, InterruptedException {
        List<String> offered = completed(("hp-cli " + line).split(" ", -1));
        assertTrue(offered.stream().noneMatch(word -> word.matches("\\d+")), () -> line + offered);
    }

    @Test
    void bashOffersTheIdsOfFindings() throws IOException, InterruptedException {
        List<String> ids = Rules.all().stream().map(Rule::id).toList();
        assertTrue(completed("hp-cli", "explain", "").containsAll(ids));
        assertEquals(List.of("HP-303"), completed("hp-cli", "explain", "HP-303"));
        assertTrue(completed("hp-cli", "explain", "--b").contains("--bugs"));
    }

    @Test
    void zshAndFishOfferPidsAndIds() {
        String zsh = Called.with("completion", "zsh").out();
        assertTrue(zsh.contains("  ' advise --pid') _pids; return ;;\n") && zsh.contains("compadd -- HP-101 "), zsh);
        String fish = Called.with("completion", "fish").out();
        assertTrue(fish.contains("from advise' -a '(__fish_complete_pids)'\n"), fish);
        assertTrue(fish.contains("from explain' -a 'HP-101 "), fish);
    }

    @Test
    void zshOffersTheValuesOfAnOption() {
        String script = Called.with("completion", "zsh").out();
        assertTrue(script.startsWith("#compdef hp-cli\n"), script);
        assertTrue(script.contains("  ' advise --format') compadd -- text json; return ;;\n"), script);
        // The variable "path" of zsh is the search path for programs.
        assertFalse(script.contains("$path"), script);
    }
}
