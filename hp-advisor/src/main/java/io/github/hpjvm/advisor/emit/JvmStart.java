package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.text.FlagSubjects;
import io.github.hpjvm.os.text.JavaOptions;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The changes of a plan to the arguments and the environment of a JVM.
 *
 * @param add flags to add
 * @param remove flags to remove, with the places that have each; without any if they are not known
 * @param environment other variables to set
 * @param launcher how it was started
 * @param before present value of the variable for flags; empty if it is not set, or if the environment is not known
 * @param seen true if the environment is known
 * @param leftOut flags that the plan adds and a variable must not have, because another JVM takes it as well; each with what that
 *     JVM does and the place for the flag, as the end of a sentence
 */
record JvmStart(
        List<String> add,
        Map<String, List<ArgumentOrigin>> remove,
        Map<String, String> environment,
        Launcher launcher,
        Optional<String> before,
        boolean seen,
        Map<String, String> leftOut) {

    /** The text that {@link io.github.hpjvm.advisor.facts.Credentials} puts in place of a credential. */
    private static final String MASK = "***";

    private static final String INITIAL_HEAP = "-Xms";
    private static final String LARGE_PAGES = "-XX:+UseLargePages";
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final String NO_THP = "-XX:-UseTransparentHugePages";

    static final String NOT_HERE = "Not here";

    private static final String ONLY_THIS = " Only this JVM may take it: ";
    private static final String STOPS_HEIR = "has a smaller maximum heap, and would not start with it." + ONLY_THIS;
    private static final String KEEPS_THP = "has transparent huge pages by the variable." + ONLY_THIS;
    private static final String TAKES_PAGES = "would take pages as well, and %s." + ONLY_THIS;

    /** All changes of the plan. */
    static JvmStart of(Advice advice) {
        return of(advice, EmitTarget.NONE);
    }

    /** The changes of the plan that fit into the variable. */
    static JvmStart of(Advice advice, EmitTarget target) {
        List<String> add = new ArrayList<>();
        Map<String, List<ArgumentOrigin>> remove = new LinkedHashMap<>();
        Map<String, String> environment = new LinkedHashMap<>();
        for (Action action : advice.plan().actions()) {
            action.flags().ifPresent(flags -> {
                add.addAll(flags.add());
                flags.remove().forEach(text -> remove.put(text, origins(advice, text)));
            });
            environment.putAll(action.variables());
        }
        String place = ServerOptions.of(advice.jvm())
                .map(ServerOptions::sentence)
                .orElse("set it on the command line of this JVM.");
        Map<String, String> leftOut = new LinkedHashMap<>();
        add.stream().filter(flag -> stopsHeir(flag, target)).forEach(flag -> leftOut.put(flag, STOPS_HEIR + place));
        target.whyAlone()
                .ifPresent(why -> add.stream()
                        .filter(JvmStart::isOfPool)
                        .forEach(flag -> leftOut.put(flag, TAKES_PAGES.formatted(why) + place)));
        add.removeAll(leftOut.keySet());
        boolean keepsThp = leftOut.containsKey(LARGE_PAGES);
        Launcher launcher = Launcher.of(advice.jvm());
        Optional<Map<String, String>> now = advice.jvm().environment().known();
        Optional<String> before = now.map(all -> all.get(launcher.variable())).filter(text -> !text.isBlank());
        // A flag of the variable stays if the one that replaces it is not there: other JVMs take it as well.
        List<String> words = JavaOptions.words(before.orElse(""));
        remove.keySet()
                .removeIf(flag -> words.contains(flag)
                        && (keepsThp && flag.equals(THP)
                                || leftOut.keySet().stream().anyMatch(other -> FlagSubjects.replaces(other, flag))));
        if (keepsThp && words.contains(THP)) {
            leftOut.put(NO_THP, KEEPS_THP + place);
        }
        return new JvmStart(add, remove, environment, launcher, before, now.isPresent(), leftOut);
    }

    /** Returns whether another JVM has a smaller maximum heap than this initial heap, and would not start with it. */
    private static boolean stopsHeir(String flag, EmitTarget target) {
        return flag.startsWith(INITIAL_HEAP)
                && target.heirHeap()
                        .filter(heap -> Bytes.parse(flag.substring(INITIAL_HEAP.length()))
                                        .compareTo(heap)
                                > 0)
                        .isPresent();
    }

    private static boolean isOfPool(String flag) {
        return flag.equals(LARGE_PAGES) || flag.startsWith("-XX:LargePageSizeInBytes=");
    }

    private static List<ArgumentOrigin> origins(Advice advice, String flag) {
        return advice.jvm().arguments().known().map(Arguments::list).orElse(List.of()).stream()
                .filter(argument -> argument.text().equals(flag))
                .map(Argument::origin)
                .distinct()
                .toList();
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
            case UNKNOWN -> "at a place that is not known";
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
        return new JvmStart(more, remove, environment, launcher, before, seen, leftOut);
    }

    /** Returns whether no flag and no variable changes. */
    boolean isUnchanged() {
        return add.isEmpty() && remove.isEmpty() && environment.isEmpty() && leftOut.isEmpty();
    }

    /**
     * Returns whether {@link #replaced} makes all changes of flags: it has the flags to be added, and the variable is the
     * only place of each flag to be removed.
     */
    boolean isWritable() {
        boolean here = remove.values().stream().allMatch(List.of(launcher.origin())::equals);
        return hasAdded()
                && here
                && (remove.isEmpty() || before.isPresent() && replaced().isPresent());
    }

    /** The flags to be added, as the value of the variable. */
    String added() {
        return JavaOptionsQuote.value(add);
    }

    /**
     * The whole new value of the variable, for a form that can only replace it: the present value without the removed flags,
     * and the added flags. Empty if the facts do not keep all of the present value, which held a credential or was too
     * long, or if the JVM would not read all of the new value.
     */
    Optional<String> replaced() {
        if (isHidden()) {
            return Optional.empty();
        }
        List<String> kept = JavaOptions.words(before.orElse("")).stream()
                .filter(word -> !remove.containsKey(word))
                .toList();
        return Optional.of((JavaOptions.joined(kept) + " " + added()).strip()).filter(launcher::reads);
    }

    /**
     * The new value of the variable, for a form that can only replace it, with comments on what the form does not write.
     * Empty if the variable does not change, or if its present value is not known.
     *
     * @param owner of the variable: {@code the service}
     */
    Optional<String> written(Comments comments, String owner) {
        boolean removes = JavaOptions.words(before.orElse("")).stream().anyMatch(remove::containsKey);
        Optional<String> value = add.isEmpty() && !removes ? Optional.empty() : replaced();
        if (value.isEmpty() && !hasAdded()) {
            sayNotWritten(comments, owner);
        }
        if (value.isPresent() && !seen) {
            comments.say("The environment of the JVM is not known. If it sets " + variable()
                    + ", join both values here: this one replaces it.");
        }
        if (value.isPresent()) {
            sayInitialHeap(comments);
        }
        sayLeftOut(comments, NOT_HERE, owner);
        sayRemoved(comments, value.isPresent());
        return value;
    }

    /** Returns whether the present value is not wholly known. */
    private boolean isHidden() {
        return before.filter(text -> text.contains(MASK) || Jvm.isCut(text)).isPresent();
    }

    /** Returns whether this JVM would not read all of the present variable with the flags to be added behind it. */
    boolean isTooLong() {
        return !isHidden() && !launcher.reads((before.orElse("") + " " + added()).strip());
    }

    /** Returns whether {@link #replaced} has the flags to be added; also if there are none. */
    boolean hasAdded() {
        return add.isEmpty() || replaced().isPresent();
    }

    /**
     * Says why the variable does not get the flags to be added.
     *
     * @param owner of the variable: {@code the service}
     */
    void sayNotWritten(Comments comments, String owner) {
        if (isHidden()) {
            String why = before.filter(Jvm::isCut).isPresent()
                    ? "with a value that is longer than hp-cli keeps"
                    : "with values that hp-cli does not show because they may be secret";
            comments.say("Not here: " + owner + " has " + variable() + " already, " + why + ". Add to it: " + added());
        } else {
            comments.say("Not here: " + added() + ": " + variable() + " would have more than 1023 bytes or 64 options,"
                    + " and JDK 8 does not read all of it. Add them to the command line of java.");
        }
    }

    /** Says what a variable of a container means for the other JVMs in it. */
    void sayContainer(Comments comments) {
        comments.say("Other JVMs of the container take the variable as well."
                + (leavesOutPages() ? "" : " Their need of pages is not counted."));
    }

    /** Says which other JVMs do not start with the initial heap of this one (set_heap_size in {@code arguments.cpp}). */
    void sayInitialHeap(Comments comments) {
        add.stream()
                .filter(flag -> flag.startsWith(INITIAL_HEAP))
                .forEach(flag -> comments.say(flag + " reaches each JVM that takes " + variable()
                        + ". One with a smaller -Xmx and without -Xms does not start: \"Initial heap size set to a larger value"
                        + " than the maximum heap size\"."));
    }

    /** Returns whether the plan requests pages of a pool and the variable must not. */
    boolean leavesOutPages() {
        return leftOut.containsKey(LARGE_PAGES);
    }

    /**
     * Adds a comment for each flag that the variable must not have.
     *
     * @param where {@code Not here}
     * @param owner of the variable: {@code the service}
     */
    void sayLeftOut(Comments comments, String where, String owner) {
        leftOut.forEach((flag, why) -> comments.say(where + ": " + flag + ": another JVM of " + owner + " " + why));
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
     * Adds a comment for each flag to remove by hand, with the places that have it.
     *
     * @param replacing true if the form writes {@link #replaced}, which has removed flags of the variable already
     */
    void sayRemoved(Comments comments, boolean replacing) {
        remove.forEach((flag, origins) -> {
            List<ArgumentOrigin> left = origins.stream()
                    .filter(origin -> !replacing || before.isEmpty() || origin != launcher.origin())
                    .toList();
            if (origins.isEmpty() || !left.isEmpty()) {
                comments.say("Remove from its arguments: " + ShellQuote.word(flag)
                        + (left.isEmpty() ? "" : ", ")
                        + left.stream().map(JvmStart::words).collect(Collectors.joining(" and "))
                        + ".");
            }
        });
    }
}
