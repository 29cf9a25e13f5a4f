package io.github.hpjvm.cli.help;

import java.util.Locale;
import picocli.CommandLine;

/** A shell that completes the command line by a script. */
enum Shell {
    BASH {
        @Override
        String script(CommandLine top) {
            return BashCompletion.of(top);
        }
    },
    ZSH {
        @Override
        String script(CommandLine top) {
            return ZshCompletion.of(top);
        }
    },
    FISH {
        @Override
        String script(CommandLine top) {
            return FishCompletion.of(top);
        }
    };

    /** The completion script for all commands below {@code top}. */
    abstract String script(CommandLine top);

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
