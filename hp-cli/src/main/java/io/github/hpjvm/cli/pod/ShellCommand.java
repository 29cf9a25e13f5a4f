package io.github.hpjvm.cli.pod;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The command that a shell starts: {@code sh -c "exec java $JAVA_OPTS -jar app.jar"}. Only a script of one command with words,
 * quotes and plain variables is read; any other one is left as it is.
 *
 * @param words the words of the started command, or those of the shell
 * @param references variables whose values are not in the manifest, each as it stands in {@code words}: {@code $(NAME)}
 * @param lists names of such variables that are words of their own, which the shell splits: {@code $JAVA_OPTS}. The words are
 *     without them
 */
record ShellCommand(List<String> words, Set<String> references, List<String> lists) {
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ash");

    /** Characters that need a shell: lists, pipes, redirections, substitutions, patterns and comments. */
    private static final String SPECIAL = ";|&<>(){}`*?[]~#!\n";

    ShellCommand {
        words = List.copyOf(words);
        references = Set.copyOf(references);
        lists = List.copyOf(lists);
    }

    /** Reads a command line; its variables are those of the container, and perhaps others of the image. */
    static ShellCommand of(List<String> words, Map<String, String> variables) {
        ShellCommand same = new ShellCommand(words, Set.of(), List.of());
        if (words.isEmpty()
                || !SHELLS.contains(words.get(0).substring(words.get(0).lastIndexOf('/') + 1))) {
            return same;
        }
        int script = 1;
        boolean command = false;
        while (script < words.size() && words.get(script).matches("-[a-z]+")) {
            command |= words.get(script).contains("c");
            script++;
        }
        if (!command || script >= words.size()) {
            return same;
        }
        // The word after the script is the name of the shell, and those behind it are "$@".
        List<String> arguments = words.subList(Math.min(words.size(), script + 2), words.size());
        return new Reader(words.get(script).strip().replace("\\\n", " "), variables, arguments)
                .read()
                .filter(read -> !read.words().isEmpty())
                .orElse(same);
    }

    /** Reads one script from left to right. */
    private static final class Reader {
        private final String script;
        private final Map<String, String> variables;
        private final List<String> arguments;
        private final List<String> words = new ArrayList<>();
        private final Set<String> references = new HashSet<>();
        private final List<String> lists = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        private boolean inWord;
        private boolean quoted;

        /** Whether {@code "$@"} stood for no argument: without other text it is no word then, as in a shell. */
        private boolean noArguments;

        private int at;
        private int left = Expansion.MOST;

        Reader(String script, Map<String, String> variables, List<String> arguments) {
            this.script = script;
            this.variables = variables;
            this.arguments = arguments;
        }

        /** The command; empty if it takes a shell to read the script, or if Linux starts no program with so long a command. */
        Optional<ShellCommand> read() {
            char quote = 0;
            while (at < script.length()) {
                if (left < 0) {
                    return Optional.empty();
                }
                char c = script.charAt(at++);
                if (quote == '\'') {
                    if (c == quote) {
                        quote = 0;
                    } else {
                        word.append(c);
                    }
                } else if (c == quote) {
                    quote = 0;
                } else if (c == '$') {
                    if (!variable(quote != 0)) {
                        return Optional.empty();
                    }
                } else if (c == '\\') {
                    if (at >= script.length()) {
                        return Optional.empty();
                    }
                    // In quotes a backslash is one unless it escapes a special character.
                    char escaped = script.charAt(at++);
                    append((quote == 0 || "$`\"\\".indexOf(escaped) >= 0 ? "" : "\\") + escaped);
                } else if (quote == '"') {
                    if (c == '`') {
                        return Optional.empty();
                    }
                    word.append(c);
                } else if (c == '"' || c == '\'') {
                    quote = c;
                    inWord = true;
                    quoted = true;
                } else if (c == ' ' || c == '\t') {
                    end();
                } else if (SPECIAL.indexOf(c) >= 0) {
                    return Optional.empty();
                } else {
                    append(String.valueOf(c));
                }
            }
            end();
            if (left < 0) {
                return Optional.empty();
            }
            if (!words.isEmpty() && words.get(0).equals("exec")) {
                words.remove(0);
            }
            return quote == 0 ? Optional.of(new ShellCommand(words, references, lists)) : Optional.empty();
        }

        /** Appends the value of {@code $NAME}, <code>${NAME}</code> or {@code $@}; returns false for other forms. */
        private boolean variable(boolean inQuotes) {
            if (script.startsWith("@", at)) {
                at++;
                noArguments |= inQuotes && arguments.isEmpty();
                for (int i = 0; i < arguments.size(); i++) {
                    if (i > 0) {
                        end();
                    }
                    append(arguments.get(i), inQuotes);
                }
                return true;
            }
            boolean braces = script.startsWith("{", at);
            int start = braces ? at + 1 : at;
            int end = start;
            while (end < script.length() && isOfName(script.charAt(end), end == start)) {
                end++;
            }
            if (end == start || braces && !script.startsWith("}", end)) {
                return false;
            }
            at = braces ? end + 1 : end;
            value(script.substring(start, end), inQuotes);
            return true;
        }

        private void value(String name, boolean inQuotes) {
            if (!variables.containsKey(name)) {
                references.add("$(" + name + ")");
                append("$(" + name + ")");
                return;
            }
            append(variables.get(name), inQuotes);
        }

        /** Appends the value of a variable. Without quotes, its blanks separate words. */
        private void append(String value, boolean inQuotes) {
            left -= value.length();
            if (left < 0) {
                return;
            }
            if (inQuotes) {
                append(value);
                return;
            }
            for (int i = 0; i < value.length(); i++) {
                if (Character.isWhitespace(value.charAt(i))) {
                    end();
                } else {
                    append(value.substring(i, i + 1));
                }
            }
        }

        private static boolean isOfName(char c, boolean first) {
            boolean letter = c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_';
            return letter || !first && c >= '0' && c <= '9';
        }

        private void append(String text) {
            word.append(text);
            inWord = true;
        }

        private void end() {
            String text = word.toString();
            if (!quoted && references.contains(text)) {
                lists.add(text.substring(2, text.length() - 1));
            } else if (inWord && !(noArguments && text.isEmpty())) {
                words.add(text);
            }
            word.setLength(0);
            inWord = false;
            quoted = false;
            noArguments = false;
        }
    }
}
