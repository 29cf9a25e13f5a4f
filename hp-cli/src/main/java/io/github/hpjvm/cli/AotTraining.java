package io.github.hpjvm.cli;

import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.console.process.ThisProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The training run for the AOT cache of the distribution (JEP 514): runs frequent commands in one JVM, without output.
 * {@code build/distribution.sh} starts it. Add a command here if it starts slowly.
 */
final class AotTraining {
    /** Commands, in which {@code PID} stands for the target JVM. */
    private static final List<String> COMMANDS = List.of(
            "--version",
            "--help",
            "advise --help",
            "advise PID --fail-on never",
            "advise --pid PID --format json",
            "emit --for shell --pid PID",
            "size --pid PID",
            "snapshot --pid PID",
            "predict -- JAVA -Xmx1g -XX:+UseLargePages Main",
            "host",
            "host --format json",
            "jvms",
            "jvms --format json",
            "ps",
            "ps --format json",
            "watch PID --interval 0.1 --for 0.5",
            "watch PID --interval 0.1 --for 0.5 --format json",
            "explain HP-101",
            "explain --bugs");

    private AotTraining() {}

    /**
     * Runs the commands, or without arguments is the target JVM: waits until stdin ends.
     *
     * @param arguments path of java, and the PIDs of the target JVMs
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            System.out.println(ThisProcess.pid());
            System.in.readAllBytes();
            return;
        }
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        System.setErr(System.out);
        for (String command : COMMANDS) {
            for (int i = 1; i < arguments.length; i++) {
                String words = command.replace("PID", arguments[i]).replace("JAVA", arguments[0]);
                int code = Main.run(words.split(" "));
                if (code == ExitCodes.FAILED || code == ExitCodes.INVALID_USAGE) {
                    throw new IllegalStateException("hp-cli " + words + ": exit code " + code);
                }
            }
        }
    }
}
