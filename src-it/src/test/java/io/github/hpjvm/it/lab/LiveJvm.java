package io.github.hpjvm.it.lab;

import io.github.hpjvm.it.lab.Program.Running;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A JVM of some release that fills a part of its heap, prints that it is ready, and waits. */
public final class LiveJvm implements AutoCloseable {
    private static final String SAYS = "ready";
    private static final String SOURCE = """
            public class Waits {
                public static void main(String[] arguments) throws Exception {
                    byte[][] kept = new byte[20][];
                    for (int i = 0; i < kept.length; i++) {
                        kept[i] = new byte[1 << 20];
                    }
                    System.out.println("ready");
                    // Ends a JVM that its test did not end.
                    Thread.sleep(600000);
                    System.out.println(kept.length);
                }
            }
            """;

    private final Running running;

    private LiveJvm(Running running) {
        this.running = running;
    }

    /**
     * Starts one and waits until it is ready.
     *
     * @param folder where its program is compiled to and where it runs
     */
    public static LiveJvm start(Jdk jdk, Path folder, List<String> options) {
        return start(jdk, folder, options, List.of(), Map.of());
    }

    /**
     * Starts one with arguments of its own and waits until it is ready.
     *
     * @param environment variables in addition to those of the tests
     */
    public static LiveJvm start(
            Jdk jdk, Path folder, List<String> options, List<String> arguments, Map<String, String> environment) {
        return start(program(jdk, folder, options).with(arguments.toArray()).setAll(environment), jdk.toString());
    }

    /** Returns the program itself, for tests that start it differently. */
    public static Program program(Jdk jdk, Path folder, List<String> options) {
        List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
        command.addAll(options);
        command.addAll(
                List.of("-cp", JavaSource.compiled(folder, "Waits", SOURCE).toString(), "Waits"));
        return Program.of(command).in(folder).unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");
    }

    private static LiveJvm start(Program program, String what) {
        LiveJvm jvm = new LiveJvm(program.start());
        Poll.until(what + " is ready", () -> jvm.said().contains(SAYS) || !jvm.running.isAlive());
        return jvm;
    }

    public long pid() {
        return running.pid();
    }

    public boolean isAlive() {
        return running.isAlive();
    }

    /** Returns the handle of its process. */
    public ProcessHandle handle() {
        return running.handle();
    }

    /** Returns its output so far, of stdout and of stderr. */
    public String said() {
        return running.outSoFar() + running.errSoFar();
    }

    @Override
    public void close() {
        running.close();
    }
}
