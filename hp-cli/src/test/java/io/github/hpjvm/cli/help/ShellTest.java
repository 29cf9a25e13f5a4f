package io.github.hpjvm.cli.help;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.cli.Called;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine.Model.OptionSpec;

/** The completion scripts. */
class ShellTest {
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

    @Test
    void zshOffersTheValuesOfAnOption() {
        String script = Called.with("completion", "zsh").out();
        assertTrue(script.startsWith("#compdef hp-cli\n"), script);
        assertTrue(script.contains("  ' advise --format') compadd -- text json; return ;;\n"), script);
        // The variable "path" of zsh is the search path for programs.
        assertFalse(script.contains("$path"), script);
    }
}
