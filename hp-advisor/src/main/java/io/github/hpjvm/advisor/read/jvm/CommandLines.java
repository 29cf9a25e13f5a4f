package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Credentials;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.LauncherArguments;
import io.github.hpjvm.advisor.read.vm.ReducedCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds the arguments of the program to the facts of a JVM, or removes them. Facts as they are read have none: they may
 * hold credentials.
 */
public final class CommandLines {

    private CommandLines() {}

    /** Returns the same facts with whole command lines. */
    public static Facts full(Roots roots, Facts facts) {
        List<Jvm> jvms = new ArrayList<>();
        facts.jvms().forEach(jvm -> jvms.add(full(roots, jvm)));
        return facts.withJvms(jvms);
    }

    /**
     * Returns the same JVM with its whole command line, if it still runs; known credentials are masked nevertheless.
     */
    public static Jvm full(Roots roots, Jvm jvm) {
        Fact<List<String>> words =
                ProcessFile.words(roots.proc(), jvm.pid(), "cmdline").map(Credentials::masked);
        boolean same = jvm.startTicks() != 0 && ProcessStat.isStill(roots.proc(), jvm.pid(), jvm.startTicks());
        return same && words.known().isPresent() ? jvm.withCommandLine(words, Optional.empty()) : jvm;
    }

    /** Returns the same JVM without the arguments of its program, for facts of a snapshot that has them. */
    public static Jvm reduced(Jvm jvm) {
        Optional<List<String>> whole = jvm.commandLine().known();
        if (jvm.programArguments().isPresent() || whole.isEmpty()) {
            return jvm;
        }
        Optional<Integer> feature =
                jvm.identity().known().flatMap(VmIdentity::release).map(JavaVersion::feature);
        LauncherArguments launcher = new LauncherArguments(Map.of(), file -> Optional.empty(), feature);
        ReducedCommand command =
                launcher.startedBy(whole.get()).add(whole.get()).command();
        String path = jvm.commandLine().source().path();
        Fact<Arguments> arguments = jvm.arguments();
        return jvm.withCommandLine(
                        Fact.known(command.words(), Source.of(path)), Optional.of(command.programArguments()))
                .withArguments(arguments.known().isEmpty() ? arguments : withoutExcerpt(arguments));
    }

    /**
     * Returns a command of any program in one line, with the number of the program's arguments instead of the
     * arguments.
     */
    public static String text(List<String> words) {
        if (words.isEmpty()) {
            return "";
        }
        if (words.get(0).startsWith("postgres:")) {
            // A title that the server writes: user, database and state.
            return String.join(" ", Credentials.masked(words)).strip();
        }
        ReducedCommand command = ReducedCommand.of(words);
        return String.join(" ", command.words()).strip() + command.suffix();
    }

    /** Returns the arguments of the program that {@link #text} leaves out of a command. */
    public static List<String> programArguments(List<String> words) {
        return words.isEmpty()
                ? List.of()
                : words.subList(words.size() - ReducedCommand.of(words).programArguments(), words.size());
    }

    private static Fact<Arguments> withoutExcerpt(Fact<Arguments> arguments) {
        Arguments known = arguments.known().orElseThrow();
        return Fact.known(known, Source.of(arguments.source().path(), String.join(" ", known.texts())));
    }
}
