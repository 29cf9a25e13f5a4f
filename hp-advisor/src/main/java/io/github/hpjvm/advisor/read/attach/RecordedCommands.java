package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import java.util.HashMap;
import java.util.Map;

/**
 * The replies of a JVM to the commands that it was sent once. Later readings of the same JVM use them, and send no
 * command.
 */
public final class RecordedCommands {

    private final Map<String, Fact<String>> answers = new HashMap<>();
    private Fact<? extends JvmCommands> over =
            Fact.absent(Reason.SKIPPED, Source.of("jcmd", "the JVM was not attached to"));

    /** Returns the commands of a connection; each reply is recorded. */
    public Fact<? extends JvmCommands> record(Fact<? extends JvmCommands> connection) {
        over = connection;
        return connection.map(commands -> (JvmCommands) command -> answers.computeIfAbsent(command, commands::command));
    }

    /** Returns the recorded replies; a command that was not sent is SKIPPED. Absent if the JVM was not attached to. */
    public Fact<JvmCommands> replay() {
        return over.map(connection -> command -> answers.getOrDefault(
                command, Fact.absent(Reason.SKIPPED, Source.of("jcmd " + command, "it was not sent"))));
    }
}
