package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.ShellQuote;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a plan changes in the way a JVM is started.
 *
 * @param add flags to be given
 * @param remove flags to be taken out, with where each was written down
 * @param environment other variables
 * @param oldJava whether it is older than 9: it has neither {@code JDK_JAVA_OPTIONS} nor {@code @argfiles}
 * @param before what stands in the options' variable now; empty if it has none, or if the environment was not seen
 * @param seen whether the environment was seen
 */
record JvmStart(
        List<String> add,
        Map<String, String> remove,
        Map<String, String> environment,
        boolean oldJava,
        Optional<String> before,
        boolean seen) {

    /** By which {@link io.github.hpjvm.advisor.facts.Credentials} replaces what it takes out. */
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
        boolean oldJava = advice.jvm()
                .identity()
                .known()
                .flatMap(VmIdentity::release)
                .map(JavaVersion::feature)
                .filter(feature -> feature < 9)
                .isPresent();
        Optional<Map<String, String>> now = advice.jvm().environment().known();
        return new JvmStart(
                add,
                remove,
                environment,
                oldJava,
                now.map(all -> all.get(variable(oldJava))).filter(text -> !text.isBlank()),
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

    /** The variable in which this Java takes flags. */
    String variable() {
        return variable(oldJava);
    }

    private static String variable(boolean oldJava) {
        return oldJava ? "JAVA_TOOL_OPTIONS" : "JDK_JAVA_OPTIONS";
    }

    /** The same start with one more flag. */
    JvmStart with(String flag) {
        List<String> more = new ArrayList<>(add);
        more.add(flag);
        return new JvmStart(more, remove, environment, oldJava, before, seen);
    }

    /** The flags to be added, as the value of the variable. */
    String added() {
        return JavaOptionsQuote.value(add);
    }

    /**
     * The whole value of the variable, for a form that can only replace it: what stands there now, without the flags to be
     * taken out, and what is added. Empty if what stands there now held a credential, which we did not keep.
     */
    Optional<String> replaced() {
        if (before.filter(text -> text.contains(MASK)).isPresent()) {
            return Optional.empty();
        }
        String kept = List.of(before.orElse("").split(" +")).stream()
                .filter(word -> !word.isEmpty() && !remove.containsKey(word))
                .collect(Collectors.joining(" "));
        return Optional.of((kept + " " + added()).strip());
    }

    /** What has to be taken out by hand, each with where it stands; nothing is said of what {@link #replaced} left out. */
    void sayRemoved(Comments comments, boolean replacing) {
        remove.forEach((flag, where) -> {
            if (!replacing || before.isEmpty() || !where.endsWith(" " + variable())) {
                comments.say("Take out of what it is given now: " + ShellQuote.word(flag)
                        + (where.isEmpty() ? "" : ", " + where) + ".");
            }
        });
    }
}
