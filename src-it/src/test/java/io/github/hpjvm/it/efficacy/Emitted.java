package io.github.hpjvm.it.efficacy;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import io.github.hpjvm.it.matrix.Touches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The files that {@code hp-cli emit} wrote for a JVM, and their literal execution.
 *
 * @param script for the host
 * @param flags for the JVM
 */
record Emitted(Path script, Path flags) {
    private static final Pattern TAKE_OUT = Pattern.compile("Remove from its arguments: (\\S+?)(,[^.]*)?\\. ");
    private static final String EXPORT = "export ";

    static Emitted of(long pid, Path folder) {
        return new Emitted(
                emit(pid, "shell", folder.resolve("hp-jvm.sh")), emit(pid, "jvm", folder.resolve("hp-jvm.flags")));
    }

    private static Path emit(long pid, String form, Path file) {
        Ended ended = Cli.with("emit", "--for", form, "--pid", pid, "-o", file, "--force")
                .run();
        if (ended.exitCode() != 0) {
            throw new AssertionError("emit --for " + form + ": " + ended);
        }
        return file;
    }

    /** Runs the script. */
    Ended sh(String what) {
        return Program.of("/bin/sh", script.toString(), what).run();
    }

    /** Returns the flags to remove from the command line. */
    private List<String> removed() {
        String comments = text().lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.substring(1).strip())
                .collect(Collectors.joining(" ", "", " "));
        List<String> removed = new ArrayList<>();
        for (Matcher matcher = TAKE_OUT.matcher(comments); matcher.find(); ) {
            removed.add(matcher.group(1));
        }
        return removed;
    }

    private String text() {
        try {
            return Files.readString(flags);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the shell lines in the comments, of one variable or of all others. */
    private List<String> exports(boolean ofFlags) {
        return text().lines()
                .map(line -> line.startsWith("#") ? line.substring(1).strip() : "")
                .filter(line -> line.startsWith(EXPORT))
                .filter(line -> line.contains("JDK_JAVA_OPTIONS=") == ofFlags)
                .toList();
    }

    /** The flags as words of a variable that is put on the command line. */
    private String words() {
        return text().lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .collect(Collectors.joining(" "));
    }

    /**
     * The command by which a server is started anew, with the flags behind what its variable has.
     *
     * @param variable that its script puts on the command line of java, or {@code JDK_JAVA_OPTIONS}
     * @param value of that variable until now
     * @throws AssertionError if arguments are to be removed that are not of that variable
     */
    List<String> restart(String variable, String value, List<String> command) {
        List<String> kept = new ArrayList<>(List.of(value.split(" ")));
        List<String> others = new ArrayList<>(removed());
        others.removeAll(kept);
        if (!others.isEmpty()) {
            throw new AssertionError("the script has what is to be removed: " + others);
        }
        kept.removeAll(removed());
        String own = String.join(" ", kept);
        List<String> lines = new ArrayList<>(exports(false));
        if (variable.equals("JDK_JAVA_OPTIONS")) {
            lines.add(export(variable, own));
            lines.addAll(exports(true));
        } else {
            lines.add(export(variable, (own + " " + words()).strip()));
        }
        return after(lines, command);
    }

    /** The command with a variable that its script reads. */
    static List<String> with(String variable, String value, List<String> command) {
        return after(List.of(export(variable, value)), command);
    }

    private static String export(String variable, String value) {
        return EXPORT + variable + "='" + value + "'";
    }

    private static List<String> after(List<String> lines, List<String> command) {
        List<String> script = new ArrayList<>(lines);
        script.add("exec \"$@\"");
        List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", String.join("; ", script), "sh"));
        all.addAll(command);
        return all;
    }

    /**
     * Returns the command that restarts the JVM.
     *
     * @param original its arguments until now
     * @param byVariable whether the line for the environment is used, and not the file; Java 8 has one way only
     */
    List<String> restart(Path java, boolean java8, List<String> original, Path classes, boolean byVariable) {
        List<String> before = new ArrayList<>(exports(false));
        if (java8) {
            before.add(". '" + flags + "'");
        } else if (byVariable) {
            before.addAll(exports(true));
        }
        List<String> command = new ArrayList<>(List.of(java.toString()));
        List<String> kept = new ArrayList<>(original);
        kept.removeAll(removed());
        command.addAll(kept);
        command.addAll(List.of("-cp", classes.toString()));
        boolean file = !java8 && (!byVariable || exports(true).isEmpty());
        if (file) {
            command.add("@" + flags);
        }
        command.add(Touches.NAME);
        return after(before, command);
    }
}
