package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Phase;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes flags of the JVM as an {@code @argfile} of the java launcher, with the line for {@code JDK_JAVA_OPTIONS} in a
 * comment. Java 8 has neither: for it, writes a file to be sourced that sets {@code JAVA_TOOL_OPTIONS} (the java command's
 * manual page, "JDK_JAVA_OPTIONS" and "java Command-Line Argument Files").
 */
final class JvmForm implements Emitter {
    private static final String SERVICE = "the service";

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        JvmStart start = JvmStart.of(advice);
        Comments comments = Head.of(advice, "flags");
        List<Action> others = others(advice);
        if (advice.plan().actions().isEmpty()) {
            comments.say(Head.nothing(advice));
        } else if (others.size() == advice.plan().actions().size()) {
            comments.say("No flag changes.");
        }
        JvmStart.sayServer(comments, advice);
        OtherForms.say(comments, this, advice, target);
        return List.of(
                start.launcher() != Launcher.JAVA
                        ? sourced(comments, JvmStart.of(advice, target))
                        : argfile(comments, start, JvmStart.of(advice, target)));
    }

    @Override
    public boolean expresses(Action action) {
        return action.phase() == Phase.START;
    }

    /** @param inVariable the changes that fit into the variable, which other JVMs take as well */
    private static ConfigFile argfile(Comments comments, JvmStart start, JvmStart inVariable) {
        if (!start.add().isEmpty()) {
            comments.blank()
                    .say(
                            "For the java launcher of JDK 9 and newer. Put it last, before the main class or -jar: it overrides"
                                    + " the flags before it:")
                    .type("java ... @hp-jvm.args MAIN-CLASS")
                    .say("Check that this java accepts the flags:")
                    .type("java @hp-jvm.args -version");
            if (!inVariable.add().isEmpty()) {
                comments.say("Or in the environment of the launcher; flags on the command line override it:")
                        .type(export(inVariable.variable(), inVariable.added()));
                inVariable.sayInitialHeap(comments);
            }
            inVariable.sayLeftOut(comments, "Not in " + inVariable.variable(), SERVICE);
        }
        start.environment()
                .forEach((name, value) -> comments.say("In the environment of the launcher:")
                        .type("export " + name + "=" + ShellQuote.word(value)));
        inVariable.sayRemoved(comments, false);
        List<String> flags = new ArrayList<>(start.add());
        inVariable.leftOut().keySet().stream()
                .filter(flag -> !flags.contains(flag))
                .forEach(flags::add);
        return new ConfigFile(
                "hp-jvm.args",
                "",
                Text.of(comments, flags.stream().map(ArgfileQuote::word).toList()));
    }

    private static ConfigFile sourced(Comments comments, JvmStart start) {
        List<String> lines = new ArrayList<>();
        if (!start.add().isEmpty()) {
            comments.blank()
                    .say(start.launcher().restriction()
                            + " Source this file in the shell that starts the JVM. Each JVM that this shell starts takes the flags and prints \"Picked up"
                            + " JAVA_TOOL_OPTIONS\" on stderr; flags on the command line override them:")
                    .type(". ./hp-jvm.env");
            start.sayInitialHeap(comments);
            if (start.isTooLong()) {
                start.sayNotWritten(comments, "the JVM");
            } else {
                lines.add(export(start.variable(), start.added()));
            }
        }
        start.sayLeftOut(comments, JvmStart.NOT_HERE, SERVICE);
        start.environment().forEach((name, value) -> lines.add("export " + name + "=" + ShellQuote.word(value)));
        start.sayRemoved(comments, false);
        return new ConfigFile("hp-jvm.env", "", Text.of(comments, lines));
    }

    /** A line that appends flags to the value of a variable. */
    private static String export(String variable, String value) {
        return "export " + variable + "=\"${" + variable + ":+$" + variable + " }\"" + ShellQuote.always(value);
    }
}
