package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.os.text.JavaOptions;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The changes of a plan to the arguments and the environment of a JVM.
 *
 * @param add flags to add
 * @param remove flags to remove, with the origin of each
 * @param environment other variables to set
 * @param launcher how it was started
 * @param before present value of the variable for flags; empty if it is not set, or if the environment is not known
 * @param seen true if the environment is known
 */
record JvmStart(
        List<String> add,
        Map<String, String> remove,
        Map<String, String> environment,
        Launcher launcher,
        Optional<String> before,
        boolean seen) {

    /** The text that {@link io.github.hpjvm.advisor.facts.Credentials} puts in place of a credential. */
    private static final String MASK = "***";

    static JvmStart of(Advice advice) {
        List<String> add = new ArrayList<>();
        Map<String, String> remove = new LinkedHashMap<>();
        Map<String, String> environment = new LinkedHashMap<>();
        for (Action action : advice.plan().actions()) {
            action.flags().ifPresent(flags -> {
                add.addAll(flags.add());
                flags.remove().forEach(text -> remove.put(text, origin(advice, text)));
            });
            environment.putAll(action.variables());
        }
        Launcher launcher = Launcher.of(advice.jvm());
        Optional<Map<String, String>> now = advice.jvm().environment().known();
        return new JvmStart(
                add,
                remove,
                environment,
                launcher,
                now.map(all -> all.get(launcher.variable())).filter(text -> !text.isBlank()),
                now.isPresent());
    }

    private static String origin(Advice advice, String flag) {
        return advice.jvm().arguments().known().map(Arguments::list).orElse(List.of()).stream()
                .filter(argument -> argument.text().equals(flag))
                .map(Argument::origin)
                .reduce((first, last) -> last)
                .map(JvmStart::words)
                .orElse("");
    }

    private static String words(ArgumentOrigin origin) {
        return switch (origin) {
            case FLAGS_FILE -> "in the file of -XX:Flags";
            case JAVA_TOOL_OPTIONS -> "in JAVA_TOOL_OPTIONS";
            case JDK_JAVA_OPTIONS -> "in JDK_JAVA_OPTIONS";
            case COMMAND_LINE -> "on its command line";
            case ARGUMENT_FILE -> "in an @file";
            case VM_OPTIONS_FILE -> "in the file of -XX:VMOptionsFile";
            case UNDERSCORE_JAVA_OPTIONS -> "in _JAVA_OPTIONS";
            case UNKNOWN -> "";
        };
    }

    /** The variable from which this Java reads flags. */
    String variable() {
        return launcher.variable();
    }

    /** The same start with one more flag. */
    JvmStart with(String flag) {
        List<String> more = new ArrayList<>(add);
        more.add(flag);
        return new JvmStart(more, remove, environment, launcher, before, seen);
    }

    /** Returns whether no flag and no variable changes. */
    boolean isUnchanged() {
        return add.isEmpty() && remove.isEmpty() && environment.isEmpty();
    }

    /** Returns whether {@link #replaced} has the flags to be added, if there are any. */
    boolean isWritable() {
        return add.isEmpty() || replaced().isPresent();
    }

    /** The flags to be added, as the value of the variable. */
    String added() {
        return JavaOptionsQuote.value(add);
    }

    /**
     * The whole new value of the variable, for a form that can only replace it: the present value without the removed flags,
     * and the added flags. Empty if the present value held a credential, which the facts do not keep.
     */
    Optional<String> replaced() {
        if (before.filter(text -> text.contains(MASK)).isPresent()) {
            return Optional.empty();
        }
        List<String> kept = JavaOptions.words(before.orElse("")).stream()
                .filter(word -> !remove.containsKey(word))
                .toList();
        return Optional.of((JavaOptions.joined(kept) + " " + added()).strip());
    }

    /**
     * The new value of the variable, for a form that can only replace it, with comments on what the form does not write.
     * Empty if the variable does not change, or if its present value held a credential.
     *
     * @param owner of the variable: {@code the service}
     */
    Optional<String> written(Comments comments, String owner) {
        boolean removes = JavaOptions.words(before.orElse("")).stream().anyMatch(remove::containsKey);
        Optional<String> value = add.isEmpty() && !removes ? Optional.empty() : replaced();
        if (value.isEmpty() && !isWritable()) {
            comments.say("Not here: " + owner + " has " + variable()
                    + " already, with values that hp-cli does not show because they may be secret. Add to it: "
                    + added());
        }
        if (value.isPresent() && !seen) {
            comments.say("The environment of the JVM is not known. If it sets " + variable()
                    + ", join both values here: this one replaces it.");
        }
        sayRemoved(comments, value.isPresent());
        return value;
    }

    /** Adds comments on the place from which a known server takes flags, with the line to paste, if flags change. */
    static void sayServer(Comments comments, Advice advice) {
        boolean flags = advice.plan().actions().stream()
                .anyMatch(action -> action.flags().isPresent());
        ServerOptions.of(advice.jvm()).filter(server -> flags).ifPresent(server -> {
            comments.say(server.sentence() + " " + server.use());
            server.paste(advice.addedFlags()).forEach(comments::type);
            if (!server.vendor().isEmpty()) {
                comments.say(server.vendor());
            }
            comments.say("Source: " + server.source());
        });
    }

    /**
     * Adds a comment for each flag to remove by hand, with its origin.
     *
     * @param replacing true if the form writes {@link #replaced}, which has removed flags of the variable already
     */
    void sayRemoved(Comments comments, boolean replacing) {
        remove.forEach((flag, where) -> {
            if (!replacing || before.isEmpty() || !where.endsWith(" " + variable())) {
                comments.say("Remove from its arguments: " + ShellQuote.word(flag)
                        + (where.isEmpty() ? "" : ", " + where) + ".");
            }
        });
    }
}
