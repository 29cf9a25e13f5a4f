package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Phase;
import io.github.hpjvm.advisor.action.ShellQuote;
import java.util.ArrayList;
import java.util.List;

/**
 * Flags for the JVM: an {@code @argfile} of the java launcher, with the line for {@code JDK_JAVA_OPTIONS} as a comment in
 * it; for Java 8, which knows neither, a file to be sourced that sets {@code JAVA_TOOL_OPTIONS} (the java command's manual
 * page, "JDK_JAVA_OPTIONS" and "java Command-Line Argument Files").
 */
final class JvmForm implements Emitter {

    @Override
    public List<ConfigFile> files(Advice advice) {
        JvmStart start = JvmStart.of(advice);
        Comments comments = Head.of(advice, "flags");
        List<Action> others = advice.plan().actions().stream()
                .filter(action -> action.phase() != Phase.START)
                .toList();
        if (advice.plan().actions().isEmpty()) {
            comments.say(Head.nothing(advice));
        } else if (others.size() == advice.plan().actions().size()) {
            comments.say("No flag is to be changed.");
        }
        Elsewhere.say(comments, others);
        return List.of(start.oldJava() ? sourced(comments, start) : argfile(comments, start));
    }

    private static ConfigFile argfile(Comments comments, JvmStart start) {
        if (!start.add().isEmpty()) {
            comments.blank()
                    .say(
                            "For the java launcher of 9 and newer, as the last word before the main class or -jar, so that it"
                                    + " wins over flags before it:")
                    .type("java ... @hp-jvm.args MAIN-CLASS")
                    .say("Or in the environment in which it is started; there the flags of its command line win:")
                    .type(export(start.variable(), start.added()));
        }
        start.environment()
                .forEach((name, value) -> comments.say("In the environment in which it is started:")
                        .type("export " + name + "=" + ShellQuote.word(value)));
        start.sayRemoved(comments, false);
        return new ConfigFile(
                "hp-jvm.args",
                "",
                Text.of(comments, start.add().stream().map(ArgfileQuote::word).toList()));
    }

    private static ConfigFile sourced(Comments comments, JvmStart start) {
        List<String> lines = new ArrayList<>();
        if (!start.add().isEmpty()) {
            comments.blank()
                    .say(
                            "Java 8 knows neither JDK_JAVA_OPTIONS nor @argfiles. To be sourced by the shell that starts it;"
                                    + " every JVM started from there takes the flags and says so on stderr (\"Picked up"
                                    + " JAVA_TOOL_OPTIONS\"), and flags of the command line win:")
                    .type(". ./hp-jvm.env");
            lines.add(export(start.variable(), start.added()));
        }
        start.environment().forEach((name, value) -> lines.add("export " + name + "=" + ShellQuote.word(value)));
        start.sayRemoved(comments, false);
        return new ConfigFile("hp-jvm.env", "", Text.of(comments, lines));
    }

    /** Adds to a variable what is not in it yet. */
    private static String export(String variable, String value) {
        return "export " + variable + "=\"${" + variable + ":+$" + variable + " }\"" + ShellQuote.always(value);
    }
}
