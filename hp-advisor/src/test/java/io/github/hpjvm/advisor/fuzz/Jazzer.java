package io.github.hpjvm.advisor.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs Jazzer, the coverage-guided fuzzer for the JVM, on one target in a process of its own.
 *
 * @param entry the class with {@code fuzzerTestOneInput}
 * @param folder for the inputs, the logs and the crashing inputs of all targets
 * @param seconds how long the target is fuzzed
 */
record Jazzer(Class<?> entry, Path folder, int seconds) {
    private static final String MAIN = "com.code_intelligence.jazzer.Jazzer";
    private static final int CRASHES = 10;
    /** In fewer seconds, the optimising compiler takes more time from the parsers than it saves. */
    private static final int WORTH_OPTIMISING = 60;
    /** The JVM starts and instruments the code, and reads the seeds. */
    private static final int SECONDS_BESIDE = 120;

    FuzzResult run(FuzzTarget target) throws IOException, InterruptedException {
        Path own = folder.resolve(target.title());
        Path seeds = written(own.resolve("seeds"), target.seeds());
        Path found = written(inputs(target), KeptInputs.of(target));
        Path crashes = Files.createDirectories(own.resolve("crashes"));
        Path log = own.resolve("log.txt");
        Process process = new ProcessBuilder(command(target, crashes, found, seeds))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(seconds + SECONDS_BESIDE, TimeUnit.SECONDS)) {
                Files.writeString(log, "\nERROR: libFuzzer: did not end in time\n", StandardOpenOption.APPEND);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        FuzzResult result = FuzzResult.of(
                target,
                Files.readString(log, StandardCharsets.ISO_8859_1).lines().toList());
        if (Boolean.getBoolean("hp.fuzz.keep")) {
            KeptInputs.keep(target, found);
        }
        return result;
    }

    /** The inputs with new coverage, and the inputs that were kept before. */
    List<byte[]> found(FuzzTarget target) throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        try (Stream<Path> files = Files.list(inputs(target))) {
            for (Path file : files.sorted().toList()) {
                inputs.add(Files.readAllBytes(file));
            }
        }
        return inputs;
    }

    private Path inputs(FuzzTarget target) {
        return folder.resolve(target.title()).resolve("inputs");
    }

    private List<String> command(FuzzTarget target, Path crashes, Path found, Path seeds) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx800m",
                "-XX:+UseSerialGC",
                "-XX:-OmitStackTraceInFastThrow"));
        if (Runtime.version().feature() >= 21) {
            command.add("-XX:+EnableDynamicAgentLoading");
        }
        if (seconds < WORTH_OPTIMISING) {
            command.add("-XX:TieredStopAtLevel=1");
        }
        command.addAll(List.of(
                "-D" + FuzzCheck.CHOICE + "=" + target.name(),
                "-cp",
                System.getProperty("java.class.path"),
                MAIN,
                "--target_class=" + entry.getName(),
                "--instrumentation_includes=io.github.hpjvm.**",
                "--instrumentation_excludes=" + FuzzTarget.class.getPackageName() + ".**",
                "--keep_going=" + CRASHES,
                "--reproducer_path=" + crashes,
                "-artifact_prefix=" + crashes + "/",
                "-max_total_time=" + seconds,
                "-print_final_stats=1",
                found.toString(),
                seeds.toString()));
        return command;
    }

    /** A folder with these inputs, and the inputs of an earlier run. */
    private static Path written(Path folder, List<byte[]> inputs) throws IOException {
        Files.createDirectories(folder);
        for (int i = 0; i < inputs.size(); i++) {
            Files.write(folder.resolve("seed-" + i), inputs.get(i));
        }
        return folder;
    }
}
