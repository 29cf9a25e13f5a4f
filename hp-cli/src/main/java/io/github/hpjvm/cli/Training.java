package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.Advisor;
import io.github.hpjvm.advisor.read.jvm.ScanRehearsal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the classes for the archive of loaded classes that the launcher makes. It runs frequent commands without output,
 * on a JVM that the launcher starts for this purpose: this class without arguments, which waits. Add a command here if it
 * starts slowly.
 */
final class Training {
    /** The JVM without arguments ends by itself after this time. */
    private static final long WAIT_MILLIS = 600_000;

    /** Commands, in which {@code PID} stands for the target JVM. */
    private static final List<List<String>> COMMANDS = List.of(
            List.of("--version"),
            List.of("advise", "--help"),
            List.of("advise", "--pid=PID", "--format", "json"),
            List.of(
                    "predict",
                    "--",
                    System.getProperty("java.home") + "/bin/java",
                    "-Xmx1g",
                    "-XX:+UseLargePages",
                    "Main"),
            List.of("host"),
            List.of("host", "--format", "json"),
            List.of("jvms"),
            List.of("jvms", "--format", "json"));

    /** Packages whose classes are needed only if a JVM has findings. */
    private static final List<String> FOR_FINDINGS = List.of("/action/", "/hotspot/", "/plan/", "/rule/", "/whatif/");

    private Training() {}

    /**
     * Runs the commands.
     *
     * @param arguments the PID of the target, and "advise" to load the classes of a plain {@code advise} only; none to be
     *     the target
     */
    public static void main(String[] arguments) throws IOException, URISyntaxException, InterruptedException {
        if (arguments.length == 0) {
            Thread.sleep(WAIT_MILLIS);
            return;
        }
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        System.setErr(System.out);
        String pid = arguments[0];
        for (Format format : Format.values()) {
            PlainAdvise.parse("advise", "--pid", pid, "--format", format.toString())
                    .ifPresent(AdviseRequest::answer);
        }
        ScanRehearsal.run(Path.of("/proc"));
        if (arguments.length == 1) {
            loadAll(Main.class, name -> true);
            loadAll(Advisor.class, name -> true);
            commands(pid);
        } else {
            load(Main.class.getName(), Main.class);
            loadAll(Advisor.class, name -> FOR_FINDINGS.stream().anyMatch(name::contains));
        }
    }

    private static void commands(String pid) {
        for (List<String> command : COMMANDS) {
            HpCli.commandLine()
                    .execute(command.stream()
                            .map(word -> word.replace("PID", pid))
                            .toArray(String[]::new));
        }
    }

    /** Loads the classes of a jar. A host without problems would not need all of them. */
    private static void loadAll(Class<?> one, Predicate<String> wanted) throws IOException, URISyntaxException {
        Path jar =
                Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (!jar.toString().endsWith(".jar")) {
            return;
        }
        try (JarFile file = new JarFile(jar.toString())) {
            for (JarEntry entry : file.stream().toList()) {
                String name = entry.getName();
                if (name.endsWith(".class") && !name.contains("-") && wanted.test(name)) {
                    load(name.substring(0, name.length() - ".class".length()).replace('/', '.'), one);
                }
            }
        }
    }

    private static void load(String name, Class<?> neighbour) {
        try {
            Class.forName(name, false, neighbour.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            // No command can use such a class.
        }
    }
}
