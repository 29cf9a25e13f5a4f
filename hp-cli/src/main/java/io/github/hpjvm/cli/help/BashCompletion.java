package io.github.hpjvm.cli.help;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The completion script for bash: that of picocli, and a function around it that adds the PIDs of JVMs.
 *
 * <p>The PIDs are of processes with the name java, and of all that have a file of performance data, as embedded JVMs do
 * ({@code PerfMemory} of HotSpot). The script starts no program for them.
 */
final class BashCompletion {
    private static final String FUNCTIONS = """

            # Lists the JVMs of this host: processes with the name java, and those with performance data.
            function _hp_cli_jvms() {
              local folder name
              for folder in /proc/[0-9]*; do
                name=
                { read -r name <"$folder/comm"; } 2>/dev/null
                [ "$name" = java ] && echo "${folder#/proc/}"
              done
              for folder in /tmp/hsperfdata_*/[0-9]*; do
                [ -d "/proc/${folder##*/}" ] && echo "${folder##*/}"
              done
            }

            # Completes as picocli does, and adds PIDs.
            function _hp_cli_complete() {
              _complete_%s
              local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} path= i
              [ "$word" = = ] && word= && before="="
              [ "$before" = = ] && before=${COMP_WORDS[COMP_CWORD-2]}
              for ((i = 1; i < COMP_CWORD; i++)); do
                [ "${COMP_WORDS[i]}" = -- ] && return
                case "$path ${COMP_WORDS[i]}" in
                  %s) path="$path ${COMP_WORDS[i]}" ;;
                esac
              done
              case $before in
                %s) ;;
                *)
                  case $path in
            %s        *) return ;;
                  esac
                  ;;
              esac
              COMPREPLY=($(compgen -W "$(_hp_cli_jvms | sort -nu)" -- "$word") "${COMPREPLY[@]}")
            }

            [ -n "$BASH_VERSION" ] && complete -F _hp_cli_complete -o default %s
            """;

    private BashCompletion() {}

    static String of(CommandLine top) {
        String name = top.getCommandName();
        List<Completed> all = Completed.all(top);
        String paths = all.stream()
                .map(Completed::path)
                .filter(path -> !path.isEmpty())
                .map(path -> "' " + path + "'")
                .collect(Collectors.joining(" | "));
        String cases = all.stream().map(BashCompletion::cases).collect(Collectors.joining());
        String ofProcesses = all.stream()
                .flatMap(command -> command.options().stream())
                .filter(Completed::takesPid)
                .flatMap(option -> Stream.of(option.names()))
                .distinct()
                .collect(Collectors.joining(" | "));
        return AutoComplete.bash(name, top) + FUNCTIONS.formatted(name, paths, ofProcesses, cases, name);
    }

    /** A case for a command that takes PIDs. After an option with a value there is no operand. */
    private static String cases(Completed command) {
        if (!command.takesPids()) {
            return "";
        }
        String valued = command.options().stream()
                .filter(Completed::takesValue)
                .map(OptionSpec::names)
                .flatMap(Stream::of)
                .collect(Collectors.joining(" "));
        return "        ' " + command.path() + "') [[ ' " + valued + " ' == *\" $before \"* ]] && return ;;\n";
    }
}
